// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A dance that is hard on clothes: arms cross the chest and open, a deep squat, a high kick, a jump. Nine seconds, from
// standing at ease to standing at ease. The angles are our own, inside the ranges that healthy adults reach.

import type { Key } from './channel.js';
import type { ArmScore, LegScore, Score } from './score.js';

/** Time in the air, s; the root then rises by g T T / 8 and leaves the floor with g T / 2. */
const FLIGHT = 0.36;
const GRAVITY = 9.81;
/** Straight leg that the jump is written for, m; heights of a score are shares of it. */
const LEG_LENGTH = 0.8;
const RISE = (GRAVITY * FLIGHT * FLIGHT) / 8 / LEG_LENGTH;
const SPEED = (GRAVITY * FLIGHT) / 2 / LEG_LENGTH;

const OFF = 7.75;
const TOP = OFF + FLIGHT / 2;
const LAND = OFF + FLIGHT;
/** Height of the root when the toes leave the floor and when they are back. */
const TOES = 0.05;
const END = 9.25;

/** Keys of something that goes down and up with the squat. */
const squat = (value: number): Key[] => [
  [3.1, 0],
  [3.85, value],
  [4.15, value],
  [4.9, 0],
];

// prettier-ignore
function arm(flexionCrossed: number): ArmScore {
  return {
    abduction: [[0.5, 30], [1.3, 24], [1.9, 24], [2.6, 88], [2.95, 88], [3.8, 22], [4.2, 22], [4.9, 50],
      [6.45, 50], [6.95, 30], [7.4, 34], [OFF + 0.12, 60], [LAND, 70], [8.45, 40], [8.9, 30]],
    flexion: [[0.5, 2], [1.3, flexionCrossed], [1.9, flexionCrossed], [2.6, 10], [2.95, 10], [3.8, 82], [4.2, 82],
      [4.9, 15], [6.45, 15], [6.95, 0], [7.4, -28], [OFF + 0.12, 70], [LAND, 60], [8.45, 10], [8.9, 2]],
    swivel: [[0.5, 0], [1.3, 66], [1.9, 66], [2.6, 0]],

    elbow: [[0.5, 18], [1.3, 100], [1.9, 100], [2.6, 14], [2.95, 14], [3.8, 20], [4.2, 20], [4.9, 26],
      [6.95, 26], [7.4, 30], [OFF + 0.12, 35], [LAND, 30], [8.9, 18]],
  };
}

// prettier-ignore
const JUMPING: Key[] = [[OFF - 0.25, 0], [OFF, -34], [TOP, -38], [LAND, -28], [LAND + 0.14, 0]];

/** A foot in the air rises a little less than the root. */
const RISING: Key[] = [
  [OFF - 0.001, 0, 0],
  [OFF, 0, 0.7 * SPEED],
  [TOP, 0.85 * RISE, 0],
  [LAND, 0, -0.7 * SPEED],
];

const STANDING_LEG: LegScore = { pitch: [...squat(-10), ...JUMPING], up: RISING };

// prettier-ignore
const KICKING_LEG: LegScore = {
  pitch: [...squat(-10), [5.15, 0], [5.35, -20], [6.5, -14], [6.7, 0], ...JUMPING],
  up: STANDING_LEG.up,
  swings: [[5.2, 0], [5.42, 1], [6.43, 1], [6.7, 0]],
  swing: [[5.2, -6], [5.42, -10], [5.95, 100], [6.02, 100], [6.5, 0], [6.7, 2]],
  stretch: [[5.2, 0.96], [5.42, 0.87], [5.88, 0.985], [6.07, 0.985], [6.38, 0.93], [6.7, 0.95]],
  ankle: [[5.2, 0], [5.45, -18], [5.95, -26], [6.4, -8], [6.7, 0]],
};

/** The dance. */
// prettier-ignore
export const DANCE: Score = {
  seconds: END,
  ease: [[0, 1], [0.5, 0], [END - 0.5, 0], [END, 1]],
  trunk: {
    tilt: [...squat(20), [5.15, 0], [5.8, -14], [6.5, 0], [6.95, 0], [7.4, 16], [OFF, 0], [LAND, 4], [8.3, 14], [9, 0]],
    lean: [...squat(32), [5.15, 0], [5.8, -6], [6.5, 0], [6.95, 0], [7.4, 26], [OFF, 0], [LAND, 8], [8.3, 22], [9, 0]],
    yaw: [[0.4, 0], [1.1, 6], [2, -6], [2.9, 0], [5.2, 0], [5.85, -9], [6.5, 0]],
    obliquity: [[4.7, 0], [5.3, 2], [5.85, -3], [6.6, 0]],
    left: [[4.55, 0], [5.15, 0.105], [6.55, 0.105], [7.05, 0]],
    up: [[0.1, 0], [0.6, -0.006], [3.1, -0.006], [3.85, -0.43], [4.15, -0.43], [4.9, -0.024], [5.4, -0.04], [6.4, -0.04], [6.95, -0.042],
      [7.4, -0.2], [OFF, TOES, SPEED], [TOP, TOES + RISE, 0], [LAND, TOES, -SPEED], [8.34, -0.2, 0], [END - 0.1, 0]],
    ahead: [...squat(-0.1), [6.95, 0], [7.4, -0.06], [OFF, 0.02], [LAND, 0.02], [8.34, -0.05], [9, 0]],
  },
  legs: { L: STANDING_LEG, R: KICKING_LEG },
  arms: { L: arm(80), R: arm(42) },
};
