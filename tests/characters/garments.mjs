// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A skirt and a cape for whoever stands there: made around the body's own surface. The first vertices are the waist and
// the collar, `top` of them. Lengths in m.

const GAP = 0.015; // between skin and cloth at the start

const SPACING = 0.03; // between points on large triangles

/** Points of a body's surface, 3 each, no further apart than the spacing. */
function pointsOf({ positions: x, indices }) {
  const found = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => x.subarray(3 * indices[i + k], 3 * indices[i + k] + 3));
    const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    const pieces = Math.max(1, Math.ceil(Math.max(far(a, b), far(b, c), far(c, a)) / SPACING));
    for (let u = 0; u <= pieces; ++u) {
      for (let v = 0; u + v <= pieces; ++v) {
        const at = (k) => (a[k] * (pieces - u - v) + b[k] * u + c[k] * v) / pieces;
        found.push(at(0), at(1), at(2));
      }
    }
  }
  return found;
}

/** Numbers of the points between two heights. */
function band(points, low, high) {
  const found = [];
  for (let v = 0; v < points.length / 3; ++v) {
    if (points[3 * v + 1] >= low && points[3 * v + 1] <= high) {
      found.push(v);
    }
  }
  return found;
}

function grid(rows, columns, closed, place) {
  const positions = [];
  const indices = [];
  const ring = closed ? columns : columns + 1;
  for (let row = 0; row <= rows; ++row) {
    for (let column = 0; column < ring; ++column) {
      positions.push(...place(row / rows, column / columns));
      if (row < rows && column < columns) {
        const [a, b] = [row * ring + column, row * ring + ((column + 1) % ring)];
        indices.push(a, b, a + ring, b, b + ring, a + ring);
      }
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices), top: ring };
}

const SIDES = 48; // of the skirt

/** How far points reach from the axis in each direction of a ring of `SIDES`: the hull's support, so that it is convex. */
function girth(points, low, high) {
  const found = new Float64Array(SIDES);
  for (const v of band(points, low, high)) {
    const [x, z] = [points[3 * v], points[3 * v + 2]];
    for (let side = 0; side < SIDES; ++side) {
      const angle = (2 * Math.PI * side) / SIDES;
      found[side] = Math.max(found[side], x * Math.sin(angle) + z * Math.cos(angle));
    }
  }
  return found;
}

/** A flared skirt from the waist to above the knees; `waist` and `knee` are heights, `gap` is between it and the skin. */
export function skirt(body, waist, knee, gap = GAP) {
  const points = pointsOf(body);
  const hem = knee + 0.12 * (waist - knee);
  const rows = 16;
  // what is wide above stays wide below, so that nothing comes out of it
  const rings = Array.from({ length: rows + 1 }, (_, row) => {
    const y = waist + (row / rows) * (hem - waist);
    return girth(points, y - 0.03, row === 0 ? waist + 0.02 : waist);
  });
  const shape = grid(rows, SIDES, true, (down, round) => {
    const [row, side] = [Math.round(rows * down), Math.round(SIDES * round) % SIDES];
    const wide = (rings[row][side] + gap) / Math.cos(Math.PI / SIDES) + 0.06 * down;
    const angle = 2 * Math.PI * round;
    return [wide * Math.sin(angle), waist + down * (hem - waist), wide * Math.cos(angle)];
  });
  return { ...shape, name: 'skirt', fabric: 'cotton' };
}

/** A cape behind the back and all else that is worn, from `top` down to `bottom`; `back` is the sign of z there. */
export function cape(body, worn, top, bottom, back) {
  const x = [...pointsOf(body), ...worn.positions];
  const torso = band(x, bottom, top + 0.05).filter((v) => Math.abs(x[3 * v]) < 0.25);
  const behind = Math.max(...torso.map((v) => back * x[3 * v + 2])) + GAP;
  const shape = grid(20, 14, false, (down, across) => {
    const width = 0.34 + 0.2 * down;
    return [(across - 0.5) * width, top + down * (bottom - top), back * (behind + 0.06 * down)];
  });
  return { ...shape, name: 'cape', fabric: 'cotton' };
}
