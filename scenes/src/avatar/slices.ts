// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cuts of a body by a plane, and tape measures round them. A tape does not follow hollows, so a girth is the
// perimeter of the convex hull of the cut.

import { hypot } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { cross, dot, minus, plus, point, unit } from '../math/vec3.js';

export type Vec2 = [number, number];

/** Any mesh: an avatar at rest, or `{ positions: skin(...), triangles }`. */
export interface Surface {
  positions: ArrayLike<number>;
  triangles: ArrayLike<number>;
}

/** One triangle's share of a cut. `keys` name the mesh edges that the ends lie on. */
export interface Segment {
  points: [Vec3, Vec3];
  keys: [number, number];
}

/** The cut of a mesh by a plane. `only` lists the triangles to cut; absent: all. */
export function planeSlice(
  surface: Surface,
  origin: Vec3,
  normal: Vec3,
  only?: ArrayLike<number>,
): Segment[] {
  const { positions, triangles } = surface;
  const [nx, ny, nz] = normal;
  const level = dot(origin, normal);
  const side = (v: number) =>
    positions[3 * v] * nx + positions[3 * v + 1] * ny + positions[3 * v + 2] * nz - level;
  const out: Segment[] = [];
  const count = only ? only.length : triangles.length / 3;
  for (let i = 0; i < count; i++) {
    const t = 3 * (only ? only[i] : i);
    const a = side(triangles[t]);
    const b = side(triangles[t + 1]);
    const c = side(triangles[t + 2]);
    if (a >= 0 === b >= 0 && b >= 0 === c >= 0) continue;
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    out.push(cutTriangle(positions, corners, [a, b, c]));
  }
  return out;
}

function cutTriangle(positions: ArrayLike<number>, corners: number[], heights: number[]): Segment {
  const points: Vec3[] = [];
  const keys: number[] = [];
  for (let k = 0; k < 3; k++) {
    const n = (k + 1) % 3;
    if (heights[k] >= 0 === heights[n] >= 0) continue;
    // from the smaller to the larger index, so that both neighbours find the same point
    const [a, b] = corners[k] < corners[n] ? [k, n] : [n, k];
    const from = point(positions, corners[a]);
    const to = point(positions, corners[b]);
    points.push(plus(from, minus(to, from), heights[a] / (heights[a] - heights[b])));
    keys.push(corners[a] * 65536 + corners[b]);
  }
  return { points: points as [Vec3, Vec3], keys: keys as [number, number] };
}

/** All end points of a cut as seen along the plane: (dot u, dot v). */
export function flatten(segments: Segment[], u: Vec3, v: Vec3): Vec2[] {
  return segments.flatMap((s) => s.points.map((p): Vec2 => [dot(p, u), dot(p, v)]));
}

/** The points (x, z) of a horizontal cut. */
export function levelSlice(surface: Surface, y: number, only?: ArrayLike<number>): Vec2[] {
  return planeSlice(surface, [0, y, 0], [0, 1, 0], only).flatMap((s) =>
    s.points.map((p): Vec2 => [p[0], p[2]]),
  );
}

/** The points (z, y) of a cut x = const. */
export function sideSlice(surface: Surface, x: number, only?: ArrayLike<number>): Vec2[] {
  return planeSlice(surface, [x, 0, 0], [1, 0, 0], only).flatMap((s) =>
    s.points.map((p): Vec2 => [p[2], p[1]]),
  );
}

/** Convex hull, counter-clockwise, without points on its edges (Andrew's monotone chain, 1979). */
export function hull(points: readonly Vec2[]): Vec2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(sorted: Vec2[]): Vec2[] {
  const out: Vec2[] = [];
  for (const p of sorted) {
    while (out.length > 1 && turn(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
    out.push(p);
  }
  return out;
}

function turn(a: Vec2, b: Vec2, c: Vec2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Length round a closed polygon. */
export function perimeter(polygon: readonly Vec2[]): number {
  return polygon.reduce((sum, p, i) => {
    const next = polygon[(i + 1) % polygon.length];
    return sum + hypot(next[0] - p[0], next[1] - p[1]);
  }, 0);
}

/** Tape measure round points. */
export function girth(points: readonly Vec2[]): number {
  return perimeter(hull(points));
}

/** Tape measure round a cut across an axis. */
export function girthAcross(
  surface: Surface,
  origin: Vec3,
  axis: Vec3,
  only?: ArrayLike<number>,
): number {
  const [u, v] = frameOf(axis);
  return girth(flatten(planeSlice(surface, origin, unit(axis), only), u, v));
}

/** Two directions across an axis; with the axis they are orthogonal and of length one. */
export function frameOf(axis: Vec3): [Vec3, Vec3] {
  const a = unit(axis);
  const helper: Vec3 = Math.abs(a[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const u = unit(cross(helper, a));
  return [u, cross(a, u)];
}

/** The cut chained to loops, each a list of points; loops that stay open (a partial surface) are kept. */
export function loops(segments: Segment[]): Vec3[][] {
  const ends = new Map<number, number[]>();
  segments.forEach((s, i) => s.keys.forEach((key) => ends.set(key, [...(ends.get(key) ?? []), i])));
  const used = new Set<number>();
  const out: Vec3[][] = [];
  for (let i = 0; i < segments.length; i++) {
    if (used.has(i)) continue;
    const start = openEnd(segments, ends, i);
    out.push(follow(segments, ends, used, start.segment, start.end));
  }
  return out;
}

// Walks back to where the chain of a segment begins, or to the segment itself when it closes.
function openEnd(segments: Segment[], ends: Map<number, number[]>, first: number) {
  let segment = first;
  let end = 0;
  for (;;) {
    const key = segments[segment].keys[end];
    const next = ends.get(key)!.find((j) => j !== segment);
    if (next === undefined || next === first) return { segment, end };
    end = segments[next].keys[0] === key ? 1 : 0;
    segment = next;
  }
}

function follow(
  segments: Segment[],
  ends: Map<number, number[]>,
  used: Set<number>,
  first: number,
  firstEnd: number,
): Vec3[] {
  const out: Vec3[] = [segments[first].points[firstEnd]];
  let segment = first;
  let exit = 1 - firstEnd;
  for (;;) {
    used.add(segment);
    out.push(segments[segment].points[exit]);
    const key = segments[segment].keys[exit];
    const next = ends.get(key)!.find((j) => !used.has(j));
    if (next === undefined) return out;
    exit = segments[next].keys[0] === key ? 1 : 0;
    segment = next;
  }
}
