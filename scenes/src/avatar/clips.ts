// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// All motion of a body, and its rounding.
//
// A quaternion and its negative are one rotation; frame by frame the sign is chosen that continues the one before, and
// the first frame has w >= 0, so that blends between neighbours take the short way.

import type { Avatar, Clip, Pose } from '../types.js';
import { DANCE } from './dance.js';
import { pressScore } from './press.js';
import { scorePoses, type Score } from './score.js';
import { sewPose, aPose } from './stills.js';
import { standPose } from './stand.js';
import { turnPoses } from './turn.js';
import { walkPoses } from './walk.js';

/** Motions that a scene has to ask for; they end standing at ease. */
const SCORES: Record<string, (avatar: Avatar) => Score> = {
  dance: () => DANCE,
  press: pressScore,
};

/** Names that `buildMotion` takes. */
export const motionNames: readonly string[] = Object.keys(SCORES);

/** One of the motions of `motionNames`. */
export function buildMotion(avatar: Avatar, name: string): Clip {
  return { name, loop: false, poses: continued(scorePoses(avatar, SCORES[name](avatar))) };
}

/** The clips that every body has: sew, a-pose, stand, walk, turn. The first is where garments are sewn. */
export function buildClips(avatar: Avatar): Clip[] {
  const still = (name: string, pose: Pose): Clip => ({ name, loop: true, poses: [pose] });
  return [
    still('sew', sewPose(avatar)),
    still('a-pose', aPose(avatar)),
    still('stand', standPose(avatar)),
    { name: 'walk', loop: true, poses: walkPoses(avatar) },
    { name: 'turn', loop: false, poses: turnPoses(avatar) },
  ].map((clip) => ({ ...clip, poses: continued(clip.poses) }));
}

/** The same poses with signs of quaternions that carry on from frame to frame. */
export function continued(poses: Pose[]): Pose[] {
  let before: Float64Array | undefined;
  return poses.map(({ rotations, heads }) => {
    const signed = rotations.slice();
    for (let at = 0; at < signed.length; at += 4) {
      const q = signed.subarray(at, at + 4);
      const along = before ? dot4(q, before.subarray(at, at + 4)) : q[3];
      if (along < 0) for (let k = 0; k < 4; k++) q[k] = -q[k];
    }
    before = signed;
    return { rotations: signed, heads };
  });
}

function dot4(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

const QUAT_ONE = 32767;
const HEAD_ONE = 1048576;

/** A clip as the cooked scene stores it: 20 bytes a bone and frame, i16 q[4] and i32 head[3]. */
export interface PackedClip {
  name: string;
  loop: boolean;
  frames: number;
  bones: number;
  records: Uint8Array;
}

/** Rounds a clip: rotations to 1/32767, heads to 2^-20 m. */
export function quantiseClip(clip: Clip): PackedClip {
  const bones = clip.poses[0].rotations.length / 4;
  const records = new Uint8Array(20 * bones * clip.poses.length);
  const view = new DataView(records.buffer);
  clip.poses.forEach((pose, f) => {
    for (let b = 0; b < bones; b++) {
      const at = 20 * (f * bones + b);
      for (let k = 0; k < 4; k++) {
        view.setInt16(at + 2 * k, nearest(pose.rotations[4 * b + k] * QUAT_ONE), true);
      }
      for (let k = 0; k < 3; k++) {
        view.setInt32(at + 8 + 4 * k, nearest(pose.heads[3 * b + k] * HEAD_ONE), true);
      }
    }
  });
  return { name: clip.name, loop: clip.loop, frames: clip.poses.length, bones, records };
}

/** The clip that the core sees after rounding. */
export function dequantiseClip(packed: PackedClip): Clip {
  const { name, loop, frames, bones, records } = packed;
  const view = new DataView(records.buffer, records.byteOffset);
  const poses = Array.from({ length: frames }, (_, f) => {
    const rotations = Float64Array.from({ length: 4 * bones }, (_, i) => {
      const at = 20 * (f * bones + Math.floor(i / 4)) + 2 * (i % 4);
      return view.getInt16(at, true) / QUAT_ONE;
    });
    const heads = Float64Array.from({ length: 3 * bones }, (_, i) => {
      const at = 20 * (f * bones + Math.floor(i / 3)) + 8 + 4 * (i % 3);
      return view.getInt32(at, true) / HEAD_ONE;
    });
    return { rotations, heads };
  });
  return { name, loop, poses };
}

function nearest(x: number): number {
  return Math.floor(x + 0.5);
}
