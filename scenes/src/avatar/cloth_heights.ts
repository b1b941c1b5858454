// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How high a tight layer of cloth lies over the skin, point by point. It rounds off what the triangles of the body have
// for edges, and spans hollows: stretched cloth is where the mean of its neighbours is, unless the skin is in the way.

import type { Patch } from './patch.js';

/** Lengths that say how a layer lies, m. */
export interface Fit {
  /** Least height. */
  lift: number;
  /** Most height, in a hollow. */
  most: number;
}

/** How far points inside a triangle go to the round body that it stands for. */
const ROUNDNESS = 0.75;
/** Rounds of over-relaxed sweeps; twice as many move nothing by more than 0.1 mm. */
const SPAN_ROUNDS = 60;
const OVER = 1.6;

/** The points of a patch on the skin: places, unit normals, and how much above the least height each may have, m. */
export interface Sheet {
  skin: Float64Array;
  normal: Float64Array;
  room: number[];
}

/** Heights of the points of a patch of a body at rest. */
export function clothHeights(
  patch: Patch,
  sheet: Sheet,
  body: { rest: ArrayLike<number>; normals: ArrayLike<number> },
  fit: Fit,
): Float64Array {
  const { room } = sheet;
  const near = neighbourMeans(patch.triangles, sheet);
  const least = rounding(patch, body, sheet).map((rise) => fit.lift + rise);
  const most = least.map((l, i) => Math.max(l, Math.min(fit.most, l + room[i])));
  const heights = least.slice();
  for (let round = 0; round < SPAN_ROUNDS; round++) {
    for (let i = 0; i < heights.length; i++) {
      const aim = heights[i] + OVER * (meanLevel(near, heights, i) - heights[i]);
      heights[i] = Math.min(most[i], Math.max(least[i], aim));
    }
  }
  return heights;
}

/**
 * What the mean of the neighbours of point i is over the skin at i: base + sum of share * height of the neighbour. Rows
 * of neighbours lie one after the other, row i from start[i].
 */
interface Means {
  start: Uint32Array;
  near: Uint32Array;
  share: Float64Array;
  base: Float64Array;
}

function meanLevel({ start, near, share, base }: Means, heights: Float64Array, i: number): number {
  let level = base[i];
  for (let k = start[i]; k < start[i + 1]; k++) level += share[k] * heights[near[k]];
  return level;
}

// Nearer neighbours count more.
function neighbourMeans(triangles: number[], { skin, normal }: Sheet): Means {
  const rows = neighbours(triangles, skin.length / 3);
  const start = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => (start[i + 1] = start[i] + row.length));
  const near = Uint32Array.from(rows.flat());
  const share = new Float64Array(near.length);
  const base = new Float64Array(rows.length);
  rows.forEach((row, i) => {
    const gap = (j: number) => [0, 1, 2].map((k) => skin[3 * j + k] - skin[3 * i + k]);
    const up = normal.subarray(3 * i, 3 * i + 3);
    const gaps = row.map(gap);
    const weights = gaps.map((g) => 1 / Math.sqrt(dot(g, g) + 1e-8));
    const sum = weights.reduce((a, b) => a + b, 0);
    row.forEach((j, k) => {
      const weight = weights[k] / sum;
      base[i] += weight * dot(gaps[k], up);
      share[start[i] + k] = weight * dot(normal.subarray(3 * j, 3 * j + 3), up);
    });
  });
  return { start, near, share, base };
}

function neighbours(triangles: number[], count: number): number[][] {
  const near = Array.from({ length: count }, () => new Set<number>());
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
      near[a].add(b);
      near[b].add(a);
    }
  }
  return near.map((set) => [...set]);
}

// A point inside a triangle is under the round body that the triangle stands for: how far (Boubekeur, Alexa 2008).
function rounding(
  { corners, shares }: Patch,
  { rest, normals }: { rest: ArrayLike<number>; normals: ArrayLike<number> },
  { skin, normal }: Sheet,
): Float64Array {
  return Float64Array.from({ length: corners.length / 3 }, (_, p) => {
    const up = normal.subarray(3 * p, 3 * p + 3);
    let rise = 0;
    for (let k = 3 * p; k < 3 * p + 3; k++) {
      const c = 3 * corners[k];
      const n = [normals[c], normals[c + 1], normals[c + 2]];
      const gap = [0, 1, 2].map((axis) => skin[3 * p + axis] - rest[c + axis]);
      rise -= shares[k] * dot(gap, n) * dot(n, up);
    }
    return Math.max(0, ROUNDNESS * rise);
  });
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
