// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How low a foot reaches: its skinned vertices, with foot and toe bone alone.

import { mul, rotate, turnX } from '../math/quat.js';
import { rad } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { minus, plus, point } from '../math/vec3.js';
import type { Avatar } from '../types.js';
import { bone } from './bones.js';
import type { Foot, Leg } from './legs.js';
import { footTurn } from './legs.js';
import { restHead } from './rig.js';

/** Height of the lowest vertex of a foot over the floor, m. */
export function lowestOfFoot(avatar: Avatar, leg: Leg, foot: Foot): number {
  const toe = restHead(avatar, `toe1-1.${leg.side}`);
  const turn = footTurn(foot);
  const toeTurn = mul(turn, turnX(rad(-foot.toes)));
  const toeAt = plus(foot.ankle, rotate(turn, minus(toe, leg.ankle)));
  let lowest = Infinity;
  for (const { rest, toes } of soleOf(avatar, leg)) {
    const byFoot = foot.ankle[1] + rotate(turn, minus(rest, leg.ankle))[1];
    const byToes = toeAt[1] + rotate(toeTurn, minus(rest, toe))[1];
    lowest = Math.min(lowest, byFoot + toes * (byToes - byFoot));
  }
  return lowest;
}

interface SoleVertex {
  rest: Vec3;
  /** Share of the toe bone in its motion. */
  toes: number;
}

const SOLES = new WeakMap<Avatar, Record<string, SoleVertex[]>>();

// Vertices that may touch the floor: moved by this foot, and in the lower 45 mm at rest.
function soleOf(avatar: Avatar, leg: Leg): SoleVertex[] {
  const known = SOLES.get(avatar) ?? {};
  SOLES.set(avatar, known);
  return (known[leg.side] ??= findSole(avatar, leg));
}

function findSole(avatar: Avatar, leg: Leg): SoleVertex[] {
  const [foot, toe] = [bone(`foot.${leg.side}`), bone(`toe1-1.${leg.side}`)];
  const out: SoleVertex[] = [];
  for (let v = 0; v < avatar.positions.length / 3; v++) {
    const rest = point(avatar.positions, v);
    let toes = 0;
    let all = 0;
    for (let k = 4 * v; k < 4 * v + 4; k++) {
      const weight = avatar.boneWeights[k] / 65535;
      if (avatar.boneIndices[k] === toe) toes += weight;
      if (avatar.boneIndices[k] === toe || avatar.boneIndices[k] === foot) all += weight;
    }
    if (all > 0.95 && rest[1] < 0.045) out.push({ rest, toes: toes / all });
  }
  return out;
}
