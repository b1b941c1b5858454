// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The body that is dressed: its posed surface, its parts, the levels and joints that placement refers to.
import { PART, type Avatar, type Measurements, type Pose } from '../types.js';
import { planeSlice } from '../avatar/slices.js';
import { times, type Vec3 } from '../math/vec3.js';
import type { Plan } from './curve.js';

export interface WornBody {
  /** Posed, with morphs, m. */
  positions: ArrayLike<number>;
  triangles: Uint32Array;
  parts: Uint32Array;
  /** Heights over the floor, m. */
  waist: number;
  hips: number;
  crotch: number;
  /** Points of garments that are worn below, where they start and where they will be lifted to. */
  worn: Vec3[];
  /** Posed place of a bone's head. */
  joint: (name: string) => Vec3;
}

/** Puts together what placement needs. `positions` are the avatar's vertices in `pose`. */
export function wornBody(
  avatar: Avatar,
  pose: Pose,
  positions: ArrayLike<number>,
  m: Measurements,
): WornBody {
  const waist = m.waistToFloor / 1000;
  return {
    positions,
    triangles: avatar.triangles,
    parts: avatar.parts,
    waist,
    hips: waist - m.waistToHips / 1000,
    crotch: waist - m.waistToUpperLeg / 1000,
    worn: [],
    joint: (name) => {
      const b = avatar.bones.findIndex((bone) => bone.name === name);
      if (b < 0) throw new Error(`there is no bone '${name}'`);
      return [pose.heads[3 * b], pose.heads[3 * b + 1], pose.heads[3 * b + 2]];
    },
  };
}

/** Trunk and legs, without arms, head and feet. */
export function isTrunkOrLeg(part: number): boolean {
  return part === PART.trunk || part === PART.legL || part === PART.legR;
}

/** Points of the cut of the chosen parts by the plane normal . p = offset. */
export function slicePlane(
  body: WornBody,
  choose: (part: number) => boolean,
  normal: Vec3,
  offset: number,
): Vec3[] {
  const only: number[] = [];
  body.parts.forEach((part, t) => {
    if (choose(part)) only.push(t);
  });
  return planeSlice(body, times(normal, offset), normal, only).flatMap((s) => s.points);
}

/** All surface points of the chosen parts between two heights, seen from above. */
export function planBetween(
  body: WornBody,
  choose: (part: number) => boolean,
  low: number,
  high: number,
): Plan[] {
  const points: Plan[] = [];
  for (const level of [low, high]) {
    points.push(...slicePlane(body, choose, [0, 1, 0], level).map(([x, , z]): Plan => [x, z]));
  }
  const { positions: p, triangles: t, parts } = body;
  for (let i = 0; i < t.length; i++) {
    if (!choose(parts[Math.floor(i / 3)])) continue;
    const v = 3 * t[i];
    if (p[v + 1] > low && p[v + 1] < high) points.push([p[v], p[v + 2]]);
  }
  return points;
}

/** The same body with a garment on it, for the next layer. */
export function dressed(body: WornBody, positions: ArrayLike<number>, lift: number): WornBody {
  const worn = [...body.worn];
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    worn.push([x, y, z]);
    if (lift > 0) worn.push([x, y + lift, z]);
  }
  return { ...body, worn };
}

/** Points of inner garments between two heights, seen from above. */
export function wornBetween(body: WornBody, low: number, high: number): Plan[] {
  return body.worn.filter(([, y]) => y > low && y < high).map(([x, , z]): Plan => [x, z]);
}
