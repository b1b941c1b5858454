// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A skirt and a cape for whoever stands there: made from the places of the body's own vertices, pinned to it at waist
// and shoulders. Lengths in m.

const GAP = 0.015; // between skin and cloth at the start

/** Numbers of the body's vertices between two heights. */
function band(x, low, high) {
  const found = [];
  for (let v = 0; v < x.length / 3; ++v) {
    if (x[3 * v + 1] >= low && x[3 * v + 1] <= high) {
      found.push(v);
    }
  }
  return found;
}

/** The body's vertex nearest to a place. */
function nearest(x, [px, py, pz]) {
  let [best, least] = [0, Infinity];
  for (let v = 0; v < x.length / 3; ++v) {
    const far = (x[3 * v] - px) ** 2 + (x[3 * v + 1] - py) ** 2 + (x[3 * v + 2] - pz) ** 2;
    if (far < least) {
      [best, least] = [v, far];
    }
  }
  return best;
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
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices), ring };
}

function pinned(cloth, x, body) {
  const { ring, ...mesh } = cloth;
  const pins = Array.from({ length: ring }, (_, vertex) => ({
    vertex,
    kind: 'body',
    body,
    element: nearest(x, mesh.positions.slice(3 * vertex, 3 * vertex + 3)),
  }));
  return { ...mesh, pins, fabric: 'cotton' };
}

/** A flared skirt from the waist to above the knees; `waist` and `knee` are heights. */
export function skirt(x, body, waist, knee) {
  const hem = knee + 0.12 * (waist - knee);
  const reach = (low, high) =>
    Math.max(...band(x, low, high).map((v) => Math.hypot(x[3 * v], x[3 * v + 2])));
  // widest so far: a cone that nothing below the waist comes out of
  const radius = (y) => Math.max(reach(y - 0.03, waist), reach(y - 0.03, y + 0.03)) + GAP;
  const shape = grid(16, 48, true, (down, round) => {
    const y = waist + down * (hem - waist);
    const wide = radius(y) + 0.06 * down;
    const angle = 2 * Math.PI * round;
    return [wide * Math.sin(angle), y, wide * Math.cos(angle)];
  });
  return { ...pinned(shape, x, body), name: 'skirt' };
}

/** A cape behind the back, from `top` down to `bottom`; `back` is -1 or 1: the side of z where the back is. */
export function cape(x, body, top, bottom, back) {
  const torso = band(x, bottom, top + 0.05).filter((v) => Math.abs(x[3 * v]) < 0.25);
  const behind = Math.max(...torso.map((v) => back * x[3 * v + 2])) + GAP;
  const shape = grid(20, 14, false, (down, across) => {
    const width = 0.34 + 0.2 * down;
    return [(across - 0.5) * width, top + down * (bottom - top), back * (behind + 0.06 * down)];
  });
  return { ...pinned(shape, x, body), name: 'cape' };
}
