// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { vertexNormals } from '../src/view/normals';
import { Treadmill } from '../src/view/treadmill';
import { WEAVES, weaveNormals } from '../src/view/weave';
import { Clock } from '../src/workers/clock';

describe('clock', () => {
  it('keeps the pace, and drops time rather than catching up', () => {
    const clock = new Clock(10);
    clock.restart(1000);
    expect(clock.wait(1000)).toBe(0);
    clock.tick(1001);
    expect(clock.wait(1002)).toBe(8);
    clock.tick(1011);
    expect(clock.rate).toBe(2);
    clock.tick(1500); // a long step
    expect(clock.wait(1500)).toBe(0);
    clock.tick(1501);
    expect(clock.wait(1501)).toBe(9);
  });
});

describe('normals', () => {
  it('point outward on a tetrahedron', () => {
    const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    const triangles = new Uint32Array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    const normals = new Float32Array(12);
    vertexNormals(positions, triangles, normals);
    const c = 1 / Math.sqrt(3);
    expect(normals[0]).toBeCloseTo(-c);
    expect(Math.hypot(normals[3], normals[4], normals[5])).toBeCloseTo(1);
    expect(normals[3]).toBeGreaterThan(0);
  });
});

describe('treadmill', () => {
  it('runs with the sole that stands', () => {
    const walker = new Treadmill();
    const pose = (z: number) => new Float32Array([0, 0.001, z, 0.1, 0.15, 5 * z, 0, 1.7, 0]);
    expect(walker.follow(pose(0))).toEqual({ x: 0, z: 0 });
    expect(walker.follow(pose(-0.02)).z).toBeCloseTo(-0.02);
    expect(walker.follow(pose(3)).z).toBe(0); // a jump of the animation
  });
});

describe('weaves', () => {
  it('repeat without a seam and stay flat on the whole', () => {
    for (const weave of Object.values(WEAVES)) {
      const a = weave.sample(0.3, 1.7);
      const b = weave.sample(0.3 + weave.yarns, 1.7 + weave.yarns);
      expect(b.height).toBeCloseTo(a.height, 6);
      expect(a.height).toBeGreaterThanOrEqual(0);
      const map = weaveNormals(weave, 64);
      let sum = 0;
      for (let k = 0; k < map.length; k += 4) sum += map[k];
      expect(sum / (map.length / 4)).toBeGreaterThan(120);
      expect(sum / (map.length / 4)).toBeLessThan(135);
    }
  });
});
