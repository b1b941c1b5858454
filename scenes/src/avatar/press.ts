// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Arms that rise, press against the trunk and rise again, twice: an armpit that catches cloth and lets it go.

import type { Avatar } from '../types.js';
import { recipeOf } from './bodies.js';
import type { Key } from './channel.js';
import type { ArmScore, Score } from './score.js';

const RAISED = 80;
/** Bent, lest the hands press against the hips as well. */
const ELBOW = 70;

/** Two presses, then one free second with raised arms. */
export function pressScore(avatar: Avatar): Score {
  const { pressed } = recipeOf(avatar.name).arms;
  const between = (raised: number, low: number): Key[] => [
    [1, raised],
    [1.2, raised],
    [2, low],
    [2.4, low],
    [3.2, raised],
    [3.4, raised],
    [4.2, low],
    [4.6, low],
    [5.4, raised],
    [6.4, raised],
  ];
  const arm: ArmScore = {
    abduction: [[0.3, 30], ...between(RAISED, pressed), [7.1, 30]],
    elbow: [[0.3, 18], ...between(18, ELBOW), [7.1, 18]],
  };
  const ease: Key[] = [
    [0, 1],
    [0.3, 0],
    [7.1, 0],
    [7.5, 1],
  ];
  return { seconds: 7.5, ease, trunk: {}, legs: { L: {}, R: {} }, arms: { L: arm, R: arm } };
}
