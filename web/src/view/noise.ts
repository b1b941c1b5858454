// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Periodic noise for textures. Nothing here reaches the simulation.

/** A fixed pseudo-random number in 0..1 for a lattice point. */
export function hash2(x: number, y: number): number {
  let h = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

const mod = (a: number, n: number) => ((a % n) + n) % n;
const smooth = (t: number) => t * t * (3 - 2 * t);

/** Smooth noise in 0..1 with periods `px` and `py`. */
export function valueNoise(x: number, y: number, px: number, py: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const fx = smooth(x - i);
  const fy = smooth(y - j);
  const at = (a: number, b: number) => hash2(mod(a, px), mod(b, py));
  const low = at(i, j) + (at(i + 1, j) - at(i, j)) * fx;
  const high = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * fx;
  return low + (high - low) * fy;
}

/** Distance to the border of the nearest cell: 0 in the creases of a grain, up to about 1 inside. */
export function cells(x: number, y: number, period: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  let nearest = 9;
  let second = 9;
  for (let b = j - 1; b <= j + 1; b++) {
    for (let a = i - 1; a <= i + 1; a++) {
      const cx = a + hash2(mod(a, period), mod(b, period));
      const cy = b + hash2(mod(b, period) + 101, mod(a, period));
      const d = Math.hypot(cx - x, cy - y);
      if (d < nearest) [nearest, second] = [d, nearest];
      else if (d < second) second = d;
    }
  }
  return second - nearest;
}
