// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The avatar file in memory: base mesh, morph targets, skin and proxies, as scripts/build_avatar.ts packs them.

import type { PackedArray } from './container.js';
import { inflate, unpackContainer } from './container.js';

/** Name of the packed file; textures lie beside it. */
export const AVATAR_FILE = 'avatar.bin';

/** Vertices of the body; kept vertices after these are helpers that joints and proxies hang on. */
export const BODY_VERTICES = 13380;

export interface ProxyInfo {
  name: string;
  texture: string;
  transparent: boolean;
}

interface Meta {
  /** Vertices that morphs move: body and helpers. */
  kept: number;
  /** Target names in row order. */
  targets: string[];
  /** Per bone the kept vertices whose mean is its head. */
  joints: number[][];
  proxies: ProxyInfo[];
  /** Bones of the fingers: head and tail are means of kept vertices, the parent is -1 at the hand. */
  fingers: { name: string; parent: number; head: number[]; tail: number[] }[];
}

/** All that bodies are made of. */
export interface AvatarAsset extends Meta {
  arrays: Record<string, PackedArray>;
}

const NEEDED = ['base', 'targets', 'quads', 'uvs', 'quadUvs', 'boneIndices', 'boneWeights'];

/** Opens the bytes of the avatar file; the caller fetches them. */
export async function loadAvatarAsset(file: ArrayBuffer): Promise<AvatarAsset> {
  const { meta, arrays } = unpackContainer(await inflate(file));
  for (const name of NEEDED) {
    if (!arrays[name]) throw new Error(`The avatar file has no array "${name}".`);
  }
  const asset = { ...(meta as Meta), arrays };
  if (asset.arrays.targets.length !== asset.targets.length * 3 * asset.kept) {
    throw new Error('The avatar file is inconsistent: its targets do not fit its vertices.');
  }
  return asset;
}
