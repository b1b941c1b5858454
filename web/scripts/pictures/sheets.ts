// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is on each picture: rows of walkers in the clothes of the page, and moments of the scenes of scenes/ that are hard
// on contact.
import type { Worn, ColourName } from '../../src/choices';
import type { View } from './view';

/** Width of a figure, CSS px. */
const FIGURE = 320;
/** Steps after the clothes hang, in the middle of a long stride. */
const STRIDE = 96;
const FRONT = 0.12;
const QUARTER = 0.4;
const SIDE = Math.PI / 2 - 0.1;

/** Figures side by side, so many steps after their clothes hang. */
export interface Row {
  row: Partial<Worn>[];
  steps: number;
}

/** A scene of scenes/ after so many steps; its cloths take the colours in turn. */
export interface Moment {
  scene: string;
  step: number;
  colours: ColourName[];
  /** Whether the native engine runs it, as the page would take too long. */
  native?: boolean;
}

/** What is photographed, and the sides it is taken from. */
export interface Shot {
  of: Row | Moment;
  views: View[];
  /** Of one view, CSS px. */
  width: number;
}

/** A picture: shots from left to right. */
export interface Sheet {
  name: string;
  quality: number;
  shots: Shot[];
  /** Belongs to the page, not to the manual. */
  published?: boolean;
}

const BODIES = ['woman', 'man', 'plus'] as const;

function walkers(garment: Worn['garment'], look: Partial<Worn>): Sheet {
  const shots = BODIES.map((body) => ({
    of: { row: [{ garment, body, ...look }], steps: STRIDE },
    views: [{ azimuth: FRONT }, { azimuth: SIDE }],
    width: FIGURE,
  }));
  return { name: garment, quality: 86, shots };
}

const hero: Sheet = {
  name: 'hero',
  quality: 90,
  shots: [
    {
      of: {
        row: [
          { body: 'plus', garment: 'tshirt', colour: 'ochre', fabric: 'jersey' },
          { body: 'woman', garment: 'skirt', print: 'gingham' },
          { body: 'man', garment: 'tshirt', colour: 'indigo', print: 'stripes' },
        ],
        steps: STRIDE,
      },
      views: [{ azimuth: QUARTER }],
      width: 1200,
    },
  ],
};

/** The same as links to the page show it; a screen's width of it is enough. */
const preview: Sheet = { ...hero, name: 'preview', quality: 78, published: true };

/** The coarsest and the finest mesh of the page, at the same step of the walk. */
const meshes: Sheet = {
  name: 'meshes',
  quality: 84,
  shots: (['coarse', 'finest'] as const).map((mesh) => ({
    of: { row: [{ mesh, garment: 'skirt' as const, colour: 'indigo' as const }], steps: STRIDE },
    views: [{ azimuth: QUARTER, box: [-0.3, 0.42, -0.2, 0.3, 1.08, 0.2] }],
    width: 560,
  })),
};

/** Ten sheets at rest on a sphere, whole and cut open over the crown. */
const stack: Sheet = {
  name: 'stack',
  quality: 82,
  shots: [
    {
      of: {
        scene: 'ten-sheets',
        step: 300,
        colours: ['clay', 'chalk', 'indigo', 'ochre', 'moss', 'rose'],
        native: true,
      },
      views: [
        { azimuth: QUARTER, elevation: 0.3, box: [-0.3, 0.02, -0.3, 0.3, 0.66, 0.3] },
        { azimuth: 0, elevation: 0, box: [-0.045, 0.58, 0, 0.045, 0.635, 0], cut: true },
      ],
      width: 640,
    },
  ],
};

/** A tube as it is wrung, a moment after its ends are let go, and as it lies. */
const twist: Sheet = {
  name: 'twist',
  quality: 82,
  shots: [570, 600, 780].map((step) => ({
    of: { scene: 'twist', step, colours: ['indigo' as const], native: true },
    views: [{ azimuth: QUARTER, box: [-0.34, 0.44, -0.1, 0.34, 1.5, 0.1] }],
    width: 360,
  })),
};

/** Arms that press a T-shirt against the trunk, and the same T-shirt when they have let go. */
const armpit: Sheet = {
  name: 'armpit',
  quality: 82,
  shots: [204, 480].map((step) => ({
    of: { scene: 'armpit-pinch', step, colours: ['moss' as const] },
    views: [{ azimuth: QUARTER, box: [-0.3, 1.08, -0.1, 0.3, 1.6, 0.1] }],
    width: 640,
  })),
};

/** Arms across the chest, a squat, a kick, a jump. */
const dance: Sheet = {
  name: 'dance',
  quality: 82,
  shots: [
    { step: 190, width: 300 },
    { step: 340, width: 340 },
    { step: 450, width: 480 },
    { step: 575, width: 340 },
  ].map(({ step, width }) => ({
    of: { scene: 'dance', step, colours: ['indigo' as const, 'ochre' as const] },
    views: [{ azimuth: 0.8, box: [-0.2, 0, 0, 0.2, 1.86, 0.3] }],
    width,
  })),
};

/** All pictures of docs/pictures. */
export const SHEETS: Sheet[] = [
  walkers('skirt', { fabric: 'cotton', colour: 'clay' }),
  walkers('tshirt', { fabric: 'jersey', colour: 'moss' }),
  walkers('trousers', { fabric: 'cotton', colour: 'indigo' }),
  meshes,
  hero,
  preview,
  stack,
  twist,
  armpit,
  dance,
];
