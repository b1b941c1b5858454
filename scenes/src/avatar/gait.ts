// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How joints turn while walking: textbook normative curves of level gait (after Winter 1991, Perry 1992 and, for the
// arms, Murray 1967), as degrees at every 5 % of the cycle of one leg, which begins with its heel strike.

import { cos, PI, sin } from '../math/trig.js';

export interface Gait {
  /** Thigh against the vertical, forward positive. */
  hip: number;
  knee: number;
  /** Foot against the shank, toes up positive. */
  ankle: number;
  /** Pelvis: this side up, this side forward. */
  obliquity: number;
  yaw: number;
  /** Upper arm of this side, forward positive. */
  shoulder: number;
  elbow: number;
}

const COLUMNS: (keyof Gait)[] = ['hip', 'knee', 'ankle', 'obliquity', 'yaw', 'shoulder', 'elbow'];

// prettier-ignore
const TABLE = [
  [24, 5, 0, .5, 5, -21, 15], [23, 11, -4.5, 2.5, 4.8, -20.5, 15],
  [20.5, 16.5, -3.5, 4, 4.2, -19, 15.5], [16.5, 19, 1, 4, 3.4, -16.5, 17],
  [12, 18, 4.5, 3, 2.4, -13, 19], [7, 15, 6.5, 2, 1.2, -9, 22],
  [2, 11.5, 8.5, 1.2, 0, -4.5, 25.5], [-4, 8.5, 10.5, .5, -1.2, 0, 29],
  [-9.5, 6.5, 12, .2, -2.4, 4, 32], [-14.5, 7.5, 12, 0, -3.6, 7, 34],
  [-18.5, 12.5, 8.5, -.5, -5, 8.5, 35], [-19.5, 23, -1, -2.5, -4.8, 8, 34.5],
  [-14.5, 38, -13, -4, -4.2, 6, 33], [-5, 52, -17.5, -4, -3.4, 3, 30],
  [5, 60, -12, -3, -2.4, -1, 27], [13, 61, -5, -2, -1.2, -5.5, 24],
  [19, 54, 0, -1.2, 0, -10, 21], [23, 40, 2, -.5, 1.2, -14.5, 18.5],
  [25, 21, 2, -.2, 2.4, -18, 16.5], [25, 6, 1, 0, 3.6, -20.5, 15.5],
];

const HARMONICS = 8;

/** A smooth periodic function through equally spaced samples: its first harmonics. */
export function periodic(samples: number[], harmonics: number): (phase: number) => number {
  const n = samples.length;
  const terms = Array.from({ length: harmonics + 1 }, (_, k) => {
    const scale = k === 0 ? 1 / n : 2 / n;
    return [
      samples.reduce((sum, s, i) => sum + scale * s * cos((2 * PI * k * i) / n), 0),
      samples.reduce((sum, s, i) => sum + scale * s * sin((2 * PI * k * i) / n), 0),
    ];
  });
  return (phase) =>
    terms.reduce(
      (sum, [a, b], k) => sum + a * cos(2 * PI * k * phase) + b * sin(2 * PI * k * phase),
      0,
    );
}

const CURVES = COLUMNS.map((_, column) =>
  periodic(
    TABLE.map((row) => row[column]),
    HARMONICS,
  ),
);

/** All angles of one leg and its arm at a phase of its cycle, in degrees. */
export function gaitAt(phase: number): Gait {
  const out = {} as Gait;
  COLUMNS.forEach((name, i) => (out[name] = CURVES[i](phase)));
  return out;
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
