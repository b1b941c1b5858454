// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the arms are. Angles are counted from an arm that hangs straight down; the rest pose is an A with bent
// elbows, so every segment is first turned from its rest direction to straight down by the shortest turn.

import type { Quat } from '../math/quat.js';
import { between, IDENTITY, mul, turnX, turnY, turnZ } from '../math/quat.js';
import { rad } from '../math/trig.js';
import { minus } from '../math/vec3.js';
import type { Avatar } from '../types.js';
import type { Turns } from './rig.js';
import { restHead } from './rig.js';

/** Angles of one arm in degrees. */
export interface ArmAngles {
  /** Away from the trunk, sideways. */
  abduction: number;
  /** Forward from hanging. */
  flexion: number;
  elbow: number;
  /** Of the forearm, sideways: a hanging one comes back to the vertical, as the bent elbow turns inward. */
  forearm: number;
  /** Turn of the hand about the forearm; negative brings the thumb forward. */
  twist: number;
}

/** Turns of shoulder, upper arm, forearm and hand of one side. `thorax` carries them. */
export function armTurns(
  avatar: Avatar,
  side: 'L' | 'R',
  angles: ArmAngles,
  thorax: Quat = [...IDENTITY],
): Turns {
  const k = side === 'L' ? 1 : -1;
  const name = (part: string) => `${part}.${side}`;
  const upperDown = straightDown(avatar, name('upperarm01'), name('lowerarm01'));
  const lowerDown = straightDown(avatar, name('lowerarm01'), name('wrist'));
  const swing = turnX(rad(-angles.flexion));
  const upper = mul(thorax, turnZ(rad(k * angles.abduction)), swing);
  const lower = mul(
    thorax,
    turnZ(rad(k * angles.forearm)),
    turnX(rad(-angles.flexion - angles.elbow)),
  );
  const half = turnY(rad((k * angles.twist) / 2));
  // the shoulder takes part of the way from the rest angle, about 6 degrees in 40
  const drop = (-k * (REST_ABDUCTION - angles.abduction) * 6) / 40;
  return {
    [name('shoulder01')]: mul(thorax, turnZ(rad(drop))),
    [name('upperarm01')]: mul(upper, upperDown),
    [name('lowerarm01')]: mul(lower, half, lowerDown),
    [name('lowerarm02')]: mul(lower, half, half, lowerDown),
    [name('wrist')]: mul(lower, half, half, lowerDown),
  };
}

/** Angles of an arm that reaches anywhere, in degrees. */
export interface ReachAngles {
  abduction: number;
  flexion: number;
  /** Towards the middle, about the vertical. */
  inward: number;
  /** Turn of the upper arm about itself: a bent forearm goes inward. */
  swivel: number;
  elbow: number;
}

/** Turns of one arm whose forearm bends against the upper arm. `thorax` carries it. */
export function reachingArm(avatar: Avatar, side: 'L' | 'R', a: ReachAngles, thorax: Quat): Turns {
  const k = side === 'L' ? 1 : -1;
  const name = (part: string) => `${part}.${side}`;
  const upperDown = straightDown(avatar, name('upperarm01'), name('lowerarm01'));
  const lowerDown = straightDown(avatar, name('lowerarm01'), name('wrist'));
  const raised = mul(
    turnY(rad(-k * a.inward)),
    turnZ(rad(k * a.abduction)),
    turnX(rad(-a.flexion)),
  );
  const upper = mul(thorax, raised);
  const turned = (share: number) => mul(upper, turnY(rad(-k * share * a.swivel)));
  const lower = mul(turned(1), turnX(rad(-a.elbow)));
  const twist = (share: number) => turnY(rad(k * share * REACH_TWIST));
  const drop = (-k * (REST_ABDUCTION - a.abduction) * 6) / 40;
  return {
    [name('shoulder01')]: mul(thorax, turnZ(rad(drop))),
    [name('upperarm01')]: mul(turned(UPPER_SHARE), upperDown),
    [name('upperarm02')]: mul(turned(1 - UPPER_SHARE), upperDown),
    [name('lowerarm01')]: mul(lower, twist(0.5), lowerDown),
    [name('lowerarm02')]: mul(lower, twist(1), lowerDown),
    [name('wrist')]: mul(lower, twist(1), lowerDown),
  };
}

const REST_ABDUCTION = 42;
/** The thumb of a reaching hand points forward or up. */
const REACH_TWIST = -20;
/** How much of its turn about itself the upper arm has at the shoulder; the rest comes towards the elbow. */
const UPPER_SHARE = 0.35;

function straightDown(avatar: Avatar, head: string, tail: string): Quat {
  return between(minus(restHead(avatar, tail), restHead(avatar, head)), [0, -1, 0]);
}
