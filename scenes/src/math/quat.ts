// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Unit quaternions x, y, z, w: rotations of space. mul(a, b) turns by b first.

import { cos, sin } from './trig.js';
import type { Vec3 } from './vec3.js';
import { cross, dot, unit } from './vec3.js';

export type Quat = [number, number, number, number];

export const IDENTITY: Readonly<Quat> = [0, 0, 0, 1];

/** Turn about an axis of length one by an angle in radians. */
export function axisAngle(axis: Vec3, angle: number): Quat {
  const s = sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, cos(angle / 2)];
}

export const turnX = (angle: number): Quat => axisAngle([1, 0, 0], angle);
export const turnY = (angle: number): Quat => axisAngle([0, 1, 0], angle);
export const turnZ = (angle: number): Quat => axisAngle([0, 0, 1], angle);

/** The turns in a row, the last one first. */
export function mul(...turns: Readonly<Quat>[]): Quat {
  return turns.reduce(product) as Quat;
}

function product(a: Readonly<Quat>, b: Readonly<Quat>): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** The turn back. */
export function inverse(q: Readonly<Quat>): Quat {
  return [-q[0], -q[1], -q[2], q[3]];
}

/** A vector turned. */
export function rotate(q: Readonly<Quat>, v: Vec3): Vec3 {
  const [x, y, z, w] = q;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [
    v[0] + w * tx + y * tz - z * ty,
    v[1] + w * ty + z * tx - x * tz,
    v[2] + w * tz + x * ty - y * tx,
  ];
}

/** Scaled to length one. */
export function normalise(q: Readonly<Quat>): Quat {
  const s = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] * s, q[1] * s, q[2] * s, q[3] * s];
}

/** The shortest turn that takes direction `from` to `to`. */
export function between(from: Vec3, to: Vec3): Quat {
  const [a, b] = [unit(from), unit(to)];
  const [x, y, z] = cross(a, b);
  return normalise([x, y, z, 1 + dot(a, b)]);
}

/** The turn that takes the coordinate axes to x, y, z: orthogonal, of length one, right-handed. */
export function fromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    return normalise([y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace]);
  }
  if (x[0] >= y[1] && x[0] >= z[2]) {
    return normalise([1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]]);
  }
  if (y[1] >= z[2]) {
    return normalise([y[0] + x[1], 1 - x[0] + y[1] - z[2], z[1] + y[2], z[0] - x[2]]);
  }
  return normalise([z[0] + x[2], z[1] + y[2], 1 - x[0] - y[1] + z[2], x[1] - y[0]]);
}

/** Normalised linear blend from a to b along the shorter way. */
export function blend(a: Readonly<Quat>, b: Readonly<Quat>, t: number): Quat {
  const s = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -t : t;
  return normalise([0, 1, 2, 3].map((k) => (1 - t) * a[k] + s * b[k]) as Quat);
}
