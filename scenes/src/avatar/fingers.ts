// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Hands at rest. The base mesh spreads its fingers; here they are laid together and a little bent, once when a body is
// built, so that collider and picture have the same hands and the skeleton needs no bone for them.
//
// A finger is a chain of three bones that turn about their heads; its vertices blend these turns with the hand's. It turns
// in the plane of the palm until it has its place beside the middle finger, then bends joint by joint towards the palm.

import type { Quat } from '../math/quat.js';
import { axisAngle, IDENTITY, mul, rotate } from '../math/quat.js';
import { asin, deg, rad } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { centre, cross, dot, minus, plus, point, unit } from '../math/vec3.js';
import type { AvatarAsset } from './asset.js';
import { bone } from './bones.js';

/** How a finger rests, degrees. */
interface Rest {
  /** From the way of the middle finger, towards the thumb positive. */
  aside: number;
  /** Joint by joint towards the palm. */
  bend: [number, number, number];
}

/** A resting hand, thumb first: the farther from the thumb, the more a finger is bent. */
export const FINGERS: Record<string, Rest> = {
  1: { aside: 13, bend: [-8, 4, 8] },
  2: { aside: 0, bend: [9, 12, 6] },
  3: { aside: 0, bend: [11, 14, 8] },
  4: { aside: 0, bend: [14, 15, 9] },
  5: { aside: 0, bend: [16, 15, 9] },
};

/** What takes a bone from where it is in the base mesh. */
interface Turn {
  turn: Quat;
  from: Vec3;
  to: Vec3;
}

/** Lays the fingers of both hands to rest, in place. `vertices` are kept vertices, x y z each. */
export function relaxHands(asset: AvatarAsset, vertices: Float64Array): void {
  const at = (ids: number[]) => centre(ids.map((v) => point(vertices, v)));
  const palms = { L: palmOf(asset, at, 'L'), R: palmOf(asset, at, 'R') };
  const turns: Turn[] = [];
  for (const { name, parent, head, tail } of asset.fingers) {
    const [, finger, joint, side] = /^finger(\d)-(\d)\.([LR])$/.exec(name)!;
    const from = at(head);
    const way = unit(minus(at(tail), from));
    const tip = at(asset.fingers.find((f) => f.name === `finger${finger}-3.${side}`)!.tail);
    const whole = unit(minus(tip, from));
    const own = turnOf(palms[side as 'L' | 'R'], FINGERS[finger], Number(joint), way, whole);
    const carrier: Turn = turns[parent] ?? { turn: [...IDENTITY], from, to: from };
    const to = plus(carrier.to, rotate(carrier.turn, minus(from, carrier.from)));
    turns.push({ turn: mul(carrier.turn, own), from, to });
  }
  move(asset, vertices, turns);
}

/** The plane that fingers spread in: out of the back of the hand, along the middle finger, towards the thumb. */
interface Palm {
  back: Vec3;
  ahead: Vec3;
  aside: Vec3;
}

function palmOf(asset: AvatarAsset, at: (ids: number[]) => Vec3, side: 'L' | 'R'): Palm {
  const named = (name: string) => asset.fingers.find((f) => f.name === `${name}.${side}`)!;
  const knuckle = (finger: number) => at(named(`finger${finger}-1`).head);
  const wrist = at(asset.joints[bone(`wrist.${side}`)]);
  const across = minus(knuckle(2), knuckle(5));
  const out = unit(cross(minus(knuckle(3), wrist), across));
  const way = minus(at(named('finger3-3').tail), knuckle(3));
  const ahead = unit(plus(way, out, -dot(way, out)));
  const aside = unit(plus(across, ahead, -dot(across, ahead)));
  const back = cross(ahead, aside);
  return { ahead, aside, back: side === 'L' ? minus([0, 0, 0], back) : back };
}

// The turn of one bone against the one that carries it, in the axes of the base mesh.
function turnOf(
  { back, ahead, aside }: Palm,
  rest: Rest,
  joint: number,
  way: Vec3,
  whole: Vec3,
): Quat {
  const flat = unit(plus(way, back, -dot(way, back)));
  const bend = axisAngle(unit(cross(back, flat)), rad(rest.bend[joint - 1]));
  if (joint > 1) return bend;
  const lying = unit(plus(whole, back, -dot(whole, back)));
  const now = deg(asin(Math.max(-1, Math.min(1, dot(lying, aside)))));
  return mul(axisAngle(cross(ahead, aside), rad(rest.aside - now)), bend);
}

// Every vertex goes with the fingers as far as they hold it; the rest of it stays with the hand.
function move(asset: AvatarAsset, vertices: Float64Array, turns: Turn[]): void {
  const before = vertices.slice();
  const { fingerBone, fingerVertex, fingerWeight } = asset.arrays;
  fingerVertex.forEach((v: number, i: number) => {
    const { turn, from, to } = turns[fingerBone[i]];
    const p = point(before, v);
    const way = minus(plus(to, rotate(turn, minus(p, from))), p);
    for (let k = 0; k < 3; k++) vertices[3 * v + k] += (fingerWeight[i] / 65535) * way[k];
  });
}
