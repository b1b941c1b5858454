// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The waist hold: every vertex of the waist edge remembers its height over the nearest triangle of the trunk, so that
// the edge stays where it was drafted to sit while the body moves.
import { PART, type Garment } from '../types.js';
import type { WornBody } from './worn_body.js';

/** Hold data for waist vertices placed at `positions`, which will be lifted by `lift`. */
export function waistHold(
  waist: number[],
  positions: ArrayLike<number>,
  lift: number,
  body: WornBody,
): Garment['waist'] {
  const middles = trunkMiddles(body);
  return waist.map((vertex) => {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * vertex + k] + (k === 1 ? lift : 0));
    let best = middles[0];
    let least = Infinity;
    for (const m of middles) {
      const d = (m.x - x) ** 2 + (m.y - y) ** 2 + (m.z - z) ** 2;
      if (d < least) [best, least] = [m, d];
    }
    return { vertex, triangle: best.triangle, height: y - best.y };
  });
}

interface Middle {
  triangle: number;
  x: number;
  y: number;
  z: number;
}

function trunkMiddles({ positions: p, triangles: t, parts }: WornBody): Middle[] {
  const out: Middle[] = [];
  parts.forEach((part, triangle) => {
    if (part !== PART.trunk) return;
    const mean = (k: number) =>
      [0, 1, 2].reduce((s, c) => s + p[3 * t[3 * triangle + c] + k], 0) / 3;
    out.push({ triangle, x: mean(0), y: mean(1), z: mean(2) });
  });
  return out;
}
