// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Places a mesh: turns it about X, then Y, then Z, and moves it.
import { cos, rad, sin } from './trig.js';
import type { Vec3 } from './vec3.js';

/** Where a mesh stands: rotation in degrees about X, then Y, then Z; then a shift in metres. */
export interface Place {
  at?: Vec3;
  rotate?: Vec3;
}

/** Turns and moves a list of points, three numbers each. */
export function placePoints(points: ArrayLike<number>, place: Place): Float64Array {
  const m = rotation(place.rotate ?? [0, 0, 0]);
  const at = place.at ?? [0, 0, 0];
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    for (let r = 0; r < 3; r++) {
      out[i + r] = m[3 * r] * x + m[3 * r + 1] * y + m[3 * r + 2] * z + at[r];
    }
  }
  return out;
}

/** The matrix Rz Ry Rx, by rows. */
function rotation(degrees: Vec3): number[] {
  const [cx, cy, cz] = degrees.map((d) => cos(rad(d)));
  const [sx, sy, sz] = degrees.map((d) => sin(rad(d)));
  return [
    cz * cy,
    cz * sy * sx - sz * cx,
    cz * sy * cx + sz * sx,
    sz * cy,
    sz * sy * sx + cz * cx,
    sz * sy * cx - cz * sx,
    -sy,
    cy * sx,
    cy * cx,
  ];
}
