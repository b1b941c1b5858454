// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The rounding of the cook: every coordinate that leaves it is a multiple of 2^-20 m, so that the last bits of
// the arithmetic behind it never reach the core. Below 4 m such a number is exact in single precision.

const GRID = 1048576;
const GRID_MM = 1024;

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

/**
 * Nearest multiple of 2^-10 mm, for what a pattern library returns. Such a library computes with the engine's own
 * sine; a binary grid has its ties at eleven decimals, where drafted lengths do not lie, so a last bit
 * does not decide.
 */
export function snapMm(mm: number): number {
  return Math.round(mm * GRID_MM) / GRID_MM + 0;
}
