// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A morph that draws each foot out to a straight tube, so that trousers can be sewn without catching on it.
//
// The foot was unrolled on a disk at build time (scripts/avatar/foot_disk.ts). A vertex at `rho` = 1 stays on the
// loop round the ankle; inwards it slides down the tube, linearly in the logarithm of rho, since that is how a
// harmonic map of a tube behaves; the toes end up on the flat end.

import { atan2, cos, PI, sin } from '../math/trig.js';
import type { Morph } from '../types.js';
import type { AvatarAsset } from './asset.js';
import { bone } from './bones.js';
import { snap } from '../math/snap.js';
import type { Vec3 } from '../math/vec3.js';
import { centre as middle, cross, dot, minus, mix, plus, point, unit } from '../math/vec3.js';

const RADIUS = 0.034;
const BELOW_FLOOR = 0.22;
/** Inside this rho the tube is closed by its flat end. */
const END = 0.4;
/** The shank becomes round over this length. */
const BLEND = 0.05;

interface Tube {
  centre: Vec3;
  axis: Vec3;
  across: [Vec3, Vec3];
  length: number;
  radius: number;
  loop: Vec3[];
  /** Angle of every loop point round the axis, growing or falling by 2 pi in all. */
  angles: number[];
}

/** The morph `tube_feet`: both feet. `positions` are rest positions, `heads` the rest heads of the bones. */
export function tubeFeet(asset: AvatarAsset, positions: ArrayLike<number>, heads: Vec3[]): Morph {
  const vertices: number[] = [];
  const deltas: number[] = [];
  for (const side of ['L', 'R']) {
    const part = (key: string) => asset.arrays[`foot${side}.${key}`];
    const loop = Array.from(part('loop'), (v) => point(positions, v));
    const knee = heads[bone(`lowerleg01.${side}`)];
    const tube = tubeOf(loop, knee, heads[bone(`foot.${side}`)]);
    part('inside').forEach((v: number, i: number) => {
      const target = place(tube, part('rho')[i] / 1073741824, part('turn')[i] / 65536);
      vertices.push(v);
      for (let k = 0; k < 3; k++) deltas.push(snap(target[k]) - positions[3 * v + k]);
    });
  }
  return {
    name: 'tube_feet',
    vertices: Uint32Array.from(vertices),
    deltas: Float32Array.from(deltas),
  };
}

function tubeOf(loop: Vec3[], knee: Vec3, ankle: Vec3): Tube {
  const axis = unit(minus(ankle, knee));
  const centre = middle(loop);
  const right = unit(cross(axis, [0, 0, 1]));
  const ahead = cross(right, axis);
  const angles = unwrap(
    loop.map((p) => atan2(dot(minus(p, centre), ahead), dot(minus(p, centre), right))),
  );
  const spread = loop.map((p) => {
    const d = minus(p, centre);
    const along = dot(d, axis);
    return Math.sqrt(dot(d, d) - along * along);
  });
  return {
    centre,
    axis,
    across: [right, ahead],
    length: (centre[1] + BELOW_FLOOR) / -axis[1],
    radius: Math.min(RADIUS, ...spread),
    loop,
    angles,
  };
}

function place(tube: Tube, rho: number, turn: number): Vec3 {
  const { loop, angles, axis } = tube;
  const slot = turn * loop.length;
  const i = Math.floor(slot) % loop.length;
  const j = (i + 1) % loop.length;
  const f = slot - Math.floor(slot);
  const whole = j === 0 ? 2 * PI * (angles[loop.length - 1] > angles[0] ? 1 : -1) : 0;
  const angle = angles[i] + f * (angles[j] + whole - angles[i]);
  const edge = mix(loop[i], loop[j], f);
  const depth = tube.length * Math.min(1, logarithm(1 / rho) / logarithm(1 / END));
  const radius = tube.radius * Math.min(1, rho / END);
  const round = plus(
    plus(plus(tube.centre, axis, depth), tube.across[0], radius * cos(angle)),
    tube.across[1],
    radius * sin(angle),
  );
  const t = Math.min(1, depth / BLEND);
  const s = t * t * (3 - 2 * t);
  return mix(plus(edge, axis, depth), round, s);
}

// ln x for x >= 1: halvings, then the series of atanh.
function logarithm(x: number): number {
  let halvings = 0;
  while (x > 1.5) {
    x /= 2;
    halvings++;
  }
  const z = (x - 1) / (x + 1);
  let sum = 0;
  for (let n = 31; n >= 1; n -= 2) sum = sum * z * z + 1 / n;
  return halvings * 0.6931471805599453 + 2 * z * sum;
}

function unwrap(angles: number[]): number[] {
  const out = [angles[0]];
  for (let i = 1; i < angles.length; i++) {
    const step = angles[i] - angles[i - 1];
    out.push(out[i - 1] + step - 2 * PI * Math.floor((step + PI) / (2 * PI)));
  }
  return out;
}
