// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Poses to stand in: the rest A, and the one garments are sewn in.

import type { Avatar, Pose } from '../types.js';
import type { ArmAngles } from './arms.js';
import { armTurns } from './arms.js';
import { poseOf, restPose } from './rig.js';

const SEW: ArmAngles = { abduction: 45, flexion: 8, elbow: 20, forearm: 40.5, twist: 0 };

/** The pose of the base mesh: arms at about 42 degrees, elbows bent, legs apart. */
export function aPose(avatar: Avatar): Pose {
  return restPose(avatar);
}

/** Arms 45 degrees out, 8 forward, elbows bent 20; legs as in the A-pose, where trousers have room. */
export function sewPose(avatar: Avatar): Pose {
  return poseOf(avatar, { ...armTurns(avatar, 'L', SEW), ...armTurns(avatar, 'R', SEW) });
}
