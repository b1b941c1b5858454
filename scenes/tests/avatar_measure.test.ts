// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import { measure } from '../src/avatar/index.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

// Measured by an independent program on the same data; the women there had a third face type mixed in.
const EXPECTED: Record<string, [woman: number, man: number, plus: number]> = {
  neck: [321, 365, 373],
  chest: [901, 987, 1091],
  highBust: [868, 981, 950],
  underbust: [749, 895, 937],
  shoulderToShoulder: [382, 452, 399],
  biceps: [279, 295, 330],
  wrist: [131, 152, 176],
  waist: [735, 763, 975],
  waistBack: [353, 379, 494],
  hips: [906, 816, 1157],
  seat: [1020, 944, 1164],
  seatBack: [525, 510, 570],
  knee: [350, 352, 400],
  crossSeam: [722, 730, 789],
  hpsToBust: [268, 267, 321],
  hpsToWaistFront: [443, 435, 436],
  hpsToWaistBack: [405, 439, 439],
  shoulderToWrist: [496, 566, 502],
  waistToArmpit: [179, 178, 167],
  waistToHips: [119, 125, 124],
  waistToSeat: [237, 250, 247],
  waistToUpperLeg: [270, 284, 281],
  waistToKnee: [595, 636, 589],
  waistToFloor: [1061, 1157, 1051],
};
const ROUGH = new Set(['hpsToWaistFront', 'seatBack']);

describe('measures', async () => {
  const asset = await openAvatar();

  for (const [i, name] of ['woman', 'man', 'plus'].entries()) {
    it(`of the ${name} agree with the table`, () => {
      const measured = measure(avatarOf(asset, name));
      for (const [key, values] of Object.entries(EXPECTED)) {
        const tolerance = name === 'man' ? 0.015 : ROUGH.has(key) ? 0.08 : 0.025;
        expect(Math.abs(measured[key] / values[i] - 1), key).toBeLessThan(tolerance);
      }
      expect(measured.shoulderSlope).toBeGreaterThan(19);
      expect(measured.shoulderSlope).toBeLessThan(27);
    });

    it(`of the ${name} are clamped to what patterns can take`, () => {
      const m = measure(avatarOf(asset, name));
      const within = (x: number, low: number, high: number) => x > low - 1e-4 && x < high + 1e-4;
      expect(within(m.waistBack / m.waist, 0.48, 0.53)).toBe(true);
      expect(within(m.seatBack / m.seat, 0.49, 0.54)).toBe(true);
      expect(within(m.crossSeamFront / m.crossSeam, 0.47, 0.5)).toBe(true);
      expect(within(m.bustSpan / m.chest, 0, 0.18)).toBe(true);
      expect(m.hpsToWaistFront).toBeLessThanOrEqual(m.hpsToWaistBack + 60);
    });
  }
});
