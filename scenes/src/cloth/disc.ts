// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A round sheet: evenly spaced points on its rim and on an inner circle, a hexagonal lattice between, Delaunay
// triangles, rounds of smoothing by area-weighted centroids. It lies in the XZ plane, weft along +X, warp along -Z, its
// face up; the origin of the material is its middle. Library: delaunator (ISC).
import Delaunator from 'delaunator';
import { cos, PI, sin } from '../math/trig.js';
import type { Sheet } from './grid.js';

const SMOOTHING_ROUNDS = 8;
/** Lattice points stay this many spacings away from the circles. */
const CLEARANCE = 0.7;
/** The inner circle's points are turned by this part of their distance, so that they do not face the rim's. */
const TURN = 0.3;

/** A disc of `radius` with edges of about `spacing`; vertices lie on the circle of radius `inner`, 0 for none. */
export function discSheet(radius: number, spacing: number, inner: number): Sheet {
  const circles = [
    ...circle(radius, spacing, 0),
    ...(inner > 0 ? circle(inner, spacing, TURN) : []),
  ];
  const flat = Float64Array.from([...circles, ...lattice(radius, spacing, inner)].flat());
  const fixed = circles.length;
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) smooth(flat, fixed);
  const positions = new Float64Array((3 * flat.length) / 2);
  for (let v = 0; v < flat.length / 2; v++)
    positions.set([flat[2 * v], 0, -flat[2 * v + 1]], 3 * v);
  return { positions, material: flat, triangles: triangulate(flat) };
}

function circle(radius: number, spacing: number, turn: number): [number, number][] {
  const count = Math.max(6, Math.round((2 * PI * radius) / spacing));
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * PI * (k + turn)) / count;
    return [radius * cos(angle), radius * sin(angle)];
  });
}

function lattice(radius: number, spacing: number, inner: number): [number, number][] {
  const row = (spacing * Math.sqrt(3)) / 2;
  const rows = Math.ceil(radius / row);
  const columns = Math.ceil(radius / spacing) + 1;
  const points: [number, number][] = [];
  for (let r = -rows; r <= rows; r++) {
    for (let c = -columns; c <= columns; c++) {
      const [x, y] = [(c + (r % 2 === 0 ? 0 : 0.5)) * spacing, r * row];
      const from = Math.sqrt(x * x + y * y);
      const clear = (circle: number) => Math.abs(from - circle) > CLEARANCE * spacing;
      if (from < radius && clear(radius) && (inner === 0 || clear(inner))) points.push([x, y]);
    }
  }
  return points;
}

/** Counter-clockwise triangles, without slivers at the rim. */
function triangulate(flat: Float64Array): Uint32Array {
  const found = new Delaunator(flat).triangles;
  const kept: number[] = [];
  for (let t = 0; t < found.length; t += 3) {
    const [a, b, c] = found.slice(t, t + 3);
    const area = twiceArea(flat, a, b, c);
    if (Math.abs(area) < 1e-9) continue;
    if (area > 0) kept.push(a, b, c);
    else kept.push(a, c, b);
  }
  return Uint32Array.from(kept);
}

function smooth(flat: Float64Array, fixed: number): void {
  const sums = new Float64Array((3 * flat.length) / 2);
  const triangles = triangulate(flat);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.subarray(t, t + 3);
    const [a, b, c] = corners;
    const area = twiceArea(flat, a, b, c);
    for (const v of corners) {
      sums[3 * v] += (area * (flat[2 * a] + flat[2 * b] + flat[2 * c])) / 3;
      sums[3 * v + 1] += (area * (flat[2 * a + 1] + flat[2 * b + 1] + flat[2 * c + 1])) / 3;
      sums[3 * v + 2] += area;
    }
  }
  for (let v = fixed; v < flat.length / 2; v++) {
    flat[2 * v] = sums[3 * v] / sums[3 * v + 2];
    flat[2 * v + 1] = sums[3 * v + 1] / sums[3 * v + 2];
  }
}

function twiceArea(flat: Float64Array, a: number, b: number, c: number): number {
  const [x, y] = [flat[2 * b] - flat[2 * a], flat[2 * b + 1] - flat[2 * a + 1]];
  return x * (flat[2 * c + 1] - flat[2 * a + 1]) - y * (flat[2 * c] - flat[2 * a]);
}
