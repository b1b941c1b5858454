// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { roomBetween } from '../src/pinch/room.js';

describe('the room between two parts of a body', () => {
  it('is none where nothing is worn', () => {
    expect(roomBetween(0.003, [])).toBe(0);
  });

  it('is three contact distances for two thin sheets', () => {
    expect(roomBetween(0.003, [0.0007])).toBeCloseTo(0.009, 12);
  });

  it('is the thickness of all sheets where they are thicker than contact keeps them', () => {
    expect(roomBetween(0.001, [0.01, 0.02])).toBeCloseTo(2 * (0.01 + 0.02), 12);
  });

  it('counts each pair of neighbours by itself', () => {
    // Skin to felt 5 mm, felt to silk 5.1, silk to silk 3 (contact), and back.
    expect(roomBetween(0.003, [0.01, 0.0002])).toBeCloseTo(0.005 + 0.0051 + 0.003 + 0.0101, 12);
  });
});
