// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A full turn to the left on the spot, in six pairs of steps: the left foot opens, the right foot closes. The head and
// the chest lead, and the weight moves over the standing foot.

import { cos, PI, sin } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { mix, plus } from '../math/vec3.js';
import type { Avatar, Pose } from '../types.js';
import { smoothstep } from './gait.js';
import type { Foot } from './legs.js';
import { ankleOver, footTurn, legOf } from './legs.js';
import type { Stance } from './stand.js';
import { footAtEase, KNEE, stancePose, tallestRoot } from './stand.js';

const STEPS = 12;
const STEP_FRAMES = 28;
const PAIR = 720 / STEPS; // degrees
/** Frames at ease before and after. */
const PAUSE = 30;
/** Share of a step in which its foot is in the air. */
const AIR = 0.72;
const LIFT = 0.045;
const SWAY = 0.035;
const LEAD = 8;
/** The chest that leads brings an arm nearer, so that both stand off by so much more, degrees. */
const ROOM = 4;
/** How much farther out the feet stand while turning, m. */
const WIDER = 0.02;
/** Frames over which the height of the pelvis is evened out. */
const REACH = 6;

/** The poses of the turn; it ends where it began, one turn on. */
export function turnPoses(avatar: Avatar): Pose[] {
  const frames = 2 * PAUSE + STEPS * STEP_FRAMES;
  const stances = Array.from({ length: frames + 1 }, (_, f) =>
    stanceAt(avatar, (f - PAUSE) / STEP_FRAMES),
  );
  const heights = gentle(stances.map((stance) => tallestRoot(avatar, stance)));
  return stances.map((stance, f) => stancePose(avatar, stance, heights[f]));
}

// A smooth curve below the given one: the least near by, averaged.
function gentle(values: number[]): number[] {
  const last = values.length - 1;
  const near = Array.from({ length: 2 * REACH + 1 }, (_, i) => i - REACH);
  const at = (list: number[], i: number) => list[Math.min(last, Math.max(0, i))];
  const least = values.map((_, f) => Math.min(...near.map((d) => at(values, f + d))));
  const total = (REACH + 1) * (REACH + 1);
  return values.map((_, f) =>
    near.reduce((sum, d) => sum + ((REACH + 1 - Math.abs(d)) / total) * at(least, f + d), 0),
  );
}

// Time counts steps, from before 0 to after STEPS.
function stanceAt(avatar: Avatar, time: number): Stance {
  const heading = headingAt(time);
  const weight = weightAt(time);
  const moving = smoothstep(-0.4, 0.6, time) * (1 - smoothstep(STEPS - 0.6, STEPS + 0.4, time));
  const swing = 3 * moving * sin(PI * time);
  const [c, s] = [cos((heading * PI) / 180), sin((heading * PI) / 180)];
  return {
    pelvis: { yaw: 0, obliquity: -2.5 * weight, lean: 1.5 * moving, heading },
    shift: [c * SWAY * -weight, -s * SWAY * -weight],
    knee: KNEE + 10 * moving,
    feet: { L: footAt(avatar, 'L', time), R: footAt(avatar, 'R', time) },
    arms: { L: 2 - swing, R: 2 + swing },
    room: ROOM * moving,
    lead: LEAD * moving,
  };
}

// The pelvis turns steadily; it begins and ends softly.
function headingAt(time: number): number {
  const t = Math.min(1, Math.max(0, (time + 0.25) / (STEPS + 0.5)));
  const soft = 0.12;
  const ramp = (x: number) => (x < soft ? (x * x) / (2 * soft) : x - soft / 2);
  const whole = ramp(1) - soft / 2;
  const s = t < 1 - soft ? ramp(t) : whole - ((1 - t) * (1 - t)) / (2 * soft);
  return (360 * s) / whole;
}

// +1 over the right foot, -1 over the left. The left foot steps first, so the weight first goes to the right.
function weightAt(time: number): number {
  const step = Math.floor(time);
  const t = time - step;
  const held = (n: number) => (n < 0 || n >= STEPS ? 0 : n % 2 === 0 ? 1 : -1);
  const from = held(step);
  const to = held(step + 1);
  return from + (to - from) * smoothstep(0.55, 1, t);
}

// Even steps move the left foot, odd ones the right.
function footAt(avatar: Avatar, side: 'L' | 'R', time: number): Foot {
  const parity = side === 'L' ? 0 : 1;
  const plant = (n: number) => plantAfter(avatar, side, n);
  const step = Math.floor(time);
  const mine = step >= 0 && step < STEPS && step % 2 === parity;
  const last = mine ? step - 2 : lastStep(step, parity);
  const from = plant(last);
  const t = (time - step - (1 - AIR) / 2) / AIR;
  if (!mine || t <= 0) return from;
  const to = plant(step);
  return t >= 1 ? to : inAir(avatar, side, from, to, t);
}

function lastStep(step: number, parity: number): number {
  const capped = Math.min(step, STEPS - 1);
  return ((capped % 2) + 2) % 2 === parity ? capped : capped - 1;
}

// A foot after step n: at ease before its first step and after its last, else a little farther out.
function plantAfter(avatar: Avatar, side: 'L' | 'R', n: number): Foot {
  const pairs = Math.floor(n / 2) + 1;
  const wider = pairs <= 0 || pairs >= STEPS / 2 ? 0 : WIDER;
  return footAtEase(avatar, side, PAIR * Math.max(0, pairs), wider);
}

function inAir(avatar: Avatar, side: 'L' | 'R', from: Foot, to: Foot, t: number): Foot {
  const s = t * t * t * (10 + t * (6 * t - 15));
  const lift = 16 * t * t * (1 - t) * (1 - t);
  const pitch = -14 * lift * (1 - 1.2 * t);
  const foot: Foot = {
    ankle: [0, 0, 0],
    pitch,
    yaw: from.yaw + s * (to.yaw - from.yaw),
    toes: 0,
  };
  const { ball } = legOf(avatar, side);
  const under = (f: Foot) => plus(f.ankle, rotated(f, ball));
  const contact = plus(mix(under(from), under(to), s), [0, LIFT * lift, 0]);
  return { ...foot, ankle: ankleOver(contact, ball, footTurn(foot)) };
}

function rotated(foot: Foot, arm: Vec3): Vec3 {
  const back = ankleOver([0, 0, 0], arm, footTurn(foot));
  return [-back[0], -back[1], -back[2]];
}
