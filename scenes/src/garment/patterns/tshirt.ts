// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A T-shirt, FreeSewing's teagan (MIT): a front, a back and two sleeves, with a rib round the neck.
//
// Front and back are wrapped on a curve round the trunk, sleeves rolled to tubes about the upper arms. Nothing is
// stretched, so the sewing starts without strain.
import { cos, sin } from '../../math/trig.js';
import { cross, dot, minus, times, unit, type Vec3 } from '../../math/vec3.js';
import { PART } from '../../types.js';
import { convexHull, Curve, dilate, frontCentre, withMidPoints } from '../curve.js';
import { Teagan } from '../designs.js';
import type { Draft } from '../draft.js';
import type { FlatGarment, FlatPanel } from '../flat.js';
import { walk, type PatternSpec, type StitchSpec } from '../pattern.js';
import { isTrunkOrLeg, planBetween, slicePlane, wornBetween, type WornBody } from '../worn_body.js';

function stitchesOf(side: 'L' | 'R'): StitchSpec[] {
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

/** The T-shirt. */
export const TSHIRT: PatternSpec = {
  name: 'tshirt',
  label: 'T-shirt',
  worn: 'top',
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
  stitches: [...stitchesOf('L'), ...stitchesOf('R')],
  waist: [],
  fixtures: { cuffs: ['sleeveL', 'sleeveR'].map((p) => walk(p, 'hemLeft', 'hemRight')) },
  finishes: [
    {
      finish: 'rib',
      edge: [walk('front', 'neckL', 'neckR', 'cfNeck'), walk('back', 'neckR', 'neckL', 'cbNeck')],
    },
  ],
  fabric: 'jersey',
  resolution: { finest: 12, fine: 18, coarse: 26 },
  girth: ['chest', 'round the chest'],
  place: (draft, flat, body, room) => {
    const gaps = { trunk: GAPS.trunk + room, arm: GAPS.arm + room, push: GAPS.push + room };
    return { positions: placed(draft, flat, body, gaps), lift: 0 };
  },
};

/** Distances that placement keeps, m. */
interface Gaps {
  trunk: number;
  arm: number;
  /** How far sleeves are pushed out along the arm. */
  push: number;
}

const GAPS: Gaps = { trunk: 0.02, arm: 0.015, push: 0.07 };

/** Distance of the shoulder tip from the joint, sideways. */
const TIP = 0.022;

/** Positions of all vertices, three each, m. */
function placed(draft: Draft, flat: FlatGarment, body: WornBody, gaps: Gaps): Float64Array {
  const out = new Float64Array(3 * flat.vertices);
  const panel = (name: string) => flat.panels.find((p) => p.name === name)!;
  const [front, back] = [panel('front'), panel('back')];
  const waistRow = draft.marks.get('teagan.back')!.cbWaist.y;
  const lowest = Math.max(...front.points.map(([, y]) => y));
  const hem = body.waist - (lowest - waistRow) / 1000;
  const curve = trunkCurve(body, hem, width(front) + width(back) + 0.04, gaps.trunk);
  for (const [p, start] of [
    [front, 0],
    [back, curve.length / 2],
  ] as const) {
    p.points.forEach(([x, y], i) => {
      const [px, pz] = curve.at(start + x / 1000);
      out.set([px, body.waist - (y - waistRow) / 1000, pz], 3 * (p.first + i));
    });
  }
  const tip = draft.marks.get('teagan.sleeve')!.sleeveTip.y;
  placeSleeve(out, panel('sleeveL'), 'L', tip, body, gaps);
  placeSleeve(out, panel('sleeveR'), 'R', tip, body, gaps);
  return out;
}

function trunkCurve(body: WornBody, hem: number, need: number, gap: number): Curve {
  const top = shoulderTip(body, 'L')[1] - 0.002;
  const surface = planBetween(body, isTrunkOrLeg, hem, top);
  const hull = convexHull([...surface, ...wornBetween(body, hem - 0.02, top)]);
  for (let g = gap; ; g += 0.002) {
    const curve = new Curve(withMidPoints(dilate(hull, g)), frontCentre);
    if (curve.length >= need) return curve;
  }
}

/** Highest point of the surface a little outside of the shoulder joint. */
function shoulderTip(body: WornBody, side: 'L' | 'R'): Vec3 {
  const joint = body.joint(`upperarm01.${side}`);
  const x = joint[0] + (side === 'L' ? TIP : -TIP);
  const points = slicePlane(body, (part) => part !== PART.head, [1, 0, 0], x);
  return points.reduce((a, b) => (b[1] > a[1] ? b : a));
}

function placeSleeve(
  out: Float64Array,
  panel: FlatPanel,
  side: 'L' | 'R',
  tipRow: number,
  body: WornBody,
  gaps: Gaps,
): void {
  const arm = armTube(body, side);
  const radius = Math.max(arm.radius + gaps.arm, (width(panel) + 0.01) / 6.283185307179586);
  const tip = shoulderTip(body, side);
  const start = dot(minus(tip, arm.origin), arm.axis) + gaps.push;
  const front = side === 'R' ? 1 : -1;
  panel.points.forEach(([x, y], i) => {
    const angle = (front * x) / 1000 / radius;
    const along = start + (y - tipRow) / 1000;
    const [c, s] = [radius * cos(angle), radius * sin(angle)];
    for (let k = 0; k < 3; k++) {
      out[3 * (panel.first + i) + k] =
        arm.origin[k] + along * arm.axis[k] + c * arm.up[k] + s * arm.ahead[k];
    }
  });
}

interface Tube {
  origin: Vec3;
  axis: Vec3;
  /** Away from the trunk and up, perpendicular to the axis. */
  up: Vec3;
  /** To the front, perpendicular to both. */
  ahead: Vec3;
  radius: number;
}

/** A line through the middles of slices of the upper arm, and the largest distance of the arm from it. */
function armTube(body: WornBody, side: 'L' | 'R'): Tube {
  const label = side === 'L' ? PART.armL : PART.armR;
  const shoulder = body.joint(`upperarm01.${side}`);
  const elbow = body.joint(`lowerarm01.${side}`);
  const bone = unit(minus(elbow, shoulder));
  const length = dot(minus(elbow, shoulder), bone);
  const slice = (f: number): Vec3[] =>
    slicePlane(body, (p) => p === label, bone, dot(shoulder, bone) + f * length);
  const fractions = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75];
  const middles = fractions.map((f) => middle(slice(f)));
  const axis = unit(minus(middles[6], middles[0]));
  const origin = middles[3];
  const across = (p: Vec3): number => {
    const d = minus(p, origin);
    const along = dot(d, axis);
    return Math.sqrt(Math.max(0, dot(d, d) - along * along));
  };
  const radius = Math.max(...[...fractions, 0.9, 1].flatMap((f) => slice(f).map(across)));
  const lift: Vec3 = [0, 1, 0];
  const up = unit(minus(lift, times(axis, dot(lift, axis))));
  const sideways = cross(up, axis);
  const ahead = sideways[2] > 0 ? sideways : times(sideways, -1);
  return { origin, axis, up, ahead, radius };
}

/** Middle of the box round some points. */
function middle(points: Vec3[]): Vec3 {
  return [0, 1, 2].map((k) => {
    const values = points.map((p) => p[k]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  }) as Vec3;
}

function width(panel: FlatPanel): number {
  const xs = panel.points.map(([x]) => x);
  return (Math.max(...xs) - Math.min(...xs)) / 1000;
}
