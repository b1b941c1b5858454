// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The cook's grid: lengths leave it as multiples of 2^-20 m, which a 32-bit float below 16 m holds exactly.

const STEPS = 1048576;

/** Nearest multiple of 2^-20. */
export function snap(x: number): number {
  return Math.floor(x * STEPS + 0.5) / STEPS;
}

/** All of them, as 32-bit floats. */
export function snapAll(values: ArrayLike<number>): Float32Array {
  return Float32Array.from(values, snap);
}
