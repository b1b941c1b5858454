// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Lists of triangles for cuts of the trunk alone, one arm alone, one leg alone, and hulls at a level.

import type { Avatar } from '../types.js';
import { BONES, regionOf } from './bones.js';
import { armShare } from './parts.js';
import type { Surface, Vec2 } from './slices.js';
import { hull, levelSlice } from './slices.js';

export type Side = 'L' | 'R';

/** Triangles none of whose vertices is mostly arm: head, trunk and legs. */
export function trunkTriangles(avatar: Avatar): Uint32Array {
  const share = armShare(avatar.boneIndices, avatar.boneWeights);
  return select(avatar, (vertices) => vertices.every((v) => share[v] < 0.5));
}

/** Triangles of one arm, from the deltoid to the fingers. */
export function armTriangles(avatar: Avatar, side: Side): Uint32Array {
  const share = armShare(avatar.boneIndices, avatar.boneWeights);
  const sign = side === 'L' ? 1 : -1;
  return select(avatar, (vertices) =>
    vertices.every((v) => share[v] >= 0.5 && sign * avatar.positions[3 * v] > 0),
  );
}

/** Triangles of one leg below the pelvis, with or without its foot. */
export function legTriangles(avatar: Avatar, side: Side, foot = true): Uint32Array {
  const wanted = BONES.map(([name]) => {
    const region = regionOf(name);
    return name.endsWith(`.${side}`) && (region === 'leg' || (foot && region === 'foot'));
  });
  const share = (v: number) => {
    let sum = 0;
    for (let k = 4 * v; k < 4 * v + 4; k++) {
      if (wanted[avatar.boneIndices[k]]) sum += avatar.boneWeights[k];
    }
    return sum / 65535;
  };
  return select(avatar, (vertices) => vertices.every((v) => share(v) >= 0.5));
}

/** Triangles that lie on one half of the body at rest. */
export function halfTriangles(avatar: Avatar, side: Side, among?: Uint32Array): Uint32Array {
  const sign = side === 'L' ? 1 : -1;
  return select(
    avatar,
    (vertices) => vertices.some((v) => sign * avatar.positions[3 * v] > 0),
    among,
  );
}

/** Convex hull (x, z) of a surface at a level; pass the triangles of one region to see that region only. */
export function levelHull(surface: Surface, y: number, triangles?: Uint32Array): Vec2[] {
  return hull(levelSlice(surface, y, triangles));
}

function select(
  avatar: Avatar,
  accepts: (vertices: number[]) => boolean,
  among?: Uint32Array,
): Uint32Array {
  const out: number[] = [];
  const count = among ? among.length : avatar.triangles.length / 3;
  for (let i = 0; i < count; i++) {
    const t = among ? among[i] : i;
    if (accepts([...avatar.triangles.subarray(3 * t, 3 * t + 3)])) out.push(t);
  }
  return Uint32Array.from(out);
}
