// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bodies at ease: hands that rest, arms that hang, a face that is friendly.

import { describe, expect, it } from 'vitest';
import { avatarNames, bone, buildClips, headOf, skin } from '../src/avatar/index.js';
import { composeShape } from '../src/avatar/shape.js';
import { recipeOf } from '../src/avatar/bodies.js';
import { PartGaps, pairOf } from '../src/pinch/part_gaps.js';
import { SEGMENTS } from '../src/pinch/segments.js';
import type { Vec3 } from '../src/math/vec3.js';
import { cross, distance, dot, minus, plus, point, times, unit } from '../src/math/vec3.js';
import type { Pose } from '../src/types.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

const DEGREES = 180 / Math.PI;
/** What a T-shirt of jersey needs between two parts: contact on either side, two sheets, m. */
const ROOM = 0.0074;
/** Vertices of the base mesh: between the lips, the corners of the mouth, the left eye's upper and lower lid. */
const LIP = 468;
const CORNERS = [402, 7162];
const LIDS = [6785, 6825];
const asset = await openAvatar();

const angle = (a: Vec3, b: Vec3) => Math.acos(Math.min(1, dot(unit(a), unit(b)))) * DEGREES;

/** Middles of what the bones of one finger move, by weight, knuckle first; x y z in any unit. */
function finger(vertices: ArrayLike<number>, number: number, side: string): Vec3[] {
  const { fingerBone, fingerVertex, fingerWeight } = asset.arrays;
  return [1, 2, 3].map((joint) => {
    const b = asset.fingers.findIndex((f) => f.name === `finger${number}-${joint}.${side}`);
    let [sum, total]: [Vec3, number] = [[0, 0, 0], 0];
    fingerBone.forEach((own: number, i: number) => {
      if (own !== b) return;
      sum = plus(sum, point(vertices, fingerVertex[i]), fingerWeight[i]);
      total += fingerWeight[i];
    });
    return times(sum, 1 / total);
  });
}

const along = (chain: Vec3[]) => minus(chain[2], chain[0]);

/** How far an upper arm or a forearm is out to its side, degrees. */
function outward(pose: Pose, from: string, to: string, side: string): number {
  const way = minus(headOf(pose, bone(`${to}.${side}`)), headOf(pose, bone(`${from}.${side}`)));
  return Math.atan2(side === 'L' ? way[0] : -way[0], -way[1]) * DEGREES;
}

describe.each([...avatarNames])('the %s at ease', (name) => {
  const avatar = avatarOf(asset, name);
  const bare = composeShape(asset, recipeOf(name).shape);
  const clips = new Map(buildClips(avatar).map((clip) => [clip.name, clip.poses]));

  it.each(['L', 'R'])(
    'lays the fingers of a hand together and bends them a little (%s)',
    (side) => {
      const chains = [2, 3, 4, 5].map((n) => finger(avatar.positions, n, side));
      const spread = [2, 3, 4, 5].map((n) => finger(bare, n, side));
      const fan = (list: Vec3[][]) => angle(along(list[0]), along(list[3]));
      expect(fan(spread)).toBeGreaterThan(20);
      expect(fan(chains)).toBeLessThan(16);
      const palm = unit(cross(minus(spread[3][0], spread[0][0]), along(spread[1])));
      const out = (chain: Vec3[]) => Math.abs(90 - angle(along(chain), palm));
      chains.forEach((chain, i) => {
        expect(out(chain)).toBeGreaterThan(out(spread[i]) + 8);
        expect(out(chain)).toBeLessThan(60);
      });
      const thumb = (vertices: ArrayLike<number>) =>
        distance(finger(vertices, 1, side)[2], finger(vertices, 2, side)[1]);
      expect(thumb(avatar.positions)).toBeLessThan(0.8 * 0.1 * thumb(bare));
    },
  );

  it('lets the arms hang, bent a little, the thumb in front', () => {
    const [stand] = clips.get('stand')!;
    const p = skin(avatar, stand);
    for (const side of ['L', 'R']) {
      const { standing } = recipeOf(name).arms;
      expect(outward(stand, 'upperarm01', 'lowerarm01', side)).toBeCloseTo(standing, 0);
      const forearm = outward(stand, 'lowerarm01', 'wrist', side);
      expect(forearm).toBeGreaterThan(0);
      expect(forearm).toBeLessThan(10);
      const [u, e, w] = ['upperarm01', 'lowerarm01', 'wrist'].map((b) =>
        headOf(stand, bone(`${b}.${side}`)),
      );
      expect(angle(minus(e, u), minus(w, e))).toBeGreaterThan(15);
      expect(angle(minus(e, u), minus(w, e))).toBeLessThan(35);
      expect(finger(p, 1, side)[2][2]).toBeGreaterThan(finger(p, 3, side)[0][2]);
    }
  });

  it('swings the arms past the hips, out of their way, with elbows that bend in front', () => {
    const walk = clips.get('walk')!;
    const elbows = walk.map((pose) => {
      const [u, e, w] = ['upperarm01.L', 'lowerarm01.L', 'wrist.L'].map((b) =>
        headOf(pose, bone(b)),
      );
      return { bend: angle(minus(e, u), minus(w, e)), ahead: w[2] - u[2] };
    });
    const front = elbows.reduce((a, b) => (a.ahead > b.ahead ? a : b));
    const back = elbows.reduce((a, b) => (a.ahead < b.ahead ? a : b));
    expect(front.bend).toBeGreaterThan(back.bend + 10);
    expect(front.ahead - back.ahead).toBeGreaterThan(0.3);
    for (const pose of walk) {
      const out = outward(pose, 'upperarm01', 'lowerarm01', 'L');
      expect(out).toBeLessThan(recipeOf(name).arms.walking + 5);
    }
  });

  it('leaves room for a T-shirt under the arms and for what is worn below the hands', () => {
    const gaps = new PartGaps(avatar, 0.03);
    const poses = [
      ...clips.get('stand')!,
      ...clips.get('walk')!.filter((_, f) => f % 6 === 0),
      ...clips.get('turn')!.filter((_, f) => f % 40 === 0),
    ];
    const of = (part: string) => SEGMENTS.indexOf(part);
    for (const pose of poses) {
      const found = gaps.at(pose);
      for (const side of ['L', 'R']) {
        const armpit = found.get(pairOf(of('trunk'), of(`upper arm ${side}`))) ?? 1;
        expect(armpit).toBeGreaterThan(ROOM + 0.0005);
        const hand = found.get(pairOf(of(`forearm ${side}`), of(`thigh ${side}`))) ?? 1;
        expect(hand).toBeGreaterThan(2 * ROOM);
      }
    }
  });

  it('smiles a little, the same on both sides, with open eyes', () => {
    const { positions: p } = avatar;
    const lift = (v: number) => p[3 * v + 1] - p[3 * LIP + 1];
    const before = (v: number) => (bare[3 * v + 1] - bare[3 * LIP + 1]) * 0.1;
    for (const corner of CORNERS) {
      expect(lift(corner) - before(corner)).toBeGreaterThan(0.003);
      expect(lift(corner) - before(corner)).toBeLessThan(0.008);
    }
    expect(Math.abs(lift(CORNERS[0]) - lift(CORNERS[1]))).toBeLessThan(3e-4);
    const opening = (vertices: ArrayLike<number>) =>
      distance(point(vertices, LIDS[0]), point(vertices, LIDS[1]));
    expect(opening(p) / (0.1 * opening(bare))).toBeGreaterThan(0.75);
    expect(opening(p) / (0.1 * opening(bare))).toBeLessThan(1);
  });
});
