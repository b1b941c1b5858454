// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is made at build time comes out as it went in, and what a scene needs is fetched, no more.
import { readFileSync } from 'node:fs';
import { Weft } from 'weft-cloth';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from 'weft-scenes/avatar';
import { describe, expect, it, vi } from 'vitest';
import { figureOf } from '../src/workers/figure';
import { pack, unpack } from '../src/workers/packed';
import { SceneLoader } from '../src/workers/scene_loader';

const file = new Uint8Array(
  readFileSync(new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url)),
);
const avatars = await loadAvatarAsset(file.buffer);
const man = buildAvatar(avatars, 'man');

describe('packed values', () => {
  it('are the same again: a figure', () => {
    const figure = figureOf(man);
    expect(unpack(pack(figure))).toEqual(figure);
  });

  it('are the same again: arrays of every length, wherever the bytes lie', () => {
    const value = {
      none: new Uint8Array(0),
      odd: [1, 2, 3, 5].map((length) => new Uint16Array(length).fill(65535)),
      text: 'ä',
      flag: false,
      floats: Float32Array.of(-0.5, 1e-30),
    };
    const bytes = pack(value);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(unpack(shifted.subarray(3))).toEqual(value);
  });

  it('are refused when they are cut short, and what cannot be packed too', () => {
    const bytes = pack(figureOf(man));
    for (const length of [0, 3, 40, bytes.length - 4]) {
      expect(() => unpack(bytes.subarray(0, length))).toThrow();
    }
    expect(() => pack({ a: new Float64Array(1) })).toThrow('A Float64Array cannot be packed.');
  });
});

describe('what a scene is opened with', () => {
  const scene = { name: 'm', bodies: [{ kind: 'avatar', name: 'm', body: 'man' }], cloths: [] };
  const ball = { name: 'b', bodies: [{ kind: 'sphere', radius: 0.2 }] };
  const sheet = { kind: 'grid', size: [0.5, 0.5], columns: 4, rows: 4, at: [0, 1, 0] };
  const plain = { ...ball, cloths: [sheet] };

  function loaderWith(meals: 'none' | 'figure') {
    const bodies = vi.fn(async () => (name: string) => buildAvatar(avatars, name));
    const bytes = new Uint8Array(64);
    const info = { title: 'x', sewn: 0, settled: 0, finishes: [[]] };
    const meal = { cooked: { bytes, info }, drape: null, figures: { man: figureOf(man) } };
    const fetch = async () => (meals === 'none' ? null : meal);
    const weft = Weft.load();
    return {
      bodies,
      loader: new SceneLoader({ weft, pantry: Promise.resolve({ fetch }), bodies }),
    };
  }

  it('are the bodies where nothing was cooked', async () => {
    const { bodies, loader } = loaderWith('none');
    await loader.fetch(plain);
    expect(bodies).toHaveBeenCalledTimes(1);
  });

  it('are not the bodies where all of it was made before', async () => {
    const { bodies, loader } = loaderWith('figure');
    await loader.fetch(plain);
    expect(bodies).not.toHaveBeenCalled();
  });

  it('are the bodies after all where what was cooked is damaged', async () => {
    const { bodies, loader } = loaderWith('figure');
    await loader.fetch(plain);
    const { opened } = await loader.prepare(plain, () => {}, true);
    expect(bodies).toHaveBeenCalledTimes(1);
    expect(opened.cloths[0].vertexCount).toBe(16);
  });

  it('are the bodies where a wearer is missing among the figures', async () => {
    const { bodies, loader } = loaderWith('figure');
    const woman = { ...scene, bodies: [{ ...scene.bodies[0], body: 'woman' }], cloths: [sheet] };
    await loader.fetch(woman);
    expect(bodies).toHaveBeenCalledTimes(1);
  });
});
