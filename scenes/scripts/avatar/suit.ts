// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Paints what lies under the underwear on a skin, so that not even the picture shows a body undressed. Every texel knows
// its place on the base mesh, where the cut of the underwear is a signed distance; the paint ends a little inside of it.

import { CUTS, type Cut, type UnderwearName } from '../../src/avatar/underwear_cut.js';
import type { Mesh } from './makehuman.js';
import type { Picture } from './png.js';

/** The grey of the underwear as the page draws it. */
const PAINT = [106, 112, 122];
/** How far inside the hem it ends, dm. */
const INSET = 0.06;
const BLEED = 4; // texels painted beyond the uv islands

/** The skin with the paint on it. */
export function paintSuit(skin: Picture, base: Mesh, suit: UnderwearName): Picture {
  const picture = { ...skin, data: skin.data.slice() };
  const places = texelPlaces(base, picture.width);
  bleed(places, picture.width);
  for (let t = 0; 3 * t < places.length; t++) {
    if (!Number.isNaN(places[3 * t])) paintTexel(picture, t, distanceAt(places, t, CUTS[suit]));
  }
  return picture;
}

function distanceAt(places: Float32Array, t: number, cut: Cut): number {
  return cut(places[3 * t], places[3 * t + 1], places[3 * t + 2]) - INSET;
}

function paintTexel(picture: Picture, t: number, distance: number): void {
  const texel = 0.04; // dm, about the size of a texel on the trunk
  const cover = Math.min(1, Math.max(0, distance / texel + 0.5));
  for (let k = 0; k < 3; k++) {
    const at = t * picture.channels + k;
    picture.data[at] = Math.round(picture.data[at] * (1 - cover) + PAINT[k] * cover);
  }
}

// Place on the base mesh for every texel, NaN where the body has none.
function texelPlaces(base: Mesh, size: number): Float32Array {
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
  return places;
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
