// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Thighs that come within a millimetre of each other at every step of a walk, in trousers: what they pinch is free again
// before they close the next time. When is told by the pinch map, which knows the body alone. `WEFT_WHOLE=1` walks in other
// cloth too: on meshes whose seam lies in the fold of the crotch a few vertices stay there; they take nobody along.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Weft } from 'weft-cloth';
import { cook } from 'weft-scenes';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from 'weft-scenes/avatar';
import { expect, it } from 'vitest';
import { sceneOf } from '../src/app/scene_of';
import { DEFAULT_CHOICES } from '../src/choices';

const whole = process.env.WEFT_WHOLE === '1';
/// The thighs open five times, or four.
const STEPS = whole ? 320 : 276;
/// A machine with much else to do walks so long, ms.
const LIMIT = 120_000;
const fabrics = whole ? (['cotton', 'silk'] as const) : (['cotton'] as const);
const meshes = whole ? [24, 27] : [];

/// What a fold holds may be so many vertices when the thighs part, and in any step. Before neighbours of captured vertices kept
/// their side of the body these meshes had up to 78.
const HELD_MOST = 8;
const CAPTURED_MOST = 20;

const asset = fileURLToPath(new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url));
const avatars = await loadAvatarAsset(new Uint8Array(readFileSync(asset)).buffer);
const weft = await Weft.load();

/** Captured vertices per step of trousers with edges of `mesh` mm, and the steps at whose end the thighs are about to close. */
function walk(fabric: 'cotton' | 'silk', mesh: number): { captured: number[]; open: number[] } {
  const scene = sceneOf({
    ...DEFAULT_CHOICES,
    body: 'plus',
    garment: 'trousers',
    mesh: 'coarse',
    fabric,
  });
  for (const cloth of scene.cloths ?? []) (cloth as { resolution: number }).resolution = mesh;
  const avatar = (name: string) => buildAvatar(avatars, name);
  const { bytes, info } = cook(scene, { avatar, pinches: true });
  const thighs = info.pinches!.pinches.find(
    ({ parts }) => parts[0] === 'thigh L' && parts[1] === 'thigh R',
  )!;
  expect(Math.min(...thighs.spans.map(({ least }) => least))).toBeLessThan(0.001);

  const world = weft.loadScene(bytes);
  const captured: number[] = [];
  while (world.stepCount < STEPS) {
    const report = world.step();
    const crossings = report.crossingsBody + report.crossingsCloth;
    expect(crossings, `step ${world.stepCount}`).toBe(0);
    captured[world.stepCount] = report.captured;
  }
  world.dispose();
  const open = thighs.spans.slice(1).map(({ from }) => from - 1);
  return { captured, open: open.filter((step) => step <= STEPS) };
}

it.each(fabrics)(
  '%s between thighs is free whenever they part',
  (fabric) => {
    const { captured, open } = walk(fabric, 26);
    expect(open.length).toBeGreaterThan(3);
    expect(
      open.map((step) => captured[step]),
      `captured at steps ${open}`,
    ).toEqual(open.map(() => 0));
  },
  LIMIT,
);

it.each(meshes)(
  'what a fold holds of a mesh of %i mm takes nobody along',
  (mesh) => {
    const { captured, open } = walk('cotton', mesh);
    expect(Math.max(...open.map((step) => captured[step]!))).toBeLessThanOrEqual(HELD_MOST);
    expect(Math.max(...captured.slice(1))).toBeLessThanOrEqual(CAPTURED_MOST);
    expect(Math.max(...captured.slice(1))).toBeGreaterThan(0);
  },
  LIMIT,
);
