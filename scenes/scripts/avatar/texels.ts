// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where on the base mesh every texel of a skin lies.

import type { Mesh } from './makehuman.js';

const BLEED = 4; // texels beyond the uv islands that have a place too

/** Place on the base mesh, dm, of every texel of a square picture; NaN where the body has none. */
export function texelPlaces(base: Mesh, size: number): Float32Array {
  const places = new Float32Array(3 * size * size).fill(NaN);
  base.quads.forEach((quad, q) => {
    if (base.quadMaterials[q] !== 0) return;
    for (const [a, b, c] of [
      [0, 1, 2],
      [0, 2, 3],
    ]) {
      const corner = (k: number) => ({
        u: base.uvs[2 * base.quadUvs[q][k]] * size,
        v: (1 - base.uvs[2 * base.quadUvs[q][k] + 1]) * size,
        at: base.vertices.slice(3 * quad[k], 3 * quad[k] + 3),
      });
      fillTriangle(places, size, corner(a), corner(b), corner(c));
    }
  });
  bleed(places, size);
  return places;
}

/** Whether the body has a place for a texel. */
export function isPlace(places: Float32Array, texel: number): boolean {
  return !Number.isNaN(places[3 * texel]);
}

interface Corner {
  u: number;
  v: number;
  at: number[];
}

function fillTriangle(places: Float32Array, size: number, a: Corner, b: Corner, c: Corner): void {
  const area = (b.u - a.u) * (c.v - a.v) - (c.u - a.u) * (b.v - a.v);
  if (area === 0) return;
  const low = (key: 'u' | 'v') => Math.max(0, Math.floor(Math.min(a[key], b[key], c[key])));
  const high = (key: 'u' | 'v') => Math.min(size - 1, Math.ceil(Math.max(a[key], b[key], c[key])));
  for (let y = low('v'); y <= high('v'); y++) {
    for (let x = low('u'); x <= high('u'); x++) {
      const [pu, pv] = [x + 0.5 - a.u, y + 0.5 - a.v];
      const wb = (pu * (c.v - a.v) - (c.u - a.u) * pv) / area;
      const wc = ((b.u - a.u) * pv - pu * (b.v - a.v)) / area;
      if (wb < 0 || wc < 0 || wb + wc > 1) continue;
      for (let k = 0; k < 3; k++) {
        places[3 * (y * size + x) + k] = (1 - wb - wc) * a.at[k] + wb * b.at[k] + wc * c.at[k];
      }
    }
  }
}

// Filtering looks beyond the edge of an island; give it the island's own place there.
function bleed(places: Float32Array, size: number): void {
  for (let round = 0; round < BLEED; round++) {
    const before = places.slice();
    for (let t = size; t < size * (size - 1); t++) {
      if (!Number.isNaN(before[3 * t])) continue;
      const near = [t - 1, t + 1, t - size, t + size].find((n) => !Number.isNaN(before[3 * n]));
      if (near !== undefined) places.copyWithin(3 * t, 3 * near, 3 * near + 3);
    }
  }
}
