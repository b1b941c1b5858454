// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Elastic tapes along edges of a pattern: which pieces they have, how long these are cut, and what is refused.
import { describe, expect, it } from 'vitest';
import { cook } from '../src/cook/cook.js';
import { PATTERNS } from '../src/garment/patterns.js';
import type { Scene, SceneBand, SceneGarment } from '../src/scene.js';
import { floats, readCooked, section, words } from './helpers/read_cooked.js';
import { resources } from './helpers/scenes.js';

const known = await resources();

const scene = (pattern: string, bands?: SceneBand[]): Scene => ({
  name: 'x',
  bodies: [{ kind: 'avatar', name: 'wearer', body: 'woman' }],
  cloths: [{ kind: 'garment', pattern, resolution: 36.6, ...(bands && { bands }) } as SceneGarment],
});

/** The pieces of a cooked garment and the lengths of the edges that they are sewn to, m. */
function piecesOf(bytes: Uint8Array) {
  const file = readCooked(bytes);
  const material = floats(section(file, 'CMAT'));
  const seams = words(section(file, 'CSEM'));
  const at = section(file, 'CBND');
  const pieces = Array.from({ length: at.byteLength / 20 }, (_, i) => {
    const vertices = [at.getUint32(20 * i, true), at.getUint32(20 * i + 4, true)];
    const [[ax, ay], [bx, by]] = vertices.map((v) => [material[2 * v], material[2 * v + 1]]);
    const [rest, stiffness, mass] = [8, 12, 16].map((k) => at.getFloat32(20 * i + k, true));
    return { vertices, length: Math.hypot(ax - bx, ay - by), rest, stiffness, mass };
  });
  return { pieces, seams };
}

/** How often each point of the sewn garment ends a piece. */
function ends({ pieces, seams }: ReturnType<typeof piecesOf>): number[] {
  const first = new Map<number, number>();
  const root = (v: number): number => (first.has(v) ? root(first.get(v)!) : v);
  for (let i = 0; i < seams.length; i += 2) {
    const [a, b] = [root(seams[i]), root(seams[i + 1])];
    if (a !== b) first.set(Math.max(a, b), Math.min(a, b));
  }
  const counts = new Map<number, number>();
  pieces
    .flatMap((p) => p.vertices.map(root))
    .forEach((v) => counts.set(v, (counts.get(v) ?? 0) + 1));
  return [...counts.values()];
}

describe('bands of a garment', () => {
  const worn = Object.values(PATTERNS).filter(({ bands }) => bands);

  it.each(worn.map(({ name }) => name))('%s: its own make one closed ring', (pattern) => {
    const found = piecesOf(cook(scene(pattern), known).bytes);
    expect(found.pieces.length).toBeGreaterThan(10);
    expect(new Set(ends(found))).toEqual(new Set([2]));
  });

  it('are cut to a part of the edge, with the mass and the stiffness that are asked for', () => {
    const bands = [{ edge: 'waist', ease: -0.25, stiffness: 12, density: 0.03 }];
    for (const { length, rest, stiffness, mass } of piecesOf(
      cook(scene('skirt', bands), known).bytes,
    ).pieces) {
      expect(rest).toBeCloseTo(0.75 * length, 6);
      expect(stiffness).toBe(12);
      expect(mass).toBeCloseTo(0.03 * length, 6);
    }
  });

  it('are left off by an empty list', () => {
    const file = readCooked(cook(scene('skirt', []), known).bytes);
    expect(() => section(file, 'CBND')).toThrow();
  });

  it.each([
    [
      { edge: 'wrist' },
      "cloths[0].bands[0].edge: unknown edge of 'skirt' 'wrist'; use one of waist",
    ],
    [{ edge: 'waist', stiffness: -1 }, 'cloths[0].bands[0].stiffness: -1 is too small'],
    [{ edge: 'waist', ease: -0.9 }, 'cloths[0].bands[0].ease: -0.9 is too small'],
    [{ edge: 'waist', density: NaN }, 'cloths[0].bands[0].density: NaN is not'],
    [{ edge: 'waist', ease: 'tight' }, 'cloths[0].bands[0].ease'],
    [{ ease: 0 }, "the key 'edge' is missing"],
  ])('%j is refused', (band, words) => {
    let message = 'no complaint';
    try {
      cook(scene('skirt', [band as SceneBand]), known);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(words);
  });
});
