// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How far pieces of cloth are from each other where sewing starts: the smallest distance between triangles of all
// garments that one body wears, and how many edges pass through them. Triangles that a seam will join, or that lie side
// by side in one panel, are neighbours and left out. Distances: Ericson, Real-Time Collision Detection, 5.1.
import { dot, minus, plus, type Vec3 } from '../math/vec3.js';
import { passesThrough, TriangleGrid, triangleDistance } from './clearance.js';

/** A cloth as far as it matters here. */
export interface Piece {
  /** 3 a vertex, m. */
  positions: ArrayLike<number>;
  /** 2 a vertex, m. */
  material: ArrayLike<number>;
  triangles: Uint32Array;
  /** Pairs of vertices that will be sewn together. */
  seams: Uint32Array;
}

/** How pieces of cloth stand to each other. */
export interface Separation {
  /** Smallest distance, m, at most the reach. */
  gap: number;
  /** Pairs (edge, triangle) that pass through each other. */
  crossings: number;
  /** The two nearest triangles, as numbers over all pieces in order; -1 when none is within reach. */
  nearest: [number, number];
}

type Corners = [Vec3, Vec3, Vec3];

/** Measures pieces of cloth against each other and themselves. Distances above `reach` (m) are not looked for. */
export function separation(pieces: Piece[], reach: number): Separation {
  const all = joined(pieces);
  const grid = new TriangleGrid(all, reach);
  const result: Separation = { gap: reach, crossings: 0, nearest: [-1, -1] };
  for (let t = 0; t < all.triangles.length / 3; t++) {
    const own = grid.corners(t);
    for (const other of grid.near(own)) {
      if (other <= t || !boxesWithin(grid.boxes, t, other, result.gap)) continue;
      if (neighbours(all, t, other, 3 * reach)) continue;
      const theirs = grid.corners(other);
      result.crossings += edgesThrough(own, theirs);
      const distance = cornersDistance(own, theirs);
      if (distance < result.gap) [result.gap, result.nearest] = [distance, [t, other]];
    }
  }
  return result;
}

interface Joined {
  positions: Float64Array;
  material: Float64Array;
  triangles: Uint32Array;
  /** The least vertex that each is sewn to, over chains of seams. */
  sewn: Uint32Array;
  /** The least vertex of the panel that each belongs to. */
  panel: Uint32Array;
}

function joined(pieces: Piece[]): Joined {
  const sum = (length: (piece: Piece) => number) => pieces.reduce((n, p) => n + length(p), 0);
  const positions = new Float64Array(sum((p) => p.positions.length));
  const material = new Float64Array(sum((p) => p.material.length));
  const triangles = new Uint32Array(sum((p) => p.triangles.length));
  const seams = new Uint32Array(sum((p) => p.seams.length));
  let [first, triangle, seam] = [0, 0, 0];
  for (const piece of pieces) {
    positions.set(piece.positions, 3 * first);
    material.set(piece.material, 2 * first);
    for (const v of piece.triangles) triangles[triangle++] = v + first;
    for (const v of piece.seams) seams[seam++] = v + first;
    first += piece.positions.length / 3;
  }
  const sides = new Uint32Array(2 * triangles.length);
  triangles.forEach((v, i) => {
    sides[2 * i] = v;
    sides[2 * i + 1] = triangles[i % 3 === 2 ? i - 2 : i + 1];
  });
  return {
    positions,
    material,
    triangles,
    sewn: connected(first, seams),
    panel: connected(first, sides),
  };
}

/** For every vertex the least one that pairs connect it to. */
function connected(count: number, pairs: Uint32Array): Uint32Array {
  const least = Uint32Array.from({ length: count }, (_, i) => i);
  const root = (v: number): number => {
    while (least[v] !== v) v = least[v] = least[least[v]];
    return v;
  };
  for (let i = 0; i < pairs.length; i += 2) {
    const [a, b] = [root(pairs[i]), root(pairs[i + 1])];
    least[Math.max(a, b)] = Math.min(a, b);
  }
  return least.map((_, v) => root(v));
}

/** Triangles that share a vertex once sewn, or that lie within `near` of each other in one panel. */
function neighbours(all: Joined, s: number, t: number, near: number): boolean {
  const { triangles, sewn, panel, material: m } = all;
  const together = panel[triangles[3 * s]] === panel[triangles[3 * t]];
  for (let i = 0; i < 3; i++) {
    const a = triangles[3 * s + i];
    for (let k = 0; k < 3; k++) {
      const b = triangles[3 * t + k];
      if (sewn[a] === sewn[b]) return true;
      if (!together) continue;
      const [x, y] = [m[2 * a] - m[2 * b], m[2 * a + 1] - m[2 * b + 1]];
      if (x * x + y * y < near * near) return true;
    }
  }
  return false;
}

function boxesWithin(boxes: Float64Array, s: number, t: number, reach: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (boxes[6 * s + k] > boxes[6 * t + 3 + k] + reach) return false;
    if (boxes[6 * t + k] > boxes[6 * s + 3 + k] + reach) return false;
  }
  return true;
}

function sidesOf(t: Corners): [Vec3, Vec3][] {
  return [
    [t[0], t[1]],
    [t[1], t[2]],
    [t[2], t[0]],
  ];
}

function edgesThrough(a: Corners, b: Corners): number {
  const through = (t: Corners, other: Corners) =>
    sidesOf(t).filter((side) => passesThrough(side, other)).length;
  return through(a, b) + through(b, a);
}

/** Distance of two triangles that do not pass through each other. */
function cornersDistance(a: Corners, b: Corners): number {
  let least = Infinity;
  for (const p of a) least = Math.min(least, triangleDistance(p, b));
  for (const p of b) least = Math.min(least, triangleDistance(p, a));
  for (const side of sidesOf(a)) {
    for (const other of sidesOf(b)) least = Math.min(least, sidesDistance(side, other));
  }
  return least;
}

/** Distance of two segments; Ericson 5.1.9. */
function sidesDistance([p, p1]: [Vec3, Vec3], [q, q1]: [Vec3, Vec3]): number {
  const [u, v, w] = [minus(p1, p), minus(q1, q), minus(p, q)];
  const [a, e, f, c, b] = [dot(u, u), dot(v, v), dot(v, w), dot(u, w), dot(u, v)];
  const clamp = (x: number) => Math.min(1, Math.max(0, x));
  const wide = a * e - b * b;
  let s = wide > 1e-12 * a * e ? clamp((b * f - c * e) / wide) : 0;
  let t = (b * s + f) / e;
  if (t < 0 || t > 1) {
    t = clamp(t);
    s = clamp((b * t - c) / a);
  }
  const r = minus(plus(p, u, s), plus(q, v, t));
  return Math.sqrt(dot(r, r));
}
