// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { CONTACT_SIZE, ContactShadow } from '../src/view/contact_shadow';
import { vertexNormals, weldedNormals } from '../src/view/normals';
import { makePedestal } from '../src/view/pedestal';
import { Treadmill } from '../src/view/treadmill';
import { LOOKS } from '../src/view/fabric_looks';
import { weaveMap } from '../src/view/weave';
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

  it('are one on both sides of a seam of the picture', () => {
    const positions = new Float32Array([0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 1]);
    const normals = weldedNormals(positions, new Uint32Array([0, 1, 2, 3, 5, 4]));
    for (const v of [0, 1]) {
      expect(normals.slice(3 * v, 3 * v + 3)).toEqual(normals.slice(3 * v + 9, 3 * v + 12));
      expect(Math.abs(normals[3 * v + 2])).toBeCloseTo(1);
    }
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

describe('contact shadow', () => {
  it('is dark under what stands, soft around it, and nowhere else', () => {
    const shadow = new ContactShadow();
    shadow.add(new Float32Array([0.4, 0, -0.8, 0.4, 1.2, 0.8]));
    shadow.commit();
    const { data, width } = shadow.texture.image as { data: Uint8Array; width: number };
    const at = (x: number, z: number) => {
      const cell = (v: number) => Math.floor((v / CONTACT_SIZE + 0.5) * width);
      return data[cell(z) * width + cell(x)];
    };
    expect(at(0.4, -0.8)).toBeGreaterThan(10);
    expect(at(0.44, -0.8)).toBeLessThan(at(0.4, -0.8));
    expect(at(0.44, -0.8)).toBeGreaterThan(0);
    expect(at(0.4, 0.8)).toBe(0);
    shadow.clear();
    shadow.commit();
    expect(Math.max(...data)).toBe(0);
  });
});

describe('weaves', () => {
  it('repeat without a seam and stay flat on the whole', () => {
    for (const { weave } of Object.values(LOOKS)) {
      const a = weave.sample(0.3, 1.7);
      const b = weave.sample(0.3 + weave.yarns, 1.7 + weave.yarns);
      expect(b.height).toBeCloseTo(a.height, 6);
      expect(a.height).toBeGreaterThanOrEqual(0);
      const map = weaveMap(weave, 64);
      let sum = 0;
      for (let k = 0; k < map.length; k += 4) sum += map[k];
      expect(sum / (map.length / 4)).toBeGreaterThan(120);
      expect(sum / (map.length / 4)).toBeLessThan(135);
    }
  });
});

describe('pedestal', () => {
  const table = { kind: 'table', radius: 0.35, thickness: 0.03, at: [0.5, 0.7, 0] } as const;
  const place = (at: readonly number[]) => [...at] as [number, number, number];

  it('stands under a table, from the floor to its top', () => {
    const leg = makePedestal({ ...table, at: place(table.at) })!;
    leg.geometry.computeBoundingBox();
    const { min, max } = leg.geometry.boundingBox!;
    expect([min.y, max.y]).toEqual([0, expect.closeTo(0.67, 6)]);
    expect(max.x).toBeLessThan(table.radius);
    expect(leg.position.toArray()).toEqual([0.5, 0, 0]);
  });

  it('is not under what is no table, lies on the floor or turns', () => {
    expect(makePedestal(undefined)).toBeNull();
    expect(makePedestal({ kind: 'sphere', radius: 0.2, at: [0, 1, 0] })).toBeNull();
    expect(makePedestal({ ...table, at: [0, 0.05, 0] })).toBeNull();
    expect(makePedestal({ ...table, at: place(table.at), rotate: [90, 0, 0] })).toBeNull();
  });
});
