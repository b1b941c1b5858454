// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Heights and points between which a tailor measures, found on the rest mesh. Metres.
//
// The waist is a share of the torso rather than a narrowest place or a distance from the navel: both of these sit
// centimetres off on one body or another.

import { bone } from './bones.js';
import { LANDMARKS } from './landmarks.js';
import { trunkTriangles } from './regions.js';
import { levelSlice, loops, planeSlice, sideSlice } from './slices.js';
import type { Vec3 } from '../math/vec3.js';
import { point } from '../math/vec3.js';
import type { Avatar } from '../types.js';

const STEP = 0.002;

export interface Levels {
  crotch: number;
  waist: number;
  hips: number;
  seat: number;
  /** Where side seams of a top may begin. */
  armpit: number;
  bust: number;
  underbust: number;
  /** Highest point of the shoulder at the neck, left. */
  hps: Vec3;
  /** End of the shoulder, left. */
  shoulderTip: Vec3;
}

/** Finds all levels of a body. */
export function levelsOf(avatar: Avatar, trunk: Uint32Array = trunkTriangles(avatar)): Levels {
  const landmark = (name: string) => point(avatar.positions, LANDMARKS[name]);
  const crotch = Math.min(landmark('crotchFront')[1], landmark('crotchBack')[1]);
  const hps = highPointShoulder(avatar, trunk);
  const waist = crotch + 0.42 * (hps[1] - crotch);
  return {
    crotch,
    waist,
    hips: waist - 0.44 * (waist - crotch),
    seat: waist - 0.877 * (waist - crotch),
    armpit: armpitLevel(avatar),
    bust: landmark('nippleL')[1],
    underbust: underbustLevel(avatar, landmark('nippleL'), trunk),
    hps,
    shoulderTip: shoulderTip(avatar),
  };
}

// Going down the neck, the first level where its silhouette from the front is 45 degrees steep.
function highPointShoulder(avatar: Avatar, trunk: Uint32Array): Vec3 {
  const top = avatar.bones[bone('neck03')].head;
  const outline: Vec3[] = [];
  for (let y = top[1] - 0.025; y > top[1] - 0.16; y -= STEP) {
    const points = levelSlice(avatar, y, trunk).filter(([, z]) => z < top[2] + 0.06);
    const outermost = points.reduce((best, p) => (p[0] > best[0] ? p : best));
    outline.push([outermost[0], y, outermost[1]]);
  }
  const width = (i: number) => {
    let sum = 0;
    for (let k = i - 2; k <= i + 2; k++) sum += outline[k][0] / 5;
    return sum;
  };
  for (let i = 3; i < outline.length - 2; i++) {
    if (width(i) - width(i - 1) >= STEP) return [width(i), outline[i][1], outline[i][2]];
  }
  throw new Error(`The shoulder of ${avatar.name} was not found.`);
}

function shoulderTip(avatar: Avatar): Vec3 {
  const x = avatar.bones[bone('upperarm01.L')].head[0] + 0.022;
  const highest = sideSlice(avatar, x).reduce((best, p) => (p[1] > best[1] ? p : best));
  return [x, highest[1], highest[0]];
}

// The first level at which the cut has a loop of its own for the arm; fat arms touch the trunk lower down.
function armpitLevel(avatar: Avatar): number {
  const joint = avatar.bones[bone('upperarm01.L')].head[1];
  for (let y = joint + 0.02; y > joint - 0.075; y -= 0.001) {
    const cut = loops(planeSlice(avatar, [0, y, 0], [0, 1, 0]));
    if (cut.some((loop) => loop.every((p) => p[0] > 0.06))) return y;
  }
  return joint - 0.075;
}

// 10 mm below the place where the front recedes most, on the line through the nipple.
function underbustLevel(avatar: Avatar, nipple: Vec3, trunk: Uint32Array): number {
  const segments = planeSlice(avatar, [nipple[0], 0, 0], [1, 0, 0], trunk);
  const front = (y: number) => {
    let z = -Infinity;
    for (const {
      points: [a, b],
    } of segments) {
      if (a[1] > y === b[1] > y) continue;
      z = Math.max(z, a[2] + ((y - a[1]) / (b[1] - a[1])) * (b[2] - a[2]));
    }
    return z;
  };
  let [steepest, at] = [-Infinity, nipple[1] - 0.07];
  for (let y = nipple[1] - 0.02; y > nipple[1] - 0.12; y -= STEP) {
    const slope = front(y + STEP / 2) - front(y - STEP / 2);
    if (slope > steepest) [steepest, at] = [slope, y];
  }
  return at - 0.01;
}
