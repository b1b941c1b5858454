// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Shoes: they hold the feet, stand on the floor, go with the feet, and are thin where cloth may lie.

import { describe, expect, it } from 'vitest';
import { avatarNames, bone, buildClips, skin } from '../src/avatar/index.js';
import { LIFT } from '../src/avatar/shoes.js';
import type { Avatar } from '../src/types.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

const asset = await openAvatar();

/** The shoes as a body of their own, so that they can be posed. */
function shoesOf(avatar: Avatar): Avatar {
  const { positions, boneIndices, boneWeights, triangles } = avatar.render.shoes;
  return { ...avatar, positions, boneIndices, boneWeights, triangles };
}

const heights = (p: ArrayLike<number>) => Array.from(p).filter((_, i) => i % 3 === 1);
const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b));
const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b));

describe.each([...avatarNames])('shoes of the %s', (name) => {
  const avatar = avatarOf(asset, name);
  const { render, positions: p } = avatar;
  const { shoes } = render;
  const hidden = new Set(
    Array.from(render.bare.subarray(render.outsideShoes), (v) => render.source[v]),
  );

  it('stand on the floor and end below the ankles', () => {
    const y = heights(shoes.positions);
    expect(least(y)).toBe(0);
    expect(most(y)).toBeLessThan(0.9 * avatar.bones[bone('foot.L')].head[1]);
    expect(most(y)).toBeGreaterThan(0.04);
  });

  it('are of the same triangles left and right, with whole weights', () => {
    expect(shoes.triangles.length % 6).toBe(0);
    expect(shoes.triangles.every((v) => v < shoes.kinds.length)).toBe(true);
    expect(shoes.positions.every((c) => Number.isFinite(c))).toBe(true);
    for (let v = 0; v < shoes.kinds.length; v++) {
      const sum = shoes.boneWeights.subarray(4 * v, 4 * v + 4).reduce((a, b) => a + b);
      expect(Math.abs(sum - 65535)).toBeLessThan(3);
    }
  });

  it('hide the toes and no skin above them', () => {
    expect(hidden.size).toBeGreaterThan(1200);
    const top = most(heights(shoes.positions));
    for (const v of hidden) expect(p[3 * v + 1]).toBeLessThan(top);
    let [toes, drawn] = [0, 0];
    const tip = avatar.bones[bone('toe1-1.L')].head[2];
    for (let v = 0; v < p.length / 3; v++) {
      if (p[3 * v + 1] > 0.03 || p[3 * v + 2] < tip) continue;
      toes++;
      if (!hidden.has(v)) drawn++;
    }
    expect(toes).toBeGreaterThan(500);
    expect(drawn).toBe(0);
  });

  it('are no longer and no wider than the feet by more than their thickness', () => {
    for (const [axis, room] of [
      [0, 0.004],
      [2, 0.004],
    ] as const) {
      for (const sign of [1, -1]) {
        const reach = (q: ArrayLike<number>, of: (v: number) => boolean) =>
          most(
            Array.from({ length: q.length / 3 }, (_, v) => v)
              .filter((v) => of(v) && q[3 * v] > 0)
              .map((v) => sign * q[3 * v + axis]),
          );
        const foot = reach(p, (v) => hidden.has(v));
        const upper = reach(shoes.positions, (v) => shoes.kinds[v] === 0);
        expect(upper).toBeLessThan(foot + LIFT + 0.0005);
        expect(reach(shoes.positions, () => true)).toBeLessThan(foot + room);
        expect(upper).toBeGreaterThan(foot - 0.006);
      }
    }
  });

  it('go with the feet and do not sink while they walk', () => {
    const worn = shoesOf(avatar);
    const clips = new Map(buildClips(avatar).map((clip) => [clip.name, clip.poses]));
    for (const pose of clips.get('walk')!.filter((_, f) => f % 3 === 0)) {
      const low = least(heights(skin(worn, pose)));
      const feet = least(heights(skin(avatar, pose)));
      expect(low).toBeGreaterThan(feet - 0.005);
      expect(low).toBeLessThan(feet + 0.003);
    }
  });
});
