// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Motion from a score: every joint that moves has a channel of keys, and each frame is put together from them. A foot
// on the floor is fixed by the joint of its toes, so these stand still while its channels do; legs reach for their feet; the root
// follows a height of its own, a parabola while the body flies. Every score begins and ends standing at ease.

import type { Quat } from '../math/quat.js';
import { blend, mul, rotate, turnX, turnY } from '../math/quat.js';
import { cos, rad, sin } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { minus, mix, plus } from '../math/vec3.js';
import type { Avatar, Pose } from '../types.js';
import { reachingArm } from './arms.js';
import { channel, type Key } from './channel.js';
import { smoothstep } from './gait.js';
import { ankleOver, footTurn, legOf, legTurns, type Foot, type Leg } from './legs.js';
import { poseOf, restHead, type Turns } from './rig.js';
import { footAtEase, hangingArm, standPose } from './stand.js';
import { thoraxOf, torsoTurns } from './torso.js';

const RATE = 60;

/** What the trunk does: degrees, and places of the root as shares of the leg's length. */
export interface TrunkScore {
  /** Of the pelvis, forward. */
  tilt?: Key[];
  /** Of the chest, forward; the spine bends between the two. */
  lean?: Key[];
  /** Left side forward; the chest goes against it. */
  yaw?: Key[];
  /** Left side up. */
  obliquity?: Key[];
  /** Of the root from its place at ease. */
  left?: Key[];
  up?: Key[];
  ahead?: Key[];
}

/** What a leg does. */
export interface LegScore {
  /** Of the joint of the toes from its place at ease: shares of the leg's length. */
  up?: Key[];
  ahead?: Key[];
  outward?: Key[];
  /** Toes up positive, degrees. */
  pitch?: Key[];
  /** 0: the foot goes where its toes are told to; 1: it hangs on a leg that swings from the hip. */
  swings?: Key[];
  /** Of a swinging leg: forward from hanging, degrees; length as a share of the straight leg; foot against the shank. */
  swing?: Key[];
  stretch?: Key[];
  ankle?: Key[];
}

/** What an arm does, degrees from hanging straight down. */
export interface ArmScore {
  abduction?: Key[];
  flexion?: Key[];
  /** Towards the middle, about the vertical. */
  inward?: Key[];
  /** Turn of the upper arm about itself: a bent forearm goes inward. */
  swivel?: Key[];
  elbow?: Key[];
}

/** A whole motion. */
export interface Score {
  /** s. */
  seconds: number;
  /** 1 while the arms hang as they do at ease, 0 while they do as told; 1 at both ends. */
  ease: Key[];
  trunk: TrunkScore;
  legs: Record<'L' | 'R', LegScore>;
  arms: Record<'L' | 'R', ArmScore>;
}

type Channels<T> = { [K in keyof T]-?: (time: number) => number };

/** The poses of a score at 60 frames a second; the first and the last are the pose at ease. */
export function scorePoses(avatar: Avatar, score: Score): Pose[] {
  const player = playerOf(avatar, score);
  const frames = Math.round(score.seconds * RATE);
  return Array.from({ length: frames + 1 }, (_, f) => poseAt(player, f / RATE));
}

interface Player {
  avatar: Avatar;
  stand: Pose;
  legs: Record<'L' | 'R', Leg>;
  ease: (time: number) => number;
  trunk: Channels<TrunkScore>;
  steps: Record<'L' | 'R', Channels<LegScore>>;
  arms: Record<'L' | 'R', Channels<ArmScore>>;
}

const TRUNK: Required<Record<keyof TrunkScore, number>> = {
  tilt: 0,
  lean: 0,
  yaw: 0,
  obliquity: 0,
  left: 0,
  up: 0,
  ahead: 0,
};
const LEG: Required<Record<keyof LegScore, number>> = {
  up: 0,
  ahead: 0,
  outward: 0,
  pitch: 0,
  swings: 0,
  swing: 0,
  stretch: 0.98,
  ankle: 0,
};
const ARM: Required<Record<keyof ArmScore, number>> = {
  abduction: 30,
  flexion: 2,
  inward: 0,
  swivel: 0,
  elbow: 18,
};

function playerOf(avatar: Avatar, score: Score): Player {
  return {
    avatar,
    stand: standPose(avatar),
    legs: { L: legOf(avatar, 'L'), R: legOf(avatar, 'R') },
    ease: channel(score.ease),
    trunk: channels(score.trunk, TRUNK),
    steps: { L: channels(score.legs.L, LEG), R: channels(score.legs.R, LEG) },
    arms: { L: channels(score.arms.L, ARM), R: channels(score.arms.R, ARM) },
  };
}

function channels<K extends string>(
  score: { [key in K]?: Key[] },
  rest: Record<K, number>,
): Record<K, (time: number) => number> {
  const names = Object.keys(rest) as K[];
  const entries = names.map((name) => [name, channel(score[name] ?? [[0, rest[name]]])] as const);
  return Object.fromEntries(entries) as Record<K, (time: number) => number>;
}

function poseAt(player: Player, time: number): Pose {
  const { avatar, stand, trunk, legs } = player;
  const turns = trunkTurns(player, time);
  const scale = legs.L.thigh + legs.L.shank;
  const rootRest = restHead(avatar, 'root');
  const atEase = stand.heads.subarray(0, 3);
  const move: Vec3 = [trunk.left(time), trunk.up(time), trunk.ahead(time)];
  const root = [0, 1, 2].map((k) => atEase[k] + scale * move[k]) as Vec3;
  for (const side of ['L', 'R'] as const) {
    const leg = legs[side];
    const hip = plus(root, rotate(turns.root, minus(leg.hip, rootRest)));
    const foot = footOf(player, side, hip, time);
    Object.assign(turns, legTurns(leg, hip, foot, hingeOf(foot, player.steps[side].swings(time))));
    Object.assign(turns, armOf(player, side, thoraxOf(turns), time));
  }
  return poseOf(avatar, turns, minus(root, rootRest));
}

function trunkTurns({ trunk }: Player, time: number): Turns {
  const [yaw, obliquity, lean] = [trunk.yaw(time), trunk.obliquity(time), trunk.lean(time)];
  const turns = torsoTurns({ yaw, obliquity, lean, heading: 0 });
  const tilt = trunk.tilt(time);
  turns.root = mul(turns.root, turnX(rad(tilt)));
  // the spine bends evenly from the pelvis to the chest
  turns.spine04 = mul(turns.spine04, turnX(rad((2 * tilt - 2 * lean) / 3)));
  turns.spine02 = mul(turns.spine02, turnX(rad((tilt - lean) / 3)));
  turns.neck01 = mul(turns.neck01, turnX(rad(-lean / 2)));
  return turns;
}

// ---- legs

function footOf(player: Player, side: 'L' | 'R', hip: Vec3, time: number): Foot {
  const leg = player.legs[side];
  const step = player.steps[side];
  const scale = leg.thigh + leg.shank;
  const rest = footAtEase(player.avatar, side, 0);
  const [k, pitch, up] = [side === 'L' ? 1 : -1, step.pitch(time), step.up(time)];
  const way: Vec3 = [k * step.outward(time), up, step.ahead(time)];
  const stands: Foot = {
    ...rest,
    pitch,
    toes: Math.max(0, -pitch) * (1 - smoothstep(0, 0.15, up)),
  };
  const toes = minus(restHead(player.avatar, `toe1-1.${side}`), leg.ankle);
  const joint = plus(rest.ankle, rotate(footTurn(rest), toes));
  stands.ankle = ankleOver(plus(joint, way, scale), toes, footTurn(stands));
  const swings = step.swings(time);
  if (swings === 0) return stands;
  const angle = rad(step.swing(time));
  const reach = step.stretch(time) * scale;
  const out = stands.ankle[0] - hip[0];
  const hanging: Vec3 = [out, -reach * cos(angle), reach * sin(angle)];
  return {
    ankle: mix(stands.ankle, plus(hip, hanging), swings),
    pitch: pitch + swings * (step.swing(time) + step.ankle(time) - pitch),
    yaw: rest.yaw,
    toes: stands.toes * (1 - swings),
  };
}

/** The knee of a leg that swings high bends about the way across the body. */
function hingeOf(foot: Foot, swings: number): Vec3 | undefined {
  return swings > 0 ? rotate(turnY(rad((1 - swings) * foot.yaw)), [1, 0, 0]) : undefined;
}

// ---- arms

function armOf(player: Player, side: 'L' | 'R', thorax: Quat, time: number): Turns {
  const arm = player.arms[side];
  const angles = {
    abduction: arm.abduction(time),
    flexion: arm.flexion(time),
    inward: arm.inward(time),
    swivel: arm.swivel(time),
    elbow: arm.elbow(time),
  };
  const reaching = reachingArm(player.avatar, side, angles, thorax);
  const hanging = hangingArm(player.avatar, side, 2, thorax);
  const weight = player.ease(time);
  const mixed = Object.entries(reaching).map(([name, turn]): [string, Quat] => {
    // the second bone of an upper arm that hangs goes with the first
    const other = hanging[name] ?? hanging[name.replace('02', '01')];
    return [name, blend(turn, other, weight)];
  });
  return Object.fromEntries(mixed);
}
