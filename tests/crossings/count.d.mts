// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

/** Meshes as one surface. */
export interface Surface {
  vertexCount: number;
  faces: Uint32Array;
  merge: Uint32Array;
}

export function joinMeshes(meshes: readonly Surface[]): Surface;
export function countCrossings(
  surface: Surface,
  x: Float32Array,
  other: Surface,
  y: Float32Array,
): number;
