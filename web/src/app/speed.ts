// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How fast the figure moves beside real life, in words for the meter: "real time 1.0×", "3.3× slower".

/** From here on it is told as real time: what rounds to 1.0. */
const REAL = 0.95;

/** Words for a share of real time; a dash while time stands still. */
export function speedText(share: number): string {
  if (!(share > 0)) return '–';
  if (share >= REAL) return `real time ${Math.max(1, share).toFixed(1)}×`;
  const times = 1 / share;
  return `${times.toFixed(times < 9.95 ? 1 : 0)}× slower`;
}
