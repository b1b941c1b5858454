// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From rotations to a pose, and from a pose to positions.
//
// Rotations are global and counted from rest, so a bone that nothing turns follows its parent by sharing the
// parent's rotation. Heads follow by walking down the tree. Positions are linear blend skinning, as the core does it.

import type { Quat } from '../math/quat.js';
import { IDENTITY, rotate } from '../math/quat.js';
import type { Vec3 } from '../math/vec3.js';
import { minus, plus } from '../math/vec3.js';
import type { Avatar, Pose } from '../types.js';
import { bone, BONES, PARENT } from './bones.js';

/** Global rotations of some bones by name; the rest follow their parents. */
export type Turns = Record<string, Quat>;

/** A pose with some bones turned; the root's head moved by `shift` from rest. */
export function poseOf(avatar: Avatar, turns: Turns, shift: Vec3 = [0, 0, 0]): Pose {
  const count = BONES.length;
  const rotations = new Float64Array(4 * count);
  const heads = new Float64Array(3 * count);
  for (let b = 0; b < count; b++) {
    const parent = PARENT[b];
    const inherited = parent < 0 ? IDENTITY : rotationOf({ rotations, heads }, parent);
    rotations.set(turns[BONES[b][0]] ?? inherited, 4 * b);
    if (parent < 0) {
      heads.set(plus(avatar.bones[b].head, shift), 3 * b);
    } else {
      const arm = minus(avatar.bones[b].head, avatar.bones[parent].head);
      heads.set(plus(headOf({ rotations, heads }, parent), rotate(inherited, arm)), 3 * b);
    }
  }
  return { rotations, heads };
}

/** Rotation of a bone in a pose. */
export function rotationOf(pose: Pose, b: number): Quat {
  return [0, 1, 2, 3].map((k) => pose.rotations[4 * b + k]) as Quat;
}

/** Head of a bone in a pose. */
export function headOf(pose: Pose, b: number): Vec3 {
  return [0, 1, 2].map((k) => pose.heads[3 * b + k]) as Vec3;
}

/** Rest head of a bone by name. */
export function restHead(avatar: Avatar, name: string): Vec3 {
  return avatar.bones[bone(name)].head;
}

/** The pose in which nothing has moved. */
export function restPose(avatar: Avatar): Pose {
  return poseOf(avatar, {});
}

/**
 * Positions of all vertices in a pose, m, three each. `weights` of the morphs by name are applied first.
 */
export function skin(
  avatar: Avatar,
  pose: Pose,
  weights: Record<string, number> = {},
): Float64Array {
  const rest = morphed(avatar, weights);
  const matrices = boneMatrices(avatar, pose);
  const out = new Float64Array(rest.length);
  for (let v = 0; v < rest.length / 3; v++) {
    skinVertex(avatar, matrices, v, rest[3 * v], rest[3 * v + 1], rest[3 * v + 2], out);
  }
  return out;
}

/** Positions of some vertices in a pose, in the order of `vertices`. */
export function skinSome(avatar: Avatar, pose: Pose, vertices: ArrayLike<number>): Float64Array {
  const matrices = boneMatrices(avatar, pose);
  const one = new Float64Array(avatar.positions.length);
  const out = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    const v = vertices[i];
    const [x, y, z] = avatar.positions.subarray(3 * v, 3 * v + 3);
    skinVertex(avatar, matrices, v, x, y, z, one);
    out.set(one.subarray(3 * v, 3 * v + 3), 3 * i);
  }
  return out;
}

function morphed(avatar: Avatar, weights: Record<string, number>): Float64Array {
  const rest = Float64Array.from(avatar.positions);
  for (const morph of avatar.morphs) {
    const weight = weights[morph.name] ?? 0;
    if (weight === 0) continue;
    morph.vertices.forEach((v, i) => {
      for (let k = 0; k < 3; k++) rest[3 * v + k] += weight * morph.deltas[3 * i + k];
    });
  }
  return rest;
}

// Twelve numbers a bone: x -> M x + t.
function boneMatrices(avatar: Avatar, pose: Pose): Float64Array {
  const out = new Float64Array(12 * avatar.bones.length);
  avatar.bones.forEach(({ head }, b) => {
    const q = rotationOf(pose, b);
    const columns = (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as Vec3[]
    ).map((axis) => rotate(q, axis));
    const origin = minus(headOf(pose, b), rotate(q, head));
    for (let r = 0; r < 3; r++) {
      out.set([columns[0][r], columns[1][r], columns[2][r], origin[r]], 12 * b + 4 * r);
    }
  });
  return out;
}

function skinVertex(
  avatar: Avatar,
  matrices: Float64Array,
  v: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  for (let k = 4 * v; k < 4 * v + 4; k++) {
    const w = avatar.boneWeights[k] / 65535;
    if (w === 0) continue;
    const m = 12 * avatar.boneIndices[k];
    for (let r = 0; r < 3; r++) {
      const row = m + 4 * r;
      out[3 * v + r] +=
        w * (matrices[row] * x + matrices[row + 1] * y + matrices[row + 2] * z + matrices[row + 3]);
    }
  }
}
