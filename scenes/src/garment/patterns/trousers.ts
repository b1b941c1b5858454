// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Trousers, FreeSewing's titan (MIT): two fronts and two backs, held at the waist.
//
// Each leg's front and back are wrapped on a curve round that leg and its half of the pelvis. The whole starts lower
// than it will sit, so that the crotch curve is below the crotch; the waist edge lifts it while it is sewn. Feet must be
// straight tubes until then (the avatar's morph `tube_feet`).
import { PART } from '../../types.js';
import { convexHull, Curve, dilate, type Plan } from '../curve.js';
import { Titan } from '../designs.js';
import type { Draft } from '../draft.js';
import type { FlatGarment } from '../flat.js';
import { walk, type PatternSpec, type Placement, type StitchSpec } from '../pattern.js';
import { planBetween, type WornBody } from '../worn_body.js';

function leg(side: 'L' | 'R'): StitchSpec[] {
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

const WAIST = ['frontL', 'frontR', 'backL', 'backR'].map((p) =>
  walk(p, 'styleWaistOut', 'styleWaistIn'),
);

const CUFFS = ['frontL', 'frontR', 'backL', 'backR'].map((p) => walk(p, 'floorOut', 'floorIn'));

/** The trousers. */
export const TROUSERS: PatternSpec = {
  name: 'trousers',
  label: 'Trousers',
  worn: 'bottom',
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
    ...leg('L'),
    ...leg('R'),
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
  waist: WAIST,
  fixtures: { waist: WAIST, cuffs: CUFFS },
  bands: [{ edge: 'waist' }],
  finishes: [{ finish: 'waistband', edge: WAIST }],
  fabric: 'cotton',
  resolution: { finest: 12, fine: 18, coarse: 26 },
  girth: ['seat', 'round the seat'],
  tubeFeet: true,
  place: (draft, flat, body, room) => placed(draft, flat, body, { ...GAPS, leg: GAPS.leg + room }),
};

interface Gaps {
  leg: number;
  /** Start of a panel on its own side of the outseam line. */
  outseam: number;
  /** Free height between the crotch and the crotch curve. */
  below: number;
}

const GAPS: Gaps = { leg: 0.008, outseam: 0.006, below: 0.025 };

/** Legs are wrapped down to this height over the floor. */
const ANKLE = 0.1;

/** Positions of all vertices, three each, m, and how far they must be lifted. */
function placed(draft: Draft, flat: FlatGarment, body: WornBody, gaps: Gaps): Placement {
  const lift = drop(draft, body, gaps);
  const out = new Float64Array(3 * flat.vertices);
  for (const side of ['L', 'R'] as const) {
    const [front, back] = ['front', 'back'].map((name) =>
      flat.panels.find((p) => p.name === name + side)!,
    );
    // in the drawing of a right leg the front runs from the outseam to +x, the back to -x
    const outward = side === 'R' ? 1 : -1;
    const inFront = front.points.map(([x]) => (outward * x) / 1000);
    const behind = back.points.map(([x]) => (outward * x) / 1000);
    const shiftFront = gaps.outseam - Math.min(...inFront);
    const shiftBack = -gaps.outseam - Math.max(...behind);
    const need = Math.max(...inFront) + shiftFront - Math.min(...behind) - shiftBack + 0.03;
    const curve = legCurve(body, side, need, gaps.leg);
    for (const [panel, places, shift] of [
      [front, inFront, shiftFront],
      [back, behind, shiftBack],
    ] as const) {
      panel.points.forEach(([, y], i) => {
        // the curve runs front, left, back, right: forward of a left outseam is against it
        const s = outward * (places[i] + shift);
        const [x, z] = curve.at(s);
        out.set([x, body.waist - y / 1000 - lift, z], 3 * (panel.first + i));
      });
    }
  }
  return { positions: out, lift };
}

/** How far below its place the garment starts, m. */
function drop(draft: Draft, body: WornBody, gaps: Gaps): number {
  const marks = draft.marks.get('titan.front')!;
  const fork = marks.fork.y / 1000;
  const curveStart = marks.crotchSeamCurveStart.y / 1000;
  const rise = body.waist - body.crotch;
  return fork - curveStart + gaps.below + Math.max(0, rise - fork);
}

function legCurve(body: WornBody, side: 'L' | 'R', need: number, gap: number): Curve {
  const sign = side === 'L' ? 1 : -1;
  const leg = side === 'L' ? PART.legL : PART.legR;
  const points = [
    ...planBetween(body, (p) => p === PART.trunk, body.crotch, body.waist),
    ...planBetween(body, (p) => p === leg, ANKLE, body.waist),
  ].filter(([x]) => sign * x >= 0);
  const hull = convexHull(points);
  const inner = gap + 0.003;
  const lateral = ([x]: Plan) => sign * x;
  for (let g = gap; ; g += 0.002) {
    const ring = dilate(hull, g).map(([x, z]): Plan => [sign * Math.max(inner, sign * x), z]);
    const curve = new Curve(ring, lateral);
    if (curve.length >= need) return curve;
  }
}
