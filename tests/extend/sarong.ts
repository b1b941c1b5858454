// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A template of a pattern: a rectangle of cloth, wrapped round the hips and closed at the back. The test puts it into
// scenes/src/garment/patterns/; a drawing of one's own takes the place of one of FreeSewing's.
import { convexHull, Curve, dilate, frontCentre, withMidPoints } from '../curve.js';
import type { FreeSewingDesign, FreeSewingPattern } from '../designs.js';
import { walk, type PatternSpec } from '../pattern.js';
import { isTrunkOrLeg, planBetween } from '../worn_body.js';

const EDGE = walk('cloth', 'topL', 'topR');
/** From the body, and between the two edges that are sewn, m. */
const GAPS = { hips: 0.012, seam: 0.014 };

/** Half a metre of cloth, as wide as the hips and a little. */
class Rectangle implements FreeSewingPattern {
  constructor(private readonly settings: ConstructorParameters<FreeSewingDesign>[0]) {}

  draft() {
    const half = this.settings.measurements.hips * (0.5 + this.settings.options.ease);
    const points = {
      topR: { x: -half, y: 0 },
      topL: { x: half, y: 0 },
      hemL: { x: half, y: 500 },
      hemR: { x: -half, y: 500 },
    };
    const ops = Object.values(points).map((to, i) => ({ type: i === 0 ? 'move' : 'line', to }));
    const cloth = { points, paths: { seam: { ops: [...ops, { type: 'close' }] } } };
    return { parts: [{ 'sarong.cloth': cloth }], setStores: [{ logs: {} }] };
  }
}

/** The sarong. */
export const SARONG: PatternSpec = {
  name: 'sarong',
  label: 'Sarong',
  worn: 'bottom',
  design: Rectangle,
  options: { ease: 0.02 },
  ranges: { ease: [0, 0.2] },
  needs: ['hips'],
  panels: [{ name: 'cloth', part: 'sarong.cloth' }],
  stitches: [
    {
      name: 'centre back',
      a: [walk('cloth', 'topL', 'hemL')],
      b: [walk('cloth', 'topR', 'hemR')],
    },
  ],
  waist: [EDGE],
  finishes: [{ finish: 'waistband', edge: [EDGE] }],
  fabric: 'cotton',
  resolution: { finest: 12, fine: 18, coarse: 26 },
  girth: ['hips', 'round the hips'],
  place(draft, flat, body, room) {
    const [panel] = flat.panels;
    const width = draft.outlines.get(panel.name)!.length / 2000 - 0.5;
    const top = 0.5 * (body.waist + body.hips);
    const hull = convexHull(planBetween(body, isTrunkOrLeg, top - 0.5, top));
    let curve: Curve;
    let gap = GAPS.hips + room;
    do {
      curve = new Curve(withMidPoints(dilate(hull, gap)), frontCentre);
      gap += 0.002;
    } while (curve.length < width + GAPS.seam);
    const positions = new Float64Array(3 * flat.vertices);
    panel.points.forEach(([x, y], i) => {
      const [px, pz] = curve.at(x / 1000);
      positions.set([px, top - y / 1000, pz], 3 * i);
    });
    return { positions, lift: 0 };
  },
};
