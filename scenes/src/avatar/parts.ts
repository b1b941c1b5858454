// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which part of the body a triangle belongs to: the region whose bones move it most.

import { PART } from '../types.js';
import { BONES, regionOf } from './bones.js';

const PART_OF_BONE: readonly number[] = BONES.map(([name]) => {
  const region = regionOf(name);
  const side = name.endsWith('.R') ? 'R' : 'L';
  return region === 'trunk' || region === 'head' ? PART[region] : PART[`${region}${side}`];
});

/** One PART label per triangle. */
export function labelParts(
  triangles: Uint32Array,
  boneIndices: Uint16Array,
  boneWeights: Uint16Array,
): Uint32Array {
  const shares = new Float64Array(8);
  return Uint32Array.from({ length: triangles.length / 3 }, (_, t) => {
    shares.fill(0);
    for (let corner = 0; corner < 3; corner++) {
      const v = triangles[3 * t + corner];
      for (let k = 4 * v; k < 4 * v + 4; k++)
        shares[PART_OF_BONE[boneIndices[k]]] += boneWeights[k];
    }
    return shares.indexOf(Math.max(...shares));
  });
}

/** Share of arm bones in the weight of each vertex, 0..1. */
export function armShare(boneIndices: Uint16Array, boneWeights: Uint16Array): Float64Array {
  const isArm = BONES.map(([name]) => regionOf(name) === 'arm');
  return Float64Array.from({ length: boneWeights.length / 4 }, (_, v) => {
    let share = 0;
    for (let k = 4 * v; k < 4 * v + 4; k++) if (isArm[boneIndices[k]]) share += boneWeights[k];
    return share / 65535;
  });
}
