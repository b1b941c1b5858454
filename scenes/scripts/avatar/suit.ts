// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Paints a plain suit on a skin. Every texel knows its place on the rest body; a suit is a signed distance there,
// positive inside, so its edge is smooth and can carry a binding.

import type { Mesh } from './makehuman.js';
import type { Picture } from './png.js';
import { decodePng, encodePng } from './png.js';

export type SuitName = 'leotard' | 'trunks';

const SIZE = 1024;
const CLOTH = [72, 78, 88];
const BINDING = [44, 48, 56];
const BINDING_WIDTH = 0.07; // dm
const BLEED = 4; // texels painted beyond the uv islands

/** The PNG file of the skin, 1024 texels wide, with the suit on it. */
export function paintSuit(file: Uint8Array, base: Mesh, suit: SuitName): Uint8Array {
  const picture = enlarge(decodePng(file), SIZE);
  const places = texelPlaces(base);
  bleed(places);
  const inside = suit === 'leotard' ? leotard : trunks;
  for (let t = 0; t < SIZE * SIZE; t++) {
    if (Number.isNaN(places[3 * t])) continue;
    paintTexel(picture, t, inside(places[3 * t], places[3 * t + 1], places[3 * t + 2]));
  }
  return encodePng(picture);
}

// Decimetres on the base mesh: crotch -0.4, navel 1.8, nipples 3.8, neck pit 5.5, shoulders 5.7.

function leotard(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  return Math.min(neckline(ax, y, z), armhole(ax, y), y + 1.55);
}

function trunks(x: number, y: number): number {
  return Math.min(0.95 - y, y + 2.2, 2.8 - Math.abs(x));
}

// An ellipse that hangs from the shoulders, deeper in front.
function neckline(ax: number, y: number, z: number): number {
  const depth = z > 0.3 ? 1.5 : 0.95;
  const rx = ax / 0.9;
  const ry = (y - 5.85) / depth;
  const r = Math.sqrt(rx * rx + ry * ry);
  return y > 5.85 ? ax - 0.9 : (r - 1) * 0.9;
}

// Straps end 1.25 dm from the middle; lower down the trunk is wider, and below the ribs there are no arms near.
function armhole(ax: number, y: number): number {
  if (y < 2.5) return 2.8 - ax;
  const rise = Math.min(1, Math.max(0, (y - 3.9) / 1.1));
  return 1.95 - 0.68 * Math.sqrt(rise) - ax;
}

function paintTexel(picture: Picture, t: number, distance: number): void {
  const texel = 0.02; // dm, about the size of a texel on the trunk
  const cover = Math.min(1, Math.max(0, distance / texel + 0.5));
  if (cover === 0) return;
  const colour = distance < BINDING_WIDTH ? BINDING : CLOTH;
  for (let k = 0; k < 3; k++) {
    const at = t * picture.channels + k;
    picture.data[at] = Math.round(picture.data[at] * (1 - cover) + colour[k] * cover);
  }
}

// Place on the base mesh for every texel, NaN where the body has none.
function texelPlaces(base: Mesh): Float32Array {
  const places = new Float32Array(3 * SIZE * SIZE).fill(NaN);
  base.quads.forEach((quad, q) => {
    if (base.quadMaterials[q] !== 0) return;
    for (const [a, b, c] of [
      [0, 1, 2],
      [0, 2, 3],
    ]) {
      const corner = (k: number) => ({
        u: base.uvs[2 * base.quadUvs[q][k]] * SIZE,
        v: (1 - base.uvs[2 * base.quadUvs[q][k] + 1]) * SIZE,
        at: base.vertices.slice(3 * quad[k], 3 * quad[k] + 3),
      });
      fillTriangle(places, corner(a), corner(b), corner(c));
    }
  });
  return places;
}

interface Corner {
  u: number;
  v: number;
  at: number[];
}

function fillTriangle(places: Float32Array, a: Corner, b: Corner, c: Corner): void {
  const area = (b.u - a.u) * (c.v - a.v) - (c.u - a.u) * (b.v - a.v);
  if (area === 0) return;
  const low = (key: 'u' | 'v') => Math.max(0, Math.floor(Math.min(a[key], b[key], c[key])));
  const high = (key: 'u' | 'v') => Math.min(SIZE - 1, Math.ceil(Math.max(a[key], b[key], c[key])));
  for (let y = low('v'); y <= high('v'); y++) {
    for (let x = low('u'); x <= high('u'); x++) {
      const [pu, pv] = [x + 0.5 - a.u, y + 0.5 - a.v];
      const wb = (pu * (c.v - a.v) - (c.u - a.u) * pv) / area;
      const wc = ((b.u - a.u) * pv - pu * (b.v - a.v)) / area;
      if (wb < 0 || wc < 0 || wb + wc > 1) continue;
      for (let k = 0; k < 3; k++) {
        places[3 * (y * SIZE + x) + k] = (1 - wb - wc) * a.at[k] + wb * b.at[k] + wc * c.at[k];
      }
    }
  }
}

// Filtering looks beyond the edge of an island; give it the island's own place there.
function bleed(places: Float32Array): void {
  for (let round = 0; round < BLEED; round++) {
    const before = places.slice();
    for (let t = SIZE; t < SIZE * (SIZE - 1); t++) {
      if (!Number.isNaN(before[3 * t])) continue;
      const near = [t - 1, t + 1, t - SIZE, t + SIZE].find((n) => !Number.isNaN(before[3 * n]));
      if (near !== undefined) places.copyWithin(3 * t, 3 * near, 3 * near + 3);
    }
  }
}

// Bilinear.
function enlarge(from: Picture, size: number): Picture {
  const { width, height, channels, data } = from;
  const out = new Uint8Array(size * size * channels);
  for (let y = 0; y < size; y++) {
    const sy = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / size - 0.5));
    for (let x = 0; x < size; x++) {
      const sx = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / size - 0.5));
      const [x0, y0] = [Math.floor(sx), Math.floor(sy)];
      const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
      for (let k = 0; k < channels; k++) {
        const at = (px: number, py: number) => data[(py * width + px) * channels + k];
        const top = at(x0, y0) + (sx - x0) * (at(x1, y0) - at(x0, y0));
        const low = at(x0, y1) + (sx - x0) * (at(x1, y1) - at(x0, y1));
        out[(y * size + x) * channels + k] = Math.round(top + (sy - y0) * (low - top));
      }
    }
  }
  return { width: size, height: size, channels, data: out };
}
