// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Measures a body for FreeSewing, under FreeSewing's names: mm, shoulderSlope in degrees.
//
// Some raw values mislead a pattern: where the widest point of the waist wanders forward, where a belly is taken for
// a long front, where breasts stand far apart. These are clamped to what the patterns were drafted for.

import { snapMm } from '../math/snap.js';
import { atan2, deg } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { distance, minus, plus, point, unit } from '../math/vec3.js';
import type { Avatar, Measurements } from '../types.js';
import { bone } from './bones.js';
import { LANDMARKS } from './landmarks.js';
import type { Levels } from './levels.js';
import { levelsOf } from './levels.js';
import { armTriangles, legTriangles, trunkTriangles } from './regions.js';
import {
  girthAt,
  girthRound,
  largestGirth,
  limbGirth,
  shareBehind,
  tapeDown,
  tapeThrough,
} from './tape.js';

/** Everything the patterns ask for. */
export function measure(avatar: Avatar): Measurements {
  const trunk = trunkTriangles(avatar);
  const levels = levelsOf(avatar, trunk);
  const metres = {
    ...heights(avatar, levels),
    ...girths(avatar, levels, trunk),
    ...limbs(avatar, levels),
    ...torso(avatar, levels, trunk),
  };
  const out: Measurements = {};
  for (const [name, value] of Object.entries(metres)) out[name] = snapMm(value * 1000);
  const [dx, dy] = minus(levels.shoulderTip, levels.hps);
  out.shoulderSlope = snapMm(deg(atan2(-dy, dx)));
  return out;
}

function heights(avatar: Avatar, l: Levels): Measurements {
  return {
    waistToHips: l.waist - l.hips,
    waistToSeat: l.waist - l.seat,
    waistToUpperLeg: l.waist - l.crotch,
    waistToKnee: l.waist - avatar.bones[bone('lowerleg01.L')].head[1],
    waistToFloor: l.waist,
    waistToArmpit: l.armpit - 0.03 - l.waist,
    waistToUnderbust: l.underbust - l.waist,
    inseam: l.crotch,
  };
}

function girths(avatar: Avatar, l: Levels, trunk: Uint32Array): Measurements {
  const waist = girthAt(avatar, l.waist, trunk);
  const seat = largestGirth(avatar, l.crotch + 0.02, l.hips, trunk);
  const chest = largestGirth(avatar, l.bust - 0.015, l.bust + 0.015, trunk).girth;
  const nipple = point(avatar.positions, LANDMARKS.nippleL);
  return {
    waist,
    waistBack: waist * clamp(shareBehind(avatar, l.waist, trunk), 0.48, 0.53),
    hips: girthAt(avatar, l.hips, trunk),
    seat: seat.girth,
    seatBack: seat.girth * clamp(shareBehind(avatar, seat.y, trunk), 0.49, 0.54),
    chest,
    highBust: girthAt(avatar, l.armpit + 0.015, trunk),
    underbust: girthAt(avatar, l.underbust, trunk),
    bustSpan: Math.min(2 * nipple[0], 0.18 * chest),
    neck: neckGirth(avatar, l),
  };
}

// Across the neck's axis, 15 mm above the high point of the shoulder.
function neckGirth(avatar: Avatar, l: Levels): number {
  const base = avatar.bones[bone('neck01')].head;
  const axis = unit(minus(avatar.bones[bone('neck03')].head, base));
  const rise = (l.hps[1] - base[1]) / axis[1] + 0.015;
  return girthRound(avatar, plus(base, axis, rise), axis);
}

function limbs(avatar: Avatar, l: Levels): Measurements {
  const head = (name: string): Vec3 => avatar.bones[bone(`${name}.L`)].head;
  const [shoulder, elbow, wrist] = ['upperarm01', 'lowerarm01', 'wrist'].map(head);
  const [knee, ankle] = ['lowerleg01', 'foot'].map(head);
  const arm = armTriangles(avatar, 'L');
  const leg = legTriangles(avatar, 'L');
  const shanks = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((s) =>
    girthRound(avatar, plus(knee, minus(ankle, knee), s), minus(ankle, knee), leg),
  );
  return {
    biceps: limbGirth(avatar, shoulder, elbow, [0.4, 0.6], arm),
    wrist: limbGirth(avatar, elbow, wrist, [0.97, 0.97], arm),
    knee: girthRound(avatar, knee, [0, 1, 0], leg),
    upperLeg: girthRound(avatar, [head('upperleg01')[0], l.crotch - 0.015, 0], [0, 1, 0], leg),
    ankle: Math.min(...shanks),
    shoulderToElbow: distance(l.shoulderTip, elbow),
    shoulderToWrist: distance(l.shoulderTip, elbow) + distance(elbow, wrist),
  };
}

function torso(avatar: Avatar, l: Levels, trunk: Uint32Array): Measurements {
  const nape = point(avatar.positions, LANDMARKS.nape);
  const back = tapeDown(avatar, l.hps, l.waist, -1, trunk);
  const crotch = ['crotchFront', 'crotchBack']
    .map((name) => point(avatar.positions, LANDMARKS[name]))
    .reduce((a, b) => (a[1] < b[1] ? a : b));
  const seam = tapeThrough(avatar, l.waist, crotch, trunk);
  return {
    hpsToBust: tapeDown(avatar, l.hps, l.bust, 1, trunk),
    hpsToWaistFront: Math.min(tapeDown(avatar, l.hps, l.waist, 1, trunk), back + 0.06),
    hpsToWaistBack: back,
    shoulderToShoulder: 2 * distance(l.shoulderTip, nape),
    crossSeam: seam.whole,
    crossSeamFront: clamp(seam.front, 0.47 * seam.whole, 0.5 * seam.whole),
  };
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}
