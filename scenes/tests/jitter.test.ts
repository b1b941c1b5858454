// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A start that is moved a little, by seed.
import { describe, expect, it } from 'vitest';
import { jitterCloth } from '../src/cloth/jitter.js';
import { cook } from '../src/cook/cook.js';
import { PIN } from '../src/model.js';
import type { Scene } from '../src/scene.js';
import { floats, readCooked, section, words } from './helpers/read_cooked.js';
import { readScene, resources } from './helpers/scenes.js';

const host = await resources();

function positionsOf(scene: Scene, cloth = 0): Float32Array {
  return floats(section(readCooked(cook(scene, host).bytes), 'CPOS', cloth));
}

function jittered(name: string, seed: number, size?: number): Scene {
  return { ...readScene(name), jitter: size === undefined ? { seed } : { seed, size } };
}

/** How far every vertex went, m. */
function ways(a: Float32Array, b: Float32Array): number[] {
  return Array.from({ length: a.length / 3 }, (_, v) =>
    Math.hypot(...[0, 1, 2].map((k) => a[3 * v + k] - b[3 * v + k])),
  );
}

describe('jitter', () => {
  const still = positionsOf(readScene('walk-tshirt'));

  it('moves every vertex uniformly in a ball, on the grid', () => {
    const moved = positionsOf(jittered('walk-tshirt', 3, 0.001));
    const all = ways(still, moved);
    expect(Math.max(...all)).toBeLessThan(0.001 + 2e-6);
    // the mean distance from the middle of a ball is three quarters of its radius
    expect(all.reduce((a, b) => a + b) / all.length).toBeCloseTo(0.00075, 5);
    expect(moved.every((x) => Number.isInteger(x * 2 ** 20))).toBe(true);
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let i = k; i < moved.length; i += 3) sum += moved[i] - still[i];
      expect(Math.abs(sum / all.length)).toBeLessThan(3e-5);
    }
  });

  it('repeats with its seed and differs with another', () => {
    const hash = (seed: number) => cook(jittered('table-cloth', seed)).info.hash;
    expect(hash(3)).toBe(hash(3));
    expect(new Set([1, 2, 3, 4].map(hash)).size).toBe(4);
    expect(hash(1)).not.toBe(cook(readScene('table-cloth')).info.hash);
    expect(cook(jittered('table-cloth', 3)).info.hash).toBe(
      cook(jittered('table-cloth', 3, 0.001)).info.hash,
    );
  });

  it('moves cloths of one scene differently', () => {
    const moved = jittered('sheets-on-solids', 5);
    const shift = (cloth: number) => {
      const [a, b] = [positionsOf(moved, cloth), positionsOf(readScene('sheets-on-solids'), cloth)];
      return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    };
    expect(shift(0)).not.toEqual(shift(1));
  });

  it('leaves what pins prescribe where it is', () => {
    const moved = ways(positionsOf(readScene('twist')), positionsOf(jittered('twist', 9)));
    const pins = section(readCooked(cook(readScene('twist')).bytes), 'CPIN');
    const held = new Set<number>();
    for (let at = 0; at < pins.byteLength; at += 32) held.add(pins.getUint32(at, true));
    moved.forEach((way, v) => expect(way === 0).toBe(held.has(v)));
  });

  it('keeps seam partners together that lie on each other, and only those', () => {
    const file = readCooked(cook(jittered('twist', 9), host).bytes);
    const [p, seams] = [floats(section(file, 'CPOS')), words(section(file, 'CSEM'))];
    for (let i = 0; i < seams.length; i += 2) {
      const [a, b] = [3 * seams[i], 3 * seams[i + 1]];
      expect(p.slice(a, a + 3)).toEqual(p.slice(b, b + 3));
    }
    const cloth = {
      positions: new Float32Array(12),
      seams: Uint32Array.of(3, 2, 2, 1),
      pins: [],
    } as unknown as Parameters<typeof jitterCloth>[0];
    const chained = jitterCloth(cloth, 0, { seed: 1 }).positions;
    expect(chained.slice(3, 6)).toEqual(chained.slice(6, 9));
    expect(chained.slice(3, 6)).toEqual(chained.slice(9, 12));
    expect(chained.slice(0, 3)).not.toEqual(chained.slice(3, 6));
  });

  it('frees springs but not fixed vertices', () => {
    const pin = (vertex: number, kind: number) => ({ vertex, kind });
    const cloth = {
      positions: new Float32Array(6),
      seams: new Uint32Array(0),
      pins: [pin(0, PIN.fixed), pin(1, PIN.spring)],
    } as unknown as Parameters<typeof jitterCloth>[0];
    const { positions } = jitterCloth(cloth, 0, { seed: 1 });
    expect([...positions.slice(0, 3)]).toEqual([0, 0, 0]);
    expect(positions[3]).not.toBe(0);
  });

  it('is refused where it would close the gap that cloth starts with', () => {
    expect(() => cook(jittered('table-cloth', 1, 0.01))).toThrow(
      /jitter\.size: 0\.01 is too large; the most is 0\.002/,
    );
  });
});
