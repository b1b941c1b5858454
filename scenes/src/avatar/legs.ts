// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Legs that reach for given feet: where the foot is and how it is turned decides thigh and shank (two-bone inverse
// kinematics in the plane of hip, ankle and the way the foot points).

import type { Quat } from '../math/quat.js';
import { between, fromAxes, mul, rotate, turnX, turnY } from '../math/quat.js';
import { rad } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { cross, distance, dot, length, minus, plus, times, unit } from '../math/vec3.js';
import type { Avatar } from '../types.js';
import type { Side } from './regions.js';
import type { Turns } from './rig.js';
import { restHead } from './rig.js';

/** Where one foot is. Angles in degrees. */
export interface Foot {
  ankle: Vec3;
  /** Toes up positive. */
  pitch: number;
  /** Direction the foot points, about the vertical; positive turns from +Z towards +X. */
  yaw: number;
  /** How far the toes are bent up against the foot. */
  toes: number;
}

/** The fixed lengths of one leg of a body. */
export interface Leg {
  side: Side;
  hip: Vec3;
  ankle: Vec3;
  thigh: number;
  shank: number;
  /** Below the middle of the heel and of the ball, on the floor; from the ankle. */
  heel: Vec3;
  ball: Vec3;
  thighDown: Quat;
  shankDown: Quat;
}

/** Measures a leg on the rest pose. */
export function legOf(avatar: Avatar, side: Side): Leg {
  const head = (name: string) => restHead(avatar, `${name}.${side}`);
  const [hip, knee, ankle, toe] = ['upperleg01', 'lowerleg01', 'foot', 'toe1-1'].map(head);
  return {
    side,
    hip,
    ankle,
    thigh: distance(hip, knee),
    shank: distance(knee, ankle),
    heel: [0, -ankle[1], -0.3 * (toe[2] - ankle[2])],
    ball: [0, -ankle[1], toe[2] - ankle[2]],
    thighDown: between(minus(knee, hip), [0, -1, 0]),
    shankDown: between(minus(ankle, knee), [0, -1, 0]),
  };
}

/** Distance from hip to ankle when the knee is bent by an angle in radians, given its cosine. */
export function reach(leg: Leg, cosKnee: number): number {
  const { thigh, shank } = leg;
  return Math.sqrt(thigh * thigh + shank * shank + 2 * thigh * shank * cosKnee);
}

/** Global turn of a foot. */
export function footTurn(foot: Foot): Quat {
  return mul(turnY(rad(foot.yaw)), turnX(rad(-foot.pitch)));
}

/** The ankle when a point of the sole stands on `contact`; `arm` is that point from the ankle, at rest. */
export function ankleOver(contact: Vec3, arm: Vec3, turn: Quat): Vec3 {
  return minus(contact, rotate(turn, arm));
}

/**
 * Turns of thigh, shank, foot and toes that bring the ankle of `foot` under `hip`. Too far is out of reach. The knee
 * bends about the way across the foot; a leg that rises to where its foot points has to name the `hinge` itself.
 */
export function legTurns(leg: Leg, hip: Vec3, foot: Foot, hinge?: Vec3): Turns {
  const { side, thigh, shank } = leg;
  const way = minus(foot.ankle, hip);
  const gap = Math.min(length(way), 0.9999 * (thigh + shank));
  const down = unit(way);
  const ahead = rotate(turnY(rad(foot.yaw)), [0, 0, 1]);
  const across = unit(hinge ? plus(hinge, down, -dot(hinge, down)) : cross(ahead, down));
  const front = cross(down, across);
  // law of cosines: how far the thigh leans forward of the line from hip to ankle
  const c = (thigh * thigh + gap * gap - shank * shank) / (2 * thigh * gap);
  const s = Math.sqrt(Math.max(0, 1 - c * c));
  const knee = plus(times(down, c * thigh), front, s * thigh);
  const shankWay = unit(minus(times(down, gap), knee));
  const turn = footTurn(foot);
  return {
    [`upperleg01.${side}`]: mul(along(unit(knee), across), leg.thighDown),
    [`lowerleg01.${side}`]: mul(along(shankWay, across), leg.shankDown),
    [`foot.${side}`]: turn,
    [`toe1-1.${side}`]: mul(turn, turnX(rad(-foot.toes))),
  };
}

// The turn that takes straight down to `down`, with the joint's axis along `across`.
function along(down: Vec3, across: Vec3): Quat {
  const up = times(down, -1);
  const x = unit(plus(across, up, -dot(across, up)));
  return fromAxes(x, up, cross(x, up));
}
