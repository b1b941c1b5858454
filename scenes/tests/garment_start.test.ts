// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where sewing starts: three garments on three bodies, free of the body and of themselves.
import { describe, expect, it } from 'vitest';
import { measure, sewPose, skin } from '../src/avatar/index.js';
import { buildGarment } from '../src/garment/garment.js';
import { PATTERNS } from '../src/garment/patterns.js';
import { wornBody } from '../src/garment/worn_body.js';
import { avatarOf, openAvatar } from './avatar_asset.js';
import { meetings, toIntegers, windingNumber } from './helpers/exact.js';

const asset = await openAvatar();
const REQUEST = { resolution: 20, ease: 0, options: {}, below: [] };

describe.each(['woman', 'man', 'plus'])('on the body of the %s', (name) => {
  const avatar = avatarOf(asset, name);
  const measurements = measure(avatar);
  const pose = sewPose(avatar);

  describe.each(Object.keys(PATTERNS))('a %s', (pattern) => {
    const positions = skin(avatar, pose, pattern === 'trousers' ? { tube_feet: 1 } : {});
    const worn = wornBody(avatar, pose, positions, measurements);
    const built = buildGarment(PATTERNS[pattern], measurements, worn, REQUEST);
    const { garment, clearance } = built;
    const cloth = toIntegers(garment.positions, garment.triangles);
    const body = toIntegers(positions, avatar.triangles);

    it('starts outside of the body and does not meet it', () => {
      expect(meetings(cloth, body) + meetings(body, cloth)).toBe(0);
      const seen = new Set<number>();
      garment.panel.forEach((panel, v) => {
        if (seen.has(panel)) return;
        seen.add(panel);
        expect(Math.abs(windingNumber(body, cloth.points.subarray(3 * v, 3 * v + 3)))).toBeLessThan(
          0.01,
        );
      });
      expect(seen.size).toBe(garment.panelNames.length);
      expect(clearance.gap).toBeGreaterThanOrEqual(0.006);
    });

    it('would be caught if it did', () => {
      const moved = garment.positions.map((x, i) => (i % 3 === 2 ? x - 0.1 : x));
      expect(meetings(toIntegers(moved, garment.triangles), body)).toBeGreaterThan(10);
    });

    it('does not meet itself', () => {
      expect(meetings(cloth, cloth)).toBe(0);
    });

    it('has seams of nearly equal length that are near each other', () => {
      for (const [seam, a, b] of garment.stitches) {
        expect(Math.abs(a / b - 1), seam).toBeLessThan(0.02);
      }
      for (let i = 0; i < garment.seams.length; i += 2) {
        const [u, v] = [3 * garment.seams[i], 3 * garment.seams[i + 1]];
        const p = garment.positions;
        const gap = Math.hypot(p[u] - p[v], p[u + 1] - p[v + 1], p[u + 2] - p[v + 2]);
        expect(gap).toBeGreaterThan(0.006);
        expect(gap).toBeLessThan(0.42);
      }
    });

    it('is held at the waist, or not at all', () => {
      if (pattern === 'tshirt') expect(garment.waist).toEqual([]);
      else expect(garment.waist.length).toBeGreaterThan(35);
      for (const { height, triangle } of garment.waist) {
        expect(avatar.parts[triangle]).toBe(0);
        expect(Math.abs(height)).toBeLessThan(0.06);
      }
      expect(garment.lift > 0.05).toBe(pattern === 'trousers');
    });

    it('has cloth that keeps its length where it is wrapped', () => {
      const ratios: number[] = [];
      const { positions: p, material: m, triangles: t } = garment;
      for (let i = 0; i < t.length; i++) {
        const [a, b] = [t[i], t[i % 3 === 2 ? i - 2 : i + 1]];
        const space = Math.hypot(...[0, 1, 2].map((k) => p[3 * a + k] - p[3 * b + k]));
        ratios.push(space / Math.hypot(m[2 * a] - m[2 * b], m[2 * a + 1] - m[2 * b + 1]));
      }
      ratios.sort((a, b) => a - b);
      expect(ratios[Math.floor(ratios.length / 50)]).toBeGreaterThan(0.9);
      expect(ratios[ratios.length - 1]).toBeLessThan(1.15);
    });
  });
});
