// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// dump.mjs as TypeScript sees it.

/** A mesh of a dump. */
export interface DumpMesh {
  name: string;
  kind: 'cloth' | 'body';
  vertexCount: number;
  faces: Uint32Array;
  /** For every vertex the lowest one that it is sewn to. */
  merge: Uint32Array;
}

/** A folder that `weft run --dump` filled. */
export interface Dump {
  meshes: DumpMesh[];
  frames: number[];
  positions(mesh: DumpMesh, frame: number): Float32Array;
}

export function openDump(folder: string): Dump;
