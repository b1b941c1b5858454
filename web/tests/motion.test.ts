// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One motion goes over into another: the body of a running scene never jumps.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Weft } from 'weft-cloth';
import { checkScene, cook } from 'weft-scenes';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from 'weft-scenes/avatar';
import { expect, it } from 'vitest';
import { DEFAULT_CHOICES, type Choices } from '../src/choices';
import { liveEventsBetween, sceneOf } from '../src/app/scene_of';
import { LiveEvents } from '../src/workers/live_events';
import { fromPlanes, toPlanes } from '../src/workers/planes';

const BASE = { ...DEFAULT_CHOICES, mesh: 'fine' } as const;

const read = (path: string) => new Uint8Array(readFileSync(path));
const weft = await Weft.load({
  bytes: read(fileURLToPath(import.meta.resolve('weft-cloth/weft.wasm'))),
});
const asset = fileURLToPath(new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url));
const avatars = await loadAvatarAsset(read(asset).buffer);

/** Furthest that any vertex of the body goes in a step, m. */
function furthest(before: Float32Array, now: Float32Array): number {
  let most = 0;
  for (let k = 0; k < now.length; k += 3) {
    const [x, y, z] = [0, 1, 2].map((c) => now[k + c] - before[k + c]);
    most = Math.max(most, Math.hypot(x, y, z));
  }
  return most;
}

it('walk to dance, dance to walk: never more than a hand of the dance moves in a step', () => {
  // A patch of cloth far away instead of the garment: it is the body that is looked at.
  const { bodies } = sceneOf(BASE);
  const patch = {
    kind: 'grid' as const,
    size: [0.1, 0.1] as [number, number],
    columns: 3,
    rows: 3,
  };
  const scene = { ...sceneOf(BASE), bodies, cloths: [{ ...patch, at: [2, 2, 2] }] };
  const cooked = cook(checkScene(scene), { avatar: (name) => buildAvatar(avatars, name) });
  const world = weft.loadScene(cooked.bytes);
  const live = new LiveEvents();
  const turns: Record<number, Choices['motion'][]> = {
    50: ['walk', 'dance'],
    97: ['dance', 'walk'], // amid the first fade's end and the arms' crossing
    120: ['walk', 'turn'],
    131: ['turn', 'dance'], // amid a fade
  };
  let before = new Float32Array();
  for (let step = 0; step < 260; step++) {
    const [from, to] = turns[step] ?? [];
    if (from && to) {
      const [a, b] = [from, to].map((motion) => ({ ...BASE, motion }));
      for (const event of liveEventsBetween(scene as never, a, b)!) live.add(event);
    }
    live.flush(world);
    world.step();
    const now = world.bodies[0].positions;
    if (step > 2) expect(furthest(before, now), `step ${step}`).toBeLessThan(0.075);
    before = now.slice();
  }
});

it('bytes go into planes and come back', () => {
  for (let n = 0; n < 23; n++) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => 7 * i + 1);
    expect(fromPlanes(toPlanes(bytes))).toEqual(bytes);
  }
  expect(toPlanes(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))).toEqual(
    Uint8Array.of(1, 5, 2, 6, 3, 7, 4, 8, 9),
  );
});
