// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The rounding of the cook: every coordinate that leaves it is a multiple of 2^-20 m, so that the last bits of
// the arithmetic behind it never reach the core. Below 4 m such a number is exact in single precision.

const GRID = 1048576;

/** Nearest multiple of 2^-20 m. */
export function snap(metres: number): number {
  return Math.round(metres * GRID) / GRID;
}

/** All coordinates of a list, snapped, in single precision. */
export function snapAll(metres: ArrayLike<number>): Float32Array {
  const out = new Float32Array(metres.length);
  for (let i = 0; i < metres.length; i++) out[i] = snap(metres[i]);
  return out;
}

/** Nearest micrometre of a length in mm: the rounding of what pattern drafting returns. */
export function snapMm(mm: number): number {
  return Math.round(mm * 1000) / 1000;
}
