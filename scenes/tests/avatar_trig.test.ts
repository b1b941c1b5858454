// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import * as trig from '../src/math/trig.js';

function worst(f: (x: number) => number, g: (x: number) => number, from: number, to: number) {
  let error = 0;
  for (let i = 0; i <= 4000; i++) {
    const x = from + ((to - from) * i) / 4000;
    error = Math.max(error, Math.abs(f(x) - g(x)));
  }
  return error;
}

describe('trigonometry of exactly specified operations', () => {
  it('agrees with the platform to 1e-15', () => {
    expect(worst(trig.sin, Math.sin, -40, 40)).toBeLessThan(1e-15);
    expect(worst(trig.cos, Math.cos, -40, 40)).toBeLessThan(1e-15);
    expect(worst(trig.atan, Math.atan, -30, 30)).toBeLessThan(1e-15);
    expect(worst(trig.acos, Math.acos, -1, 1)).toBeLessThan(2e-15);
    expect(worst(trig.asin, Math.asin, -1, 1)).toBeLessThan(2e-15);
  });

  it('knows all four quadrants and the axes', () => {
    for (const [y, x] of [
      [0, 1],
      [1, 1],
      [1, 0],
      [1, -1],
      [0, -1],
      [-1, -1],
      [-1, 0],
      [-1, 1],
      [1e-9, 3],
      [3, 1e-9],
    ]) {
      expect(trig.atan2(y, x)).toBeCloseTo(Math.atan2(y, x), 14);
    }
    expect(trig.atan2(0, 0)).toBe(0);
  });

  it('keeps the same bits for ever', () => {
    const words = new BigUint64Array(
      new Float64Array([trig.sin(1), trig.cos(2), trig.atan2(3, -4)]).buffer,
    );
    expect([...words].map((w) => w.toString(16))).toEqual([
      '3feaed548f090cee',
      'bfdaa22657537205',
      '4003fc176b7a8560',
    ]);
  });
});
