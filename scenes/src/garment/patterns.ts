// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The patterns: a circle skirt, a T-shirt and trousers, FreeSewing's sandy, teagan and titan (MIT).
// Original drawings: the front half of a body with x > 0 is the wearer's left; seen from behind, x > 0 is the
// wearer's right; a sleeve as drawn and a trouser leg as drawn are the wearer's right.
import { Sandy, Teagan, Titan } from './designs.js';
import type { PatternSpec, StitchSpec, Walk } from './pattern.js';

const walk = (panel: string, from: string, to: string, via?: string): Walk => ({
  panel,
  from,
  to,
  via,
});

const SKIRT_WAIST = [walk('skirt', 'in2L', 'in2R', 'in2Flipped')];

/** Half a circle of cloth; closed by one seam at the back, held at the waist, without a waistband. */
const SKIRT: PatternSpec = {
  name: 'skirt',
  design: Sandy,
  options: { waistbandOverlap: 0 },
  ranges: { lengthBonus: [0.2, 0.95], circleRatio: [0.2, 0.9] },
  needs: ['waist', 'hips', 'waistToHips', 'waistToFloor'],
  panels: [
    {
      name: 'skirt',
      part: 'sandy.skirt',
      fold: { corners: ['in2Flipped', 'ex2Flipped'], suffix: ['L', 'R'] },
      upright: { origin: 'center', down: 'in2Flipped' },
    },
  ],
  stitches: [
    {
      name: 'centre back',
      a: [walk('skirt', 'in2L', 'ex2L')],
      b: [walk('skirt', 'in2R', 'ex2R')],
    },
  ],
  waist: SKIRT_WAIST,
  finishes: [{ finish: 'waistband', edge: SKIRT_WAIST }],
  fabric: 'cotton',
};

function tshirtSide(side: 'L' | 'R'): StitchSpec[] {
  const sleeve = `sleeve${side}`;
  return [
    {
      name: `side ${side}`,
      a: [walk('front', `hem${side}`, `armhole${side}`)],
      b: [walk('back', `hem${side}`, `armhole${side}`)],
    },
    {
      name: `shoulder ${side}`,
      a: [walk('front', `shoulder${side}`, `neck${side}`)],
      b: [walk('back', `shoulder${side}`, `neck${side}`)],
    },
    {
      name: `under sleeve ${side}`,
      a: [walk(sleeve, 'hemRight', 'bicepsRight')],
      b: [walk(sleeve, 'hemLeft', 'bicepsLeft')],
    },
    {
      name: `sleeve cap ${side}`,
      a: [walk(sleeve, 'bicepsRight', 'bicepsLeft', 'capQ2')],
      b: [
        walk('front', `armhole${side}`, `shoulder${side}`),
        walk('back', `shoulder${side}`, `armhole${side}`),
      ],
    },
  ];
}

const TSHIRT: PatternSpec = {
  name: 'tshirt',
  design: Teagan,
  options: {},
  ranges: {
    chestEase: [0.05, 0.25],
    waistEase: [0.08, 0.4],
    hipsEase: [0.08, 0.3],
    lengthBonus: [-0.2, 0.6],
    sleeveLength: [0.2, 0.5],
    sleeveEase: [0.05, 0.35],
    necklineDepth: [0.2, 0.4],
    necklineWidth: [0.1, 0.5],
    necklineBend: [0, 0.7],
  },
  needs: [
    'biceps',
    'chest',
    'hips',
    'hpsToBust',
    'hpsToWaistBack',
    'neck',
    'shoulderSlope',
    'shoulderToShoulder',
    'shoulderToWrist',
    'waistToArmpit',
    'waistToHips',
    'wrist',
  ],
  panels: [
    {
      name: 'front',
      part: 'teagan.front',
      fold: { corners: ['cfNeck', 'cfHem'], suffix: ['L', 'R'] },
    },
    {
      name: 'back',
      part: 'teagan.back',
      fold: { corners: ['cbNeck', 'cbHem'], suffix: ['R', 'L'] },
    },
    { name: 'sleeveR', part: 'teagan.sleeve' },
    { name: 'sleeveL', part: 'teagan.sleeve', mirror: true },
  ],
  stitches: [...tshirtSide('L'), ...tshirtSide('R')],
  waist: [],
  finishes: [
    {
      finish: 'rib',
      edge: [walk('front', 'neckL', 'neckR', 'cfNeck'), walk('back', 'neckR', 'neckL', 'cbNeck')],
    },
  ],
  fabric: 'jersey',
};

function trouserLeg(side: 'L' | 'R'): StitchSpec[] {
  return [
    {
      name: `outseam ${side}`,
      a: [walk(`front${side}`, 'styleWaistOut', 'floorOut')],
      b: [walk(`back${side}`, 'styleWaistOut', 'floorOut')],
    },
    {
      name: `inseam ${side}`,
      a: [walk(`front${side}`, 'fork', 'floorIn')],
      b: [walk(`back${side}`, 'fork', 'floorIn')],
    },
  ];
}

const TROUSER_WAIST = ['frontL', 'frontR', 'backL', 'backR'].map((p) =>
  walk(p, 'styleWaistOut', 'styleWaistIn'),
);

const TROUSERS: PatternSpec = {
  name: 'trousers',
  design: Titan,
  options: { lengthBonus: -0.07 },
  ranges: {
    lengthBonus: [-0.2, -0.05],
    waistEase: [0, 0.1],
    seatEase: [0, 0.1],
    kneeEase: [0.01, 0.25],
    crotchDrop: [0, 0.15],
  },
  needs: [
    'crossSeam',
    'crossSeamFront',
    'knee',
    'seat',
    'seatBack',
    'waist',
    'waistBack',
    'waistToFloor',
    'waistToKnee',
    'waistToHips',
    'waistToSeat',
    'waistToUpperLeg',
  ],
  panels: [
    { name: 'frontR', part: 'titan.front' },
    { name: 'frontL', part: 'titan.front', mirror: true },
    { name: 'backR', part: 'titan.back' },
    { name: 'backL', part: 'titan.back', mirror: true },
  ],
  stitches: [
    ...trouserLeg('L'),
    ...trouserLeg('R'),
    {
      name: 'front crotch',
      a: [walk('frontL', 'fork', 'styleWaistIn')],
      b: [walk('frontR', 'fork', 'styleWaistIn')],
    },
    {
      name: 'back crotch',
      a: [walk('backL', 'fork', 'styleWaistIn')],
      b: [walk('backR', 'fork', 'styleWaistIn')],
    },
  ],
  waist: TROUSER_WAIST,
  finishes: [{ finish: 'waistband', edge: TROUSER_WAIST }],
  fabric: 'cotton',
};

/** All patterns by the name that a scene uses. */
export const PATTERNS: Record<string, PatternSpec> = {
  skirt: SKIRT,
  tshirt: TSHIRT,
  trousers: TROUSERS,
};
