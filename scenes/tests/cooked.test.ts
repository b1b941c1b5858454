// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cook } from '../src/cook/cook.js';
import type { Scene } from '../src/scene.js';
import { floats, nameOf, readCooked, section, words } from './helpers/read_cooked.js';

const TABLE_CLOTH = JSON.parse(
  readFileSync(new URL('../table-cloth.json', import.meta.url), 'utf8'),
) as Scene;

describe('a cooked scene', () => {
  it('reads back as it was written', () => {
    const { bytes, info } = cook(TABLE_CLOTH);
    const scene = readCooked(bytes);
    expect(scene.version).toBe(2);
    expect(scene.hash).toBe(info.hash);
    const world = section(scene, 'WRLD');
    expect(world.byteLength).toBe(56);
    expect(world.getFloat32(0, true)).toBeCloseTo(1 / 60, 8);
    expect(world.getFloat32(8, true)).toBeCloseTo(-9.81, 5);
    expect(world.getUint32(48, true)).toBe(300);
    const cloth = section(scene, 'CLTH');
    expect(cloth.byteLength).toBe(120);
    expect([cloth.getUint32(0, true), cloth.getUint32(4, true)]).toEqual([49, 72]);
    expect(nameOf(cloth, 88)).toBe('cloth');
    expect(floats(section(scene, 'CPOS')).length).toBe(147);
    expect(Math.max(...words(section(scene, 'CTRI')))).toBe(48);
    const body = section(scene, 'BODY');
    expect(body.byteLength).toBe(64);
    expect(nameOf(body, 32)).toBe('table');
  });

  it('has coordinates on the grid of 2^-20 m', () => {
    const scene = readCooked(cook(TABLE_CLOTH).bytes);
    for (const x of floats(section(scene, 'BPOS')))
      expect(Number.isInteger(x * 2 ** 20)).toBe(true);
  });

  it('says whether cloth at rest may sleep', () => {
    const awake = (scene: Scene) =>
      section(readCooked(cook(scene).bytes), 'WRLD').getUint32(52, true);
    expect(awake(TABLE_CLOTH)).toBe(0);
    expect(awake({ ...TABLE_CLOTH, sleep: true })).toBe(0);
    expect(awake({ ...TABLE_CLOTH, sleep: false })).toBe(1);
  });

  it('is the same twice', () => {
    expect(cook(TABLE_CLOTH).bytes).toEqual(cook(TABLE_CLOTH).bytes);
  });

  it('changes its hash with one coordinate', () => {
    const moved = structuredClone(TABLE_CLOTH);
    moved.cloths[0] = { ...moved.cloths[0], at: [0.001, 0.72, 0] } as Scene['cloths'][0];
    expect(cook(moved).info.hash).not.toBe(cook(TABLE_CLOTH).info.hash);
  });
});
