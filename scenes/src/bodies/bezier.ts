// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A bicubic Bezier surface over 16 control points that go up and down: the lid of a closed body, whose sides and floor
// keep their lower edge. The first scene of ElBadrawy, Hemayed, Fayek 2012 ("Collision detection for a generally
// deforming Bezier surface"; 81 x 81 vertices there). A point of the surface is a weighted mean of the control points,
// so each of them is a morph of the body, and events move it.
import { snap, snapAll } from '../math/snap.js';
import { placePoints, type Place } from '../math/transform.js';
import type { Morph } from '../types.js';
import type { Mesh } from './mesh.js';

/** The surface over a square of `size` m, from -Z to +Z row after row, from -X to +X in a row. */
export interface Bezier {
  kind: 'bezier';
  size: number;
  /** Squares along a side: one vertex less than the surface has there. */
  divisions?: number;
  /** m, of the 16 control points over the body's place. */
  heights: number[];
  /** Where they go, one after the other from the first step on. */
  moves?: { seconds: number; heights: number[] }[];
}

const POINTS = 16;
const DIVISIONS = 80;

/** What the surface is at rest. */
export function bezier(spec: Bezier): Mesh {
  const n = (spec.divisions ?? DIVISIONS) + 1;
  const lid = latticeOf(n).map(([column, row]) => {
    const height = weightsAt(column, row, n).reduce((sum, w, k) => sum + w * spec.heights[k], 0);
    return [acrossOf(column, spec.size, n), height, acrossOf(row, spec.size, n)];
  });
  const low = Math.min(...spec.heights, ...movesOf(spec).flatMap((m) => m.heights)) - spec.size / 4;
  const rim = rimOf(n);
  const below = rim.map((v) => [lid[v][0], low, lid[v][2]]);
  return {
    positions: [...lid, ...below, [0, low, 0]].flat(),
    triangles: [...lidTriangles(n), ...sideTriangles(rim, n)],
  };
}

/** One morph a control point: the surface as it follows the point by a metre. */
export function bezierMorphs(spec: Bezier, place: Place): Morph[] {
  const n = (spec.divisions ?? DIVISIONS) + 1;
  const up = placePoints([0, 1, 0], { rotate: place.rotate });
  return Array.from({ length: POINTS }, (_, k) => {
    const moved = latticeOf(n)
      .map(([column, row], vertex) => ({ vertex, share: snap(weightsAt(column, row, n)[k]) }))
      .filter(({ share }) => share > 0);
    return {
      name: `point ${k}`,
      vertices: Uint32Array.from(moved, ({ vertex }) => vertex),
      deltas: snapAll(moved.flatMap(({ share }) => [...up].map((x) => share * x))),
    };
  });
}

/** How far control point `point` is to be from where it rests, m, and from which second on it goes there. */
export function bezierMoves(
  spec: Bezier,
): { point: number; begin: number; seconds: number; weight: number }[] {
  let begin = 0;
  return movesOf(spec).flatMap(({ seconds, heights }) => {
    const from = begin;
    begin += seconds;
    return heights.map((height, point) => {
      const weight = height - spec.heights[point];
      return { point, begin: from, seconds, weight };
    });
  });
}

const movesOf = (spec: Bezier) => spec.moves ?? [];

const acrossOf = (i: number, size: number, n: number) => size * (i / (n - 1) - 0.5);

function latticeOf(n: number): [column: number, row: number][] {
  return Array.from({ length: n * n }, (_, v) => [v % n, Math.floor(v / n)]);
}

/** Bernstein weights of the 16 control points. */
function weightsAt(column: number, row: number, n: number): number[] {
  const [across, along] = [column, row].map((i) => bernstein(i / (n - 1)));
  return Array.from({ length: POINTS }, (_, k) => across[k % 4] * along[Math.floor(k / 4)]);
}

function bernstein(t: number): number[] {
  const s = 1 - t;
  return [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
}

/** The border of the lid, once round. */
function rimOf(n: number): number[] {
  const side = Array.from({ length: n - 1 }, (_, i) => i);
  const last = n - 1;
  return [
    ...side.map((i) => i),
    ...side.map((i) => i * n + last),
    ...side.map((i) => last * n + last - i),
    ...side.map((i) => (last - i) * n),
  ];
}

function lidTriangles(n: number): number[] {
  return latticeOf(n)
    .filter(([column, row]) => column < n - 1 && row < n - 1)
    .flatMap(([column, row]) => {
      const a = row * n + column;
      const [b, c, d] = [a + 1, a + n, a + n + 1];
      return [a, c, d, a, d, b];
    });
}

/** Walls from the rim down, and the floor as a fan about its middle. */
function sideTriangles(rim: number[], n: number): number[] {
  const low = n * n;
  const middle = low + rim.length;
  return rim.flatMap((a, i) => {
    const next = (i + 1) % rim.length;
    const [b, c, d] = [rim[next], low + i, low + next];
    return [a, b, d, a, d, c, c, d, middle];
  });
}
