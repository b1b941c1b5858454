// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A value over time through keys: cubic between two keys, never beyond them, still where two keys are equal. Slopes are
// the limited ones of Fritsch and Butland 1984, unless a key says its own.

/** Time, s; value; slope per second, when the key knows it. */
export type Key = readonly [time: number, value: number, slope?: number];

/** The value at any time; before the first key and after the last it stays. */
export function channel(keys: readonly Key[]): (time: number) => number {
  const slopes = keys.map((key, i) => key[2] ?? limitedSlope(keys, i));
  return (time) => {
    if (time <= keys[0][0]) return keys[0][1];
    const after = keys.findIndex((key) => key[0] > time);
    if (after < 0) return keys[keys.length - 1][1];
    const [from, to] = [keys[after - 1], keys[after]];
    const span = to[0] - from[0];
    const t = (time - from[0]) / span;
    const [a, b] = [slopes[after - 1] * span, slopes[after] * span];
    const rise = to[1] - from[1];
    return from[1] + t * (a + t * (3 * rise - 2 * a - b + t * (a + b - 2 * rise)));
  };
}

function limitedSlope(keys: readonly Key[], i: number): number {
  if (i === 0 || i === keys.length - 1) return 0;
  const [h, k] = [keys[i][0] - keys[i - 1][0], keys[i + 1][0] - keys[i][0]];
  const [s, t] = [(keys[i][1] - keys[i - 1][1]) / h, (keys[i + 1][1] - keys[i][1]) / k];
  if (s * t <= 0) return 0;
  const share = (h + 2 * k) / (3 * (h + k));
  return (s * t) / (share * t + (1 - share) * s);
}
