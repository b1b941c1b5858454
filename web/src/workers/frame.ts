// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where things lie in the buffer of a frame: per cloth positions, normals and a byte a vertex that says whether it is
// captured, per body positions then bone matrices; but for those bytes all 32-bit floats. Both sides build the same table from the shapes, so a frame carries no header.
import type { BodyShape, ClothShape } from './protocol';

/** Offsets in floats. */
export interface FrameLayout {
  floats: number;
  cloths: { positions: number; normals: number; length: number; captured: number }[];
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
      const [positions, normals] = [take(length), take(length)];
      return { positions, normals, length, captured: take(Math.ceil(vertexCount / 4)) };
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

/** The flags of a cloth in a frame: 1 where a vertex is captured. */
export function capturedIn(
  buffer: ArrayBuffer,
  { captured, length }: FrameLayout['cloths'][number],
): Uint8Array {
  return new Uint8Array(buffer, 4 * captured, length / 3);
}
