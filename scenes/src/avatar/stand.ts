// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A body that stands on given feet: pelvis, legs and hanging arms. Standing still and turning are made of it.

import { cos, rad } from '../math/trig.js';
import type { Quat } from '../math/quat.js';
import { rotate, turnY } from '../math/quat.js';
import type { Vec3 } from '../math/vec3.js';
import { minus, plus } from '../math/vec3.js';
import type { Avatar, Pose } from '../types.js';
import { armTurns } from './arms.js';
import { recipeOf } from './bodies.js';
import type { Foot, Leg } from './legs.js';
import { legOf, legTurns, reach } from './legs.js';
import type { Turns } from './rig.js';
import { poseOf, restHead } from './rig.js';
import type { Pelvis } from './torso.js';
import { thoraxOf, torsoTurns } from './torso.js';

const TOE_OUT = 8;
/** Knees at ease. */
export const KNEE = 6; // degrees
/** Feet stand this much wider than they walk. */
const WIDTH = 1.4;
/** A forearm at ease: how much of the upper arm's way out it keeps, its bend and its turn until the thumb is in front. */
const FOREARM_OUT = 0.25;
const ELBOW = 20;
export const THUMB_AHEAD = -14;

/** What moves while the feet carry the body. */
export interface Stance {
  pelvis: Pelvis;
  /** Ground point under the root relative to its place at rest, m: x and z. */
  shift: [number, number];
  feet: Record<'L' | 'R', Foot>;
  /** The straightest a knee may be, degrees. */
  knee: number;
  /** Flexion of each upper arm, degrees. */
  arms: Record<'L' | 'R', number>;
  /** How much farther out than at ease the upper arms are, degrees. */
  room: number;
  /** The way the head looks and the chest leads, degrees ahead of the pelvis. */
  lead: number;
}

/** Where a foot stands at ease, for a body that faces `heading` degrees; `wider` m farther out. */
export function footAtEase(avatar: Avatar, side: 'L' | 'R', heading: number, wider = 0): Foot {
  const leg = legOf(avatar, side);
  const k = side === 'L' ? 1 : -1;
  const half = WIDTH * recipeOf(avatar.name).halfStep + wider;
  const flat: Vec3 = [k * half, leg.ankle[1], leg.ankle[2] - pivotZ(avatar)];
  const ankle = rotate(turnY(rad(heading)), flat);
  ankle[2] += pivotZ(avatar);
  return { ankle, pitch: 0, yaw: heading + k * TOE_OUT, toes: 0 };
}

// The vertical axis that a turning body turns about runs through the middle of its hip joints.
function pivotZ(avatar: Avatar): number {
  return restHead(avatar, 'upperleg01.L')[2];
}

/** Height of the root at which the leg that reaches farther is as straight as it may be, m. */
export function tallestRoot(avatar: Avatar, stance: Stance): number {
  const { turns, root } = placed(avatar, stance);
  return Math.min(
    ...(['L', 'R'] as const).map((side) => {
      const leg = legOf(avatar, side);
      return standingHeight(
        leg,
        hipOf(avatar, leg, root, turns.root),
        stance.feet[side],
        stance.knee,
      );
    }),
  );
}

/** The pose of a stance with the root at a height. */
export function stancePose(avatar: Avatar, stance: Stance, height: number): Pose {
  const { turns, root } = placed(avatar, stance);
  const at: Vec3 = [root[0], height, root[2]];
  for (const side of ['L', 'R'] as const) {
    const leg = legOf(avatar, side);
    const hip = hipOf(avatar, leg, at, turns.root);
    Object.assign(turns, legTurns(leg, hip, stance.feet[side]));
    Object.assign(turns, hangingArm(avatar, side, stance.arms[side], thoraxOf(turns), stance.room));
  }
  return poseOf(avatar, turns, minus(at, restHead(avatar, 'root')));
}

// Turns of the trunk, and the root on the ground.
function placed(avatar: Avatar, stance: Stance): { turns: Turns; root: Vec3 } {
  const turns = torsoTurns(stance.pelvis);
  const ahead = stance.pelvis.heading + stance.lead;
  const upper = torsoTurns({ ...stance.pelvis, heading: ahead });
  for (const name of ['spine01', 'neck01', 'head']) turns[name] = upper[name];
  const root = restHead(avatar, 'root');
  const pivot: Vec3 = [0, root[1], pivotZ(avatar)];
  const turned = plus(pivot, rotate(turns.root, minus(root, pivot)));
  return { turns, root: [turned[0] + stance.shift[0], 0, turned[2] + stance.shift[1]] };
}

function hipOf(avatar: Avatar, leg: Leg, root: Vec3, turn: Quat): Vec3 {
  return plus(root, rotate(turn, minus(leg.hip, restHead(avatar, 'root'))));
}

/** An arm at ease, forward by `flexion` degrees. */
export function hangingArm(
  avatar: Avatar,
  side: 'L' | 'R',
  flexion: number,
  thorax: Quat,
  room = 0,
): Turns {
  const abduction = recipeOf(avatar.name).arms.standing + room;
  const angles = {
    abduction,
    flexion,
    elbow: ELBOW,
    forearm: FOREARM_OUT * abduction + room,
    twist: THUMB_AHEAD,
  };
  return armTurns(avatar, side, angles, thorax);
}

// Height of the root at which the knee is bent by so many degrees. `hip` is the hip for a root at height 0. A lifted
// foot does not carry.
function standingHeight(leg: Leg, hip: Vec3, foot: Foot, knee: number): number {
  const ground = Math.min(foot.ankle[1], leg.ankle[1] + 0.02);
  const [dx, , dz] = minus(foot.ankle, hip);
  const far = reach(leg, cos(rad(knee)));
  return ground + Math.sqrt(Math.max(0, far * far - dx * dx - dz * dz)) - hip[1];
}

/** Standing at ease. */
export function standPose(avatar: Avatar): Pose {
  const stance: Stance = {
    pelvis: { yaw: 0, obliquity: 0, lean: 0, heading: 0 },
    shift: [0, 0],
    knee: KNEE,
    feet: { L: footAtEase(avatar, 'L', 0), R: footAtEase(avatar, 'R', 0) },
    arms: { L: 2, R: 2 },
    room: 0,
    lead: 0,
  };
  return stancePose(avatar, stance, tallestRoot(avatar, stance));
}
