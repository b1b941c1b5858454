// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vectors of three numbers.

export type Vec3 = [number, number, number];

/** a + scale b. */
export function plus(a: Vec3, b: Vec3, scale = 1): Vec3 {
  return [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];
}

/** a - b. */
export function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** s a. */
export function times(a: Vec3, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}

/** a + t (b - a). */
export function mix(a: Vec3, b: Vec3, t: number): Vec3 {
  return plus(a, minus(b, a), t);
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length(a: Vec3): number {
  return Math.sqrt(dot(a, a));
}

export function distance(a: Vec3, b: Vec3): number {
  return length(minus(a, b));
}

/** a scaled to length one. */
export function unit(a: Vec3): Vec3 {
  return times(a, 1 / length(a));
}

/** The v-th point of a flat list. */
export function point(list: ArrayLike<number>, v: number): Vec3 {
  return [list[3 * v], list[3 * v + 1], list[3 * v + 2]];
}

/** Mean of points. */
export function centre(points: Vec3[]): Vec3 {
  const sum = points.reduce((s, p) => plus(s, p), [0, 0, 0]);
  return times(sum, 1 / points.length);
}
