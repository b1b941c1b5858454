// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The parts of a body that can close on cloth, finer than its labels: what each triangle moves with.
import { BONES } from '../avatar/bones.js';
import type { Avatar } from '../types.js';

/** Names of bones without their side, by the part they move; what is not here is trunk. */
const PARTS: [string, RegExp][] = [
  ['head', /^(neck02|neck03|head)/],
  ['upper arm', /^upperarm/],
  ['forearm', /^(lowerarm|wrist)/],
  ['thigh', /^upperleg/],
  ['shank', /^lowerleg/],
  ['foot', /^(foot|toe)/],
];

/** Names of segments, sides as suffix. */
export const SEGMENTS: readonly string[] = [
  'trunk',
  'head',
  ...['L', 'R'].flatMap((side) => PARTS.slice(1).map(([part]) => `${part} ${side}`)),
];

const OF_BONE = BONES.map(([bone]) => {
  const part = PARTS.find(([, pattern]) => pattern.test(bone))?.[0] ?? 'trunk';
  const side = /\.([LR])$/.exec(bone)?.[1];
  return SEGMENTS.indexOf(part === 'trunk' || part === 'head' ? part : `${part} ${side}`);
});

/** The segment of every vertex: that of the bone that moves it most. */
export function vertexSegments({ boneIndices, boneWeights }: Avatar): Uint8Array {
  return Uint8Array.from({ length: boneIndices.length / 4 }, (_, v) => {
    const shares = new Float64Array(SEGMENTS.length);
    for (let k = 4 * v; k < 4 * v + 4; k++) shares[OF_BONE[boneIndices[k]]] += boneWeights[k];
    return shares.indexOf(shares.reduce((a, b) => Math.max(a, b)));
  });
}
