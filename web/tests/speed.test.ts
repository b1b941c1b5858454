// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The words of the meter for the speed.
import { describe, expect, it } from 'vitest';
import { speedText } from '../src/app/speed';

describe('the speed in the meter', () => {
  it('is real time where it rounds to that', () => {
    expect(speedText(1)).toBe('real time 1.0×');
    expect(speedText(0.95)).toBe('real time 1.0×');
  });

  it('else says how many times slower, never 1.0 times', () => {
    expect(speedText(0.9499)).toBe('1.1× slower');
    expect(speedText(0.5)).toBe('2.0× slower');
    expect(speedText(0.1)).toBe('10× slower');
    expect(speedText(0.04)).toBe('25× slower');
  });

  it('is a dash while time stands still', () => {
    expect(speedText(0)).toBe('–');
    expect(speedText(NaN)).toBe('–');
  });
});
