// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pose of a body after every step of a scene, as core/src/body/player.c plays it: clips that an event starts, faded
// in from wherever the body stood.
import { blend, type Quat } from '../math/quat.js';
import { EVENT, type Body, type Event } from '../model.js';
import type { Clip, Pose } from '../types.js';

/** A pose, and a name under which the same one comes again; fades have none. */
export interface PosedStep {
  pose: Pose;
  key?: string;
}

/** Poses of body number `target` after steps 1, 2, ... `steps`. */
export function* posesOfSteps(
  body: Body,
  target: number,
  events: Event[],
  steps: number,
  frame: number,
): Generator<PosedStep> {
  const plays = events.filter((e) => e.kind === EVENT.play && e.target === target);
  let standing: PosedStep = { pose: body.clips[0].poses[0], key: '0:0' };
  let from = standing.pose;
  let playing: { clip: number; frame: number; blended: number; blend: number } | undefined;
  for (let step = 0; step < steps; step++) {
    for (const { index, p } of plays.filter((e) => e.step === step)) {
      const [blendFrames, start] = [p[0], p[1] ?? 0].map((s) => Math.round(s / frame));
      from = standing.pose;
      playing = { clip: index, frame: start, blended: 0, blend: blendFrames };
    }
    if (playing) {
      const shown = frameAt(body.clips[playing.clip], ++playing.frame);
      const pose = body.clips[playing.clip].poses[shown];
      const fades = ++playing.blended < playing.blend;
      standing = fades
        ? { pose: mixed(from, pose, playing.blended / playing.blend) }
        : { pose, key: `${playing.clip}:${shown}` };
    }
    yield standing;
  }
}

function frameAt({ loop, poses }: Clip, frame: number): number {
  return loop ? frame % poses.length : Math.min(frame, poses.length - 1);
}

function mixed(a: Pose, b: Pose, time: number): Pose {
  const t = time * time * (3 - 2 * time);
  const rotations = new Float64Array(a.rotations.length);
  for (let i = 0; i < rotations.length; i += 4) {
    const quat = (pose: Pose) => Array.from(pose.rotations.subarray(i, i + 4)) as Quat;
    rotations.set(blend(quat(a), quat(b), t), i);
  }
  return { rotations, heads: a.heads.map((x, i) => x + t * (b.heads[i] - x)) };
}
