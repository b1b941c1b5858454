// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pictures that come late, never, or after all.
import type { Texture } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { texturesOf } from 'weft-scenes/avatar/bodies';
import { avatarNames } from 'weft-scenes/avatar';
import { bodiesOf } from '../src/app/figure_pictures';
import { PictureShelf } from '../src/view/picture_shelf';

/** A shelf whose loads end when the test says so. */
function shelf() {
  const loads: { file: string; arrive(): void; fail(): void }[] = [];
  const made = new PictureShelf(
    (file) =>
      new Promise<Texture>((resolve, reject) => {
        loads.push({
          file,
          arrive: () => resolve({ name: file } as Texture),
          fail: () => reject(new Error(`${file} failed.`)),
        });
      }),
  );
  const said: string[] = [];
  made.onFailed = (sentence) => said.push(sentence);
  return { made, loads, said };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('pictures', () => {
  it('are loaded once, whoever asks and however often', async () => {
    const { made, loads } = shelf();
    const use = vi.fn();
    made.ask(['skin', 'hair']);
    made.use('skin', use);
    made.ask(['skin']);
    expect(loads.map(({ file }) => file)).toEqual(['skin', 'hair']);
    expect(use).not.toHaveBeenCalled();
    loads[0].arrive();
    await settle();
    expect(use).toHaveBeenCalledOnce();
    made.use('skin', use);
    expect(use).toHaveBeenCalledTimes(2); // at once
    expect(loads.length).toBe(2);
  });

  it('that fail are reported once, and come with a later try', async () => {
    const { made, loads, said } = shelf();
    const [skin, hair] = [vi.fn(), vi.fn()];
    made.use('skin', skin);
    made.use('hair', hair);
    loads[0].fail();
    loads[1].fail();
    await settle();
    expect(said).toEqual(['skin failed.']);
    made.retry();
    expect(loads.length).toBe(4);
    loads[2].fail();
    loads[3].arrive();
    await settle();
    expect(said.length).toBe(2);
    expect(hair).toHaveBeenCalledOnce();
    made.ask(['skin']); // a body is opened that needs it
    loads[4].arrive();
    await settle();
    expect(skin).toHaveBeenCalledOnce();
  });

  it('do not reach what is gone', async () => {
    const { made, loads } = shelf();
    const use = vi.fn();
    made.use('skin', use)();
    loads[0].arrive();
    await settle();
    expect(use).not.toHaveBeenCalled();
  });

  it('are known by the name of the body, whatever the scene is', () => {
    for (const name of avatarNames) expect(texturesOf(name).length).toBeGreaterThan(3);
    expect(bodiesOf({ bodies: [{ body: 'man' }, { kind: 'floor' }, null] })[0]).toBe('man');
    for (const scene of [null, 3, [], {}, { bodies: 7 }, { bodies: [null, 'x', { body: {} }] }]) {
      expect(bodiesOf(scene).flatMap(texturesOf)).toEqual([]);
    }
    expect(texturesOf('constructor')).toEqual([]);
  });
});
