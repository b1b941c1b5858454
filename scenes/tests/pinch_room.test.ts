// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { roomBetween } from '../src/pinch/room.js';

describe('the room between two parts of a body', () => {
  it('is contact on both sides and two sheets of every garment', () => {
    expect(roomBetween(0.003, [0.0007])).toBeCloseTo(0.006 + 2 * 0.0007, 12);
    expect(roomBetween(0.003, [0.0002, 0.0007])).toBeCloseTo(0.006 + 2 * 0.0009, 12);
  });

  it('takes half of the thickest garment for contact where that is more', () => {
    expect(roomBetween(0.001, [0.01, 0.02])).toBeCloseTo(2 * 0.01 + 2 * 0.03, 12);
  });
});
