// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A walk in place, as on a treadmill: 66 frames that loop exactly.
//
// Normative joint curves alone let the feet slide, since a body's legs are not those of the norm. So the curves
// decide how each foot is pitched and roughly where it swings; while it stands its heel, sole or ball is fixed to
// the moving floor; the pelvis takes the height that gives the standing knee its normal bend; and the legs reach for
// the feet by inverse kinematics.

import { rotate, turnY } from '../math/quat.js';
import { cos, PI, rad, sin } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { minus, plus } from '../math/vec3.js';
import type { Avatar, Pose } from '../types.js';
import type { ArmAngles } from './arms.js';
import { armTurns } from './arms.js';
import { recipeOf } from './bodies.js';
import { lowestOfFoot } from './soles.js';
import type { Gait } from './gait.js';
import { gaitAt, periodic, smoothstep } from './gait.js';
import type { Foot, Leg } from './legs.js';
import { ankleOver, footTurn, legOf, legTurns, reach } from './legs.js';
import { poseOf, restHead } from './rig.js';
import { THUMB_AHEAD } from './stand.js';
import { thoraxOf, torsoTurns } from './torso.js';

/** Frames of one cycle: 1.1 s. */
export const WALK_FRAMES = 66;
/** Share of the stature that one cycle covers. */
const STRIDE = 0.74;
/** Phase at which the toes leave the floor. */
const TOE_OFF = 0.62;
const TOE_OUT = 6;
/** Phase at which the standing ankle passes under the hip. */
const UNDER_HIP = 0.225;
const SWAY = 0.02;
const LEAN = 2;
const CLEARANCE = 0.012;
const BOB_HARMONICS = 2;
/** The straightest a standing knee may be, degrees. */
const STRAIGHT = 3;
/** Where the upper arm turns back, of the norm, degrees. */
const BACK = -21;
const FRONT = 8.5;
/** How much farther out the upper arm is in front than behind, degrees. */
const OUTWARD = 4;
/** How much of the upper arm's way out the forearm keeps behind and in front. */
const FOREARM_BACK = 0.6;
const FOREARM_FRONT = -0.05;

/** Speed of the floor under the walk, m/s. */
export function walkSpeed(avatar: Avatar): number {
  return (strideOf(avatar) * 60) / WALK_FRAMES;
}

function strideOf(avatar: Avatar): number {
  return STRIDE * recipeOf(avatar.name).shape.stature;
}

/** The poses of one cycle; the left heel strikes in the first. */
export function walkPoses(avatar: Avatar): Pose[] {
  const walker = walkerOf(avatar);
  const feet = { L: footPath(walker, walker.legs.L), R: footPath(walker, walker.legs.R) };
  return Array.from({ length: WALK_FRAMES }, (_, f) => framePose(walker, feet, f));
}

interface Walker {
  avatar: Avatar;
  legs: Record<'L' | 'R', Leg>;
  stride: number;
  halfStep: number;
  abduction: number;
  root: Vec3;
  /** Height of the root at a phase of the left leg. */
  height: (phase: number) => number;
}

function walkerOf(avatar: Avatar): Walker {
  const { arms, halfStep } = recipeOf(avatar.name);
  const walker: Walker = {
    avatar,
    legs: { L: legOf(avatar, 'L'), R: legOf(avatar, 'R') },
    stride: strideOf(avatar),
    halfStep,
    abduction: arms.walking,
    root: restHead(avatar, 'root'),
    height: () => 0,
  };
  walker.height = rootHeight(walker);
  return walker;
}

// ---- pelvis

function pelvisTurns(phase: number) {
  const { yaw, obliquity } = gaitAt(phase);
  return torsoTurns({ yaw, obliquity, lean: LEAN, heading: 0 });
}

// The root without its height: it sways over the standing foot.
function rootAt(walker: Walker, phase: number, height: number): Vec3 {
  const sway = SWAY * sin(2 * PI * (phase - 0.05));
  return [sway, height, walker.root[2]];
}

function hipAt(walker: Walker, leg: Leg, phase: number, height: number): Vec3 {
  const turn = pelvisTurns(phase).root;
  return plus(rootAt(walker, phase, height), rotate(turn, minus(leg.hip, walker.root)));
}

// The phase of the left leg when this leg is at `own`.
function leftPhase(leg: Leg, own: number): number {
  return leg.side === 'L' ? own : own + 0.5;
}

// Height that gives the standing knee its normal bend, smoothed to a few harmonics of the step, then lowered where a
// leg would have to stretch.
function rootHeight(walker: Walker): (phase: number) => number {
  const samples = 40;
  const lowest = (step: number, knee: (own: number) => number) =>
    Math.min(
      ...[step, step + 0.5]
        .filter((own) => own < TOE_OFF)
        .map((own) => heightForKnee(walker, walker.legs.L, own, rad(knee(own)))),
    );
  const steps = Array.from({ length: samples }, (_, i) => (0.5 * i) / samples);
  const smooth = periodic(
    steps.map((step) => lowest(step, (own) => Math.max(8, gaitAt(own).knee))),
    BOB_HARMONICS,
  );
  const excess = Math.max(0, ...steps.map((s) => smooth(2 * s) - lowest(s, () => STRAIGHT)));
  return (phase) => smooth(2 * phase) - excess;
}

function heightForKnee(walker: Walker, leg: Leg, own: number, knee: number): number {
  const hip = hipAt(walker, leg, leftPhase(leg, own), 0);
  const ankle = standingFoot(walker, leg, own).ankle;
  const [dx, , dz] = minus(ankle, hip);
  const far = reach(leg, cos(knee));
  return ankle[1] + Math.sqrt(far * far - dx * dx - dz * dz) - hip[1];
}

// ---- feet

// Pitch of the foot: flat on the floor in mid stance; this avatar's foot is short, so it points down less.
function pitchAt(gait: Gait, own: number): number {
  const flat = smoothstep(0.03, 0.1, own) * (1 - smoothstep(0.34, 0.46, own));
  const pitch = (gait.hip - gait.knee + gait.ankle) * (1 - flat);
  return pitch < 0 ? 0.85 * pitch : pitch;
}

function toesAt(pitch: number, own: number): number {
  const bent = Math.min(48, Math.max(0, -pitch));
  return own < 0.3 ? 0 : bent * (1 - smoothstep(0.6, 0.72, own));
}

function footAngles(leg: Leg, own: number) {
  const pitch = pitchAt(gaitAt(own), own);
  return { pitch, toes: toesAt(pitch, own), yaw: leg.side === 'L' ? TOE_OUT : -TOE_OUT };
}

// A foot on the floor: it rolls over the heel, lies flat, rolls over the ball, and goes back with the floor.
function standingFoot(walker: Walker, leg: Leg, own: number): Foot {
  const angles = footAngles(leg, own);
  const side = leg.side === 'L' ? 1 : -1;
  const flat: Vec3 = [
    side * walker.halfStep,
    leg.ankle[1],
    leg.hip[2] + walker.stride * (UNDER_HIP - own),
  ];
  const arm = angles.pitch >= 0 ? leg.heel : leg.ball;
  const contact = plus(flat, rotate(turnY(rad(angles.yaw)), arm));
  const foot = { ...angles, ankle: flat };
  return { ...foot, ankle: ankleOver(contact, arm, footTurn(foot)) };
}

// Where the curves alone would carry the ankle.
function normAnkle(walker: Walker, leg: Leg, own: number): Vec3 {
  const { hip, knee } = gaitAt(own);
  const phase = leftPhase(leg, own);
  const at = hipAt(walker, leg, phase, walker.height(phase));
  const [h, s] = [rad(hip), rad(hip - knee)];
  return [
    (leg.side === 'L' ? 1 : -1) * walker.halfStep,
    at[1] - leg.thigh * cos(h) - leg.shank * cos(s),
    at[2] + leg.thigh * sin(h) + leg.shank * sin(s),
  ];
}

// In swing the norm's path is bent so that place and speed agree at both ends.
function swingingFoot(walker: Walker, leg: Leg, own: number): Foot {
  const step = 1e-3;
  const off = (p: number) => minus(standingFoot(walker, leg, p).ankle, normAnkle(walker, leg, p));
  const leave = off(TOE_OFF);
  const leaveSpeed = minus(leave, off(TOE_OFF - step));
  const strike = minus(standingFoot(walker, leg, 0).ankle, normAnkle(walker, leg, 0));
  const strikeSpeed = minus(off(step), strike);
  const span = (1 - TOE_OFF) / step;
  const t = (own - TOE_OFF) / (1 - TOE_OFF);
  const norm = normAnkle(walker, leg, own);
  const ankle = [0, 1, 2].map(
    (k) => norm[k] + hermite(t, leave[k], leaveSpeed[k] * span, strike[k], strikeSpeed[k] * span),
  ) as Vec3;
  return { ...footAngles(leg, own), ankle };
}

function hermite(t: number, a: number, da: number, b: number, db: number): number {
  const u = 1 - t;
  return u * u * (1 + 2 * t) * a + u * u * t * da + t * t * (3 - 2 * t) * b - t * t * u * db;
}

type Path = Foot[];

// The foot in every frame of its own cycle, lifted where toes or sole would sink into the floor.
function footPath(walker: Walker, leg: Leg): Path {
  const path = Array.from({ length: WALK_FRAMES }, (_, f) => {
    const own = f / WALK_FRAMES;
    return own < TOE_OFF ? standingFoot(walker, leg, own) : swingingFoot(walker, leg, own);
  });
  const lift = path.map((foot, f) => {
    const t = (f / WALK_FRAMES - TOE_OFF) / (1 - TOE_OFF);
    const room = t > 0 ? CLEARANCE * sin(PI * t) : -0.002;
    return Math.max(0, room - lowestOfFoot(walker.avatar, leg, foot));
  });
  return path.map((foot, f) => ({ ...foot, ankle: plus(foot.ankle, [0, softened(lift, f), 0]) }));
}

// The largest value near by, averaged: a smooth curve that stays above the given one.
function softened(values: number[], at: number): number {
  const n = values.length;
  const peak = (i: number) => Math.max(...[-2, -1, 0, 1, 2].map((d) => values[(i + d + n) % n]));
  const weights = [1, 2, 3, 2, 1];
  return weights.reduce((sum, w, d) => sum + (w / 9) * peak(at + d - 2 + n), 0);
}

// ---- arms

// Forward the chest comes nearer to the upper arm, so that it goes out, and the bending elbow brings the forearm in.
function swingingArm({ abduction }: Walker, { shoulder, elbow }: Gait): ArmAngles {
  const ahead = (shoulder - BACK) / (FRONT - BACK);
  return {
    abduction: abduction + OUTWARD * (ahead - 0.5),
    flexion: shoulder,
    elbow,
    forearm: abduction * (FOREARM_BACK + ahead ** 3 * (FOREARM_FRONT - FOREARM_BACK)),
    twist: THUMB_AHEAD,
  };
}

// ---- whole body

function framePose(walker: Walker, feet: Record<'L' | 'R', Path>, frame: number): Pose {
  const phase = frame / WALK_FRAMES;
  const turns = pelvisTurns(phase);
  const height = walker.height(phase);
  for (const side of ['L', 'R'] as const) {
    const leg = walker.legs[side];
    const own = side === 'L' ? frame : (frame + WALK_FRAMES / 2) % WALK_FRAMES;
    Object.assign(turns, legTurns(leg, hipAt(walker, leg, phase, height), feet[side][own]));
    const angles = swingingArm(walker, gaitAt(own / WALK_FRAMES));
    Object.assign(turns, armTurns(walker.avatar, side, angles, thoraxOf(turns)));
  }
  return poseOf(walker.avatar, turns, minus(rootAt(walker, phase, height), walker.root));
}
