// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Thighs that come within a millimetre of each other at every step of a walk, in trousers: what they pinch is free again
// before they close the next time. When is told by the pinch map, which knows the body alone.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Weft } from 'weft-cloth';
import { cook } from 'weft-scenes';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from 'weft-scenes/avatar';
import { expect, it } from 'vitest';
import { sceneOf } from '../src/app/scene_of';
import { DEFAULT_CHOICES } from '../src/choices';

const STEPS = 320;

const asset = fileURLToPath(new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url));
const avatars = await loadAvatarAsset(new Uint8Array(readFileSync(asset)).buffer);
const weft = await Weft.load();

it.each(['cotton', 'silk'] as const)(
  '%s between thighs is free whenever they part',
  (fabric) => {
    const scene = sceneOf({
      ...DEFAULT_CHOICES,
      body: 'plus',
      garment: 'trousers',
      mesh: 'coarse',
      fabric,
    });
    const avatar = (name: string) => buildAvatar(avatars, name);
    const { bytes, info } = cook(scene, { avatar, pinches: true });
    const thighs = info.pinches!.pinches.find(
      ({ parts }) => parts[0] === 'thigh L' && parts[1] === 'thigh R',
    )!;
    const open = new Set(thighs.spans.slice(1).map(({ from }) => from - 1));
    expect(Math.min(...thighs.spans.map(({ least }) => least))).toBeLessThan(0.001);

    const world = weft.loadScene(bytes);
    const held: Record<number, number> = {};
    while (world.stepCount < STEPS) {
      const { captured, crossingsBody, crossingsCloth } = world.step();
      expect(crossingsBody + crossingsCloth, `step ${world.stepCount}`).toBe(0);
      if (open.has(world.stepCount)) held[world.stepCount] = captured;
    }
    world.dispose();
    expect(Object.keys(held).length).toBeGreaterThan(3);
    expect(Object.values(held), `captured at steps ${Object.keys(held)}`).toEqual(
      Object.values(held).map(() => 0),
    );
  },
  60_000,
);
