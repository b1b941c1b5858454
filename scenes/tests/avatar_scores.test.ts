// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Motions from a score: dance and press, on every body.
import { describe, expect, it } from 'vitest';
import {
  avatarNames,
  bone,
  buildClips,
  buildMotion,
  dequantiseClip,
  headOf,
  motionNames,
  quantiseClip,
  rotationOf,
  skin,
} from '../src/avatar/index.js';
import { recipeOf } from '../src/avatar/bodies.js';
import { channel } from '../src/avatar/channel.js';
import { inverse, mul } from '../src/math/quat.js';
import { distance, dot, minus, unit, type Vec3 } from '../src/math/vec3.js';
import type { Avatar, Pose } from '../src/types.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

const DEGREES = 180 / Math.PI;
const asset = await openAvatar();

describe('a channel', () => {
  const keys = [
    [0, 1],
    [1, 1],
    [2, 3],
    [3, 2],
    [4, 2],
  ] as const;

  it('meets its keys, stays between them and is still between equal ones', () => {
    const value = channel(keys);
    for (const [time, expected] of keys) expect(value(time)).toBeCloseTo(expected, 12);
    expect([value(-1), value(0.5), value(3.5), value(9)]).toEqual([1, 1, 2, 2]);
    for (let t = 0; t < 4; t += 0.01) {
      const [low, high] = [keys[Math.floor(t)][1], keys[Math.floor(t) + 1][1]];
      expect(value(t)).toBeGreaterThanOrEqual(Math.min(low, high) - 1e-12);
      expect(value(t)).toBeLessThanOrEqual(Math.max(low, high) + 1e-12);
    }
  });

  it('has no jump in its slope', () => {
    const value = channel(keys);
    const slope = (t: number) => (value(t + 1e-6) - value(t)) / 1e-6;
    for (const [time] of keys) expect(slope(time - 1e-6)).toBeCloseTo(slope(time), 3);
  });

  it('follows a parabola whose slopes it is given', () => {
    const fall = (t: number) => 2 * t - 4.905 * t * t;
    const value = channel([
      [0, 0, 2],
      [0.4, fall(0.4), 2 - 9.81 * 0.4],
    ]);
    for (let t = 0; t < 0.4; t += 0.05) expect(value(t)).toBeCloseTo(fall(t), 12);
  });
});

/** How far a bone is bent against another, degrees, along the line to a third. */
function bend(pose: Pose, [a, b, c]: string[]): number {
  const [p, q, r] = [a, b, c].map((name) => headOf(pose, bone(name)));
  return Math.acos(dot(unit(minus(q, p)), unit(minus(r, q)))) * DEGREES;
}

/** The largest turn of any bone between two poses, degrees. */
function turnBetween(a: Pose, b: Pose): number {
  let most = 0;
  for (let i = 0; i < a.rotations.length / 4; i++) {
    const q = mul(inverse(rotationOf(a, i)), rotationOf(b, i));
    const sine = Math.hypot(q[0], q[1], q[2]);
    most = Math.max(most, 2 * Math.atan2(sine, Math.abs(q[3])) * DEGREES);
  }
  return most;
}

/** Angle of a thigh or an ankle against its parent about the way across, degrees, forward or up positive. */
function pitchOf(pose: Pose, name: string, parent: string, rest: Vec3): number {
  const q = mul(inverse(rotationOf(pose, bone(parent))), rotationOf(pose, bone(name)));
  const [x, y, z, w] = q;
  // the rest direction turned by q, seen from the side
  const t: Vec3 = [
    2 * (y * rest[2] - z * rest[1]),
    2 * (z * rest[0] - x * rest[2]),
    2 * (x * rest[1] - y * rest[0]),
  ];
  const v: Vec3 = [
    rest[0] + w * t[0] + y * t[2] - z * t[1],
    rest[1] + w * t[1] + z * t[0] - x * t[2],
    rest[2] + w * t[2] + x * t[1] - y * t[0],
  ];
  return (Math.atan2(v[2], -v[1]) - Math.atan2(rest[2], -rest[1])) * DEGREES;
}

function lowest(frame: Float64Array): number {
  let low = Infinity;
  for (let i = 1; i < frame.length; i += 3) low = Math.min(low, frame[i]);
  return low;
}

describe.each([...avatarNames])('on the body of the %s', (name) => {
  const avatar = avatarOf(asset, name);
  const clips = new Map(
    motionNames.map((m) => [m, dequantiseClip(quantiseClip(buildMotion(avatar, m)))]),
  );

  describe.each([...motionNames])('%s', (motion) => {
    const { poses, loop } = clips.get(motion)!;

    it('takes seven to ten seconds and begins and ends standing', () => {
      expect(poses.length / 60).toBeGreaterThan(7);
      expect(poses.length / 60).toBeLessThan(10);
      expect(loop).toBe(false);
      const stand = skin(avatar, buildClips(avatar).find((c) => c.name === 'stand')!.poses[0]);
      for (const end of [poses[0], poses[poses.length - 1]]) {
        const gap = skin(avatar, end).reduce((m, x, i) => Math.max(m, Math.abs(x - stand[i])), 0);
        expect(gap).toBeLessThan(1e-4);
      }
    });

    it('turns no bone by more than 9 degrees from frame to frame, and moves no joint by more than 90 mm', () => {
      for (let f = 1; f < poses.length; f++) {
        expect(turnBetween(poses[f - 1], poses[f]), `frame ${f}`).toBeLessThan(9);
        for (let b = 0; b < avatar.bones.length; b++) {
          const moved = distance(headOf(poses[f - 1], b), headOf(poses[f], b));
          expect(moved, `frame ${f}`).toBeLessThan(0.09);
        }
      }
    });

    it('keeps every joint inside what people can do', () => {
      const limits = extremes(avatar, poses);
      expect(limits.knee[0]).toBeGreaterThan(0);
      expect(limits.knee[1]).toBeLessThan(140);
      expect(limits.elbow[1]).toBeLessThan(140);
      expect(limits.hip[0]).toBeGreaterThan(-30);
      expect(limits.hip[1]).toBeLessThan(125);
      expect(limits.ankle[0]).toBeGreaterThan(-55);
      expect(limits.ankle[1]).toBeLessThan(40);
    });

    it('does not sink into the floor', () => {
      for (let f = 0; f < poses.length; f += 3) {
        expect(lowest(skin(avatar, poses[f])), `frame ${f}`).toBeGreaterThan(-0.006);
      }
    });
  });

  describe('the dance', () => {
    const { poses } = clips.get('dance')!;
    const frame = (seconds: number) => Math.round(seconds * 60);

    it('keeps the ball of the standing foot where it is', () => {
      const ball = (f: number, side: string) => headOf(poses[f], bone(`toe1-1.${side}`));
      for (let f = 0; f < frame(7.7); f++) {
        expect(distance(ball(f, 'L'), ball(0, 'L')), `frame ${f}`).toBeLessThan(0.001);
        if (f < frame(5.1)) expect(distance(ball(f, 'R'), ball(0, 'R'))).toBeLessThan(0.001);
      }
      const end = poses.length - 1;
      for (let f = frame(8.2); f < end; f++) {
        expect(distance(ball(f, 'R'), ball(end, 'R')), `frame ${f}`).toBeLessThan(0.001);
      }
    });

    it('squats deeply, kicks to the height of the hip, and flies as things fall', () => {
      const { knee } = extremes(avatar, poses.slice(frame(3.8), frame(4.2)));
      expect(knee[1]).toBeGreaterThan(95);
      const foot = headOf(poses[frame(5.98)], bone('foot.R'));
      expect(foot[1]).toBeGreaterThan(headOf(poses[frame(5.98)], bone('upperleg01.R'))[1] - 0.05);
      expect(lowest(skin(avatar, poses[frame(7.93)]))).toBeGreaterThan(0.08);
      const height = (f: number) => headOf(poses[f], 0)[1];
      for (let f = frame(7.8); f < frame(8.06); f++) {
        const pull = (2 * height(f) - height(f - 1) - height(f + 1)) * 3600;
        expect(Math.abs(pull / 9.81 - 1), `frame ${f}`).toBeLessThan(0.12);
      }
    });
  });

  it('presses the arms to the trunk twice and lets go for a second', () => {
    const { poses } = clips.get('press')!;
    const out = poses.map((pose) => {
      const [head, tail] = ['upperarm01.L', 'lowerarm01.L'].map((b) => headOf(pose, bone(b)));
      const way = unit(minus(tail, head));
      return Math.atan2(way[0], -way[1]) * DEGREES;
    });
    const { pressed, standing } = recipeOf(name).arms;
    const low = pressed + 2;
    expect(low).toBeLessThan(standing);
    expect(out.filter((a, f) => a < low && out[f - 1] >= low).length).toBe(2);
    const free = out.lastIndexOf(out.findLast((a) => a > 70)!) - out.findLastIndex((a) => a < low);
    expect(free).toBeGreaterThan(60);
  });
});

function extremes(avatar: Avatar, poses: Pose[]) {
  const rest = (a: string, b: string) =>
    minus(avatar.bones[bone(b)].head, avatar.bones[bone(a)].head);
  const range = (values: number[]) => [
    values.reduce((a, b) => Math.min(a, b)),
    values.reduce((a, b) => Math.max(a, b)),
  ];
  const both = (of: (pose: Pose, side: string) => number) =>
    range(poses.flatMap((pose) => ['L', 'R'].map((side) => of(pose, side))));
  return {
    knee: both((p, s) => bend(p, [`upperleg01.${s}`, `lowerleg01.${s}`, `foot.${s}`])),
    elbow: both((p, s) => bend(p, [`upperarm01.${s}`, `lowerarm01.${s}`, `wrist.${s}`])),
    hip: both((p, s) =>
      pitchOf(p, `upperleg01.${s}`, 'root', rest(`upperleg01.${s}`, `lowerleg01.${s}`)),
    ),
    ankle: both((p, s) =>
      pitchOf(p, `foot.${s}`, `lowerleg01.${s}`, rest(`lowerleg01.${s}`, `foot.${s}`)),
    ),
  };
}
