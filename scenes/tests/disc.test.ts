// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A round sheet: its area, its circles, the shape of its triangles, what is held.
import { describe, expect, it } from 'vitest';
import { cook } from '../src/cook/cook.js';
import { discSheet } from '../src/cloth/disc.js';
import { floats, readCooked, section } from './helpers/read_cooked.js';
import { readScene } from './helpers/scenes.js';

const scene = readScene('cusick');

function anglesOf(m: Float64Array, corners: number[]): number[] {
  const at = (k: number) => [m[2 * corners[k % 3]], m[2 * corners[k % 3] + 1]];
  return [0, 1, 2].map((k) => {
    const [p, q, r] = [at(k), at(k + 1), at(k + 2)];
    const [u, v] = [q, r].map((x) => Math.atan2(x[1] - p[1], x[0] - p[0]));
    return (Math.abs(((v - u) * 180) / Math.PI + 540) % 360) - 180;
  });
}

describe.each([0.01, 0.006])('a disc with edges of %f m', (spacing) => {
  const { material: m, triangles: t, positions: p } = discSheet(0.15, spacing, 0.09);
  const radii = Array.from({ length: m.length / 2 }, (_, v) => Math.hypot(m[2 * v], m[2 * v + 1]));

  it('has the area of its rim, every triangle facing up, none a needle', () => {
    let area = 0;
    let least = 180;
    for (let i = 0; i < t.length; i += 3) {
      const angles = anglesOf(m, [t[i], t[i + 1], t[i + 2]]);
      least = Math.min(least, ...angles.map(Math.abs));
      const [a, b, c] = [t[i], t[i + 1], t[i + 2]];
      const twice =
        (m[2 * b] - m[2 * a]) * (m[2 * c + 1] - m[2 * a + 1]) -
        (m[2 * b + 1] - m[2 * a + 1]) * (m[2 * c] - m[2 * a]);
      expect(twice).toBeGreaterThan(0);
      area += twice / 2;
    }
    const rim = radii.filter((r) => r > 0.15 - 1e-9).length;
    expect(area).toBeCloseTo((rim / 2) * 0.15 ** 2 * Math.sin((2 * Math.PI) / rim), 9);
    expect(least).toBeGreaterThan(25);
  });

  it('has vertices on both circles and lies with its weft along x', () => {
    for (const radius of [0.15, 0.09]) {
      const on = radii.filter((r) => Math.abs(r - radius) < 1e-9).length;
      expect(on).toBe(Math.round((2 * Math.PI * radius) / spacing));
    }
    for (let v = 0; v < radii.length; v++) {
      expect([p[3 * v], p[3 * v + 1], p[3 * v + 2]]).toEqual([m[2 * v], 0, -m[2 * v + 1]]);
    }
  });
});

describe('the drape test', () => {
  it('holds what lies on the disc', () => {
    const file = readCooked(cook(scene).bytes);
    const material = floats(section(file, 'CMAT'));
    const held = section(file, 'CPIN').byteLength / 32;
    const inside = Array.from(
      { length: material.length / 2 },
      (_, v) => Math.hypot(material[2 * v], material[2 * v + 1]) < 0.0901,
    );
    expect(held).toBe(inside.filter((x) => x).length);
    expect(held).toBeGreaterThan(400);
  });

  it('refuses to hold more than there is, and meshes without end', () => {
    const change = (values: object) => {
      const other = structuredClone(scene);
      Object.assign(other.cloths[0], values);
      return () => cook(other);
    };
    expect(change({ held: 0.2 })).toThrow(/cloths\[0\]: held must be less than the radius/);
    expect(change({ radius: 2 })).toThrow(/cloths\[0\]: radius over spacing may be 100 at most/);
  });
});
