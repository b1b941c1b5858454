// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A circle skirt, FreeSewing's sandy (MIT): half a circle of cloth, closed by one seam at the back, held at the waist
// by an elastic tape.
//
// A ring sector of total angle F rolls into a cone whose half angle has the sine F / 2 pi. The waist edge follows the
// curve round the body by arc fraction; from there every point goes outward along its plain azimuth and down, so that
// the skirt is a cone over an oval. Over thick clothes the edge does not reach round: the skirt starts open at the back,
// as a wider cone over a part of the turn, and sewing draws it in.
import { atan2, cos, PI, sin } from '../../math/trig.js';
import { convexHull, Curve, dilate, frontCentre, withMidPoints } from '../curve.js';
import { Sandy } from '../designs.js';
import type { Draft } from '../draft.js';
import type { FlatGarment } from '../flat.js';
import { cornerIndex } from '../outline.js';
import { walk, type PatternSpec } from '../pattern.js';
import { isTrunkOrLeg, planBetween, wornBetween, type WornBody } from '../worn_body.js';

const WAIST = [walk('skirt', 'in2L', 'in2R', 'in2Flipped')];

/** The circle skirt. */
export const SKIRT: PatternSpec = {
  name: 'skirt',
  label: 'Skirt',
  worn: 'bottom',
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
  waist: WAIST,
  fixtures: { waist: WAIST },
  bands: [{ edge: 'waist' }],
  finishes: [{ finish: 'waistband', edge: WAIST }],
  fabric: 'cotton',
  resolution: { finest: 8, fine: 12, coarse: 20 },
  girth: ['waist', 'round the waist'],
  place: (draft, flat, body, room) => ({
    positions: placed(draft, flat, body, { ...GAPS, waist: GAPS.waist + room }),
    lift: 0,
  }),
};

interface Gaps {
  waist: number;
  /** Opening of the centre-back seam before it is sewn. */
  seam: number;
}

const GAPS: Gaps = { waist: 0.008, seam: 0.014 };

/** A waist edge that would be stretched by more than this is not stretched at all, but starts open. */
const MOST_STRETCH = 1.15;

/** Height of the waist edge. */
function skirtLevel(body: WornBody): number {
  return body.waist - 0.5 * (body.waist - body.hips);
}

/** Positions of all vertices, three each, m. */
function placed(draft: Draft, flat: FlatGarment, body: WornBody, gaps: Gaps): Float64Array {
  const panel = flat.panels[0];
  const outline = draft.outlines.get(panel.name)!;
  const edge = outline.points[cornerIndex(outline, 'in2L')];
  const inner = Math.sqrt(edge[0] ** 2 + edge[1] ** 2) / 1000;
  const half = Math.abs(atan2(edge[0], edge[1]));
  const level = skirtLevel(body);
  const surface = planBetween(body, isTrunkOrLeg, level - 0.03, level + 0.005);
  const hull = convexHull([...surface, ...wornBetween(body, level - 0.25, level + 0.03)]);
  const curve = new Curve(withMidPoints(dilate(hull, gaps.waist)), frontCentre);
  const stretch = curve.length / (2 * half * inner);
  const reach = stretch > MOST_STRETCH ? 1 / stretch : 1;
  const slope = Math.min(1, half / (PI * reach));
  const fall = Math.sqrt(1 - slope * slope);
  const open = reach < 1 ? reach : 1 - gaps.seam / curve.length;
  const out = new Float64Array(3 * flat.vertices);
  panel.points.forEach(([x, y], i) => {
    const r = Math.sqrt(x * x + y * y) / 1000;
    const turn = (open * atan2(x, y)) / half;
    const [px, pz] = curve.at((turn * curve.length) / 2);
    const beyond = r - inner;
    const azimuth = turn * PI;
    out.set(
      [
        px + beyond * slope * sin(azimuth),
        level - beyond * fall,
        pz + beyond * slope * cos(azimuth),
      ],
      3 * (panel.first + i),
    );
  });
  return out;
}
