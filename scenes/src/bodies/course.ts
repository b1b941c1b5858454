// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A primitive body that turns and moves on a prescribed course: one bone at its place, one clip that plays from the
// first step. It starts and stops softly.
import { continued } from '../avatar/clips.js';
import { axisAngle } from '../math/quat.js';
import { snap } from '../math/snap.js';
import { rad } from '../math/trig.js';
import { plus, unit, type Vec3 } from '../math/vec3.js';
import type { Bone, Clip, Pose } from '../types.js';

/** What a body does by itself. */
export interface Course {
  /** Turn about an axis through the body's place, degrees; the axis is Y unless said. */
  turn?: number;
  axis?: Vec3;
  /** Shift, m. */
  move?: Vec3;
  /** When it begins and how long it takes, s. */
  begin?: number;
  seconds: number;
}

/** The name of the one clip of such a body. */
export const COURSE = 'course';

/** Bone, weights and clip of a body with `vertices` vertices that stands at `at`. */
export function rideCourse(
  course: Course,
  at: Vec3,
  vertices: number,
  frame: number,
): { skin: { bones: Bone[]; indices: Uint16Array; weights: Uint16Array }; clips: Clip[] } {
  const bone: Bone = { name: COURSE, parent: -1, head: at.map(snap) as Vec3 };
  const weights = Uint16Array.from({ length: 4 * vertices }, (_, i) => (i % 4 === 0 ? 65535 : 0));
  const clip: Clip = { name: COURSE, loop: false, poses: continued(posesOf(course, at, frame)) };
  return {
    skin: { bones: [bone], indices: new Uint16Array(4 * vertices), weights },
    clips: [clip],
  };
}

function posesOf(course: Course, at: Vec3, frame: number): Pose[] {
  const { turn = 0, axis = [0, 1, 0], move = [0, 0, 0], begin = 0, seconds } = course;
  const frames = Math.ceil((begin + seconds) / frame) + 1;
  const about = unit(axis);
  return Array.from({ length: frames }, (_, f) => {
    const t = Math.min(1, Math.max(0, (f * frame - begin) / seconds));
    const s = t * t * t * (10 + t * (6 * t - 15));
    return {
      rotations: Float64Array.from(axisAngle(about, rad(s * turn))),
      heads: Float64Array.from(plus(at, move, s)),
    };
  });
}
