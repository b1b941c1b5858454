// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pelvis, spine and head: the pelvis turns with the legs, the chest against it, the head stays level.

import type { Quat } from '../math/quat.js';
import { mul, turnX, turnY, turnZ } from '../math/quat.js';
import { rad } from '../math/trig.js';
import type { Turns } from './rig.js';

/** Angles of the pelvis in degrees. */
export interface Pelvis {
  /** Left side forward positive. */
  yaw: number;
  /** Left side up positive. */
  obliquity: number;
  /** The whole trunk leans forward. */
  lean: number;
  /** The way the body faces, about the vertical, from +Z towards +X. */
  heading: number;
}

// Share of the pelvis' yaw and obliquity that a bone of the spine takes; negative: against it.
const SHARES: [string, number, number][] = [
  ['root', 1, 1],
  ['spine04', 0.5, 0.4],
  ['spine02', -0.3, -0.1],
  ['spine01', -0.7, -0.1],
  ['neck01', -0.3, 0],
  ['head', 0, 0],
];

/** Turns of root, spine, neck and head. */
export function torsoTurns(pelvis: Pelvis): Turns {
  const turns: Turns = {};
  for (const [name, yaw, obliquity] of SHARES) {
    const lean = name === 'root' || name === 'head' ? 0 : pelvis.lean;
    turns[name] = mul(
      turnY(rad(pelvis.heading - yaw * pelvis.yaw)),
      turnZ(rad(obliquity * pelvis.obliquity)),
      turnX(rad(lean)),
    );
  }
  return turns;
}

/** What carries the arms. */
export function thoraxOf(turns: Turns): Quat {
  return turns.spine01;
}
