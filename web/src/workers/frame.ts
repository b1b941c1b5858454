// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where things lie in the buffer of a frame: per cloth positions then normals, per body positions then bone
// matrices, all 32-bit floats. Both sides build the same table from the shapes, so a frame carries no header.
import type { BodyShape, ClothShape } from './protocol';

/** Offsets in floats. */
export interface FrameLayout {
  floats: number;
  cloths: { positions: number; normals: number; length: number }[];
  bodies: { positions: number; length: number; bones: number; boneLength: number }[];
}

/** Lays out a frame. */
export function frameLayout(
  cloths: Pick<ClothShape, 'vertexCount'>[],
  bodies: Pick<BodyShape, 'vertexCount' | 'boneCount'>[],
): FrameLayout {
  let floats = 0;
  const take = (length: number) => {
    const at = floats;
    floats += length;
    return at;
  };
  return {
    cloths: cloths.map(({ vertexCount }) => {
      const length = 3 * vertexCount;
      return { positions: take(length), normals: take(length), length };
    }),
    bodies: bodies.map(({ vertexCount, boneCount }) => {
      const length = 3 * vertexCount;
      const boneLength = 12 * boneCount;
      return { positions: take(length), length, bones: take(boneLength), boneLength };
    }),
    get floats() {
      return floats;
    },
  };
}
