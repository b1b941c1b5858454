// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The scenes of this folder, and what the cook needs for them.
import { readdirSync, readFileSync } from 'node:fs';
import type { CookResources } from '../../src/cook/cook.js';
import type { Scene } from '../../src/scene.js';
import { avatarOf, openAvatar } from '../avatar_asset.js';

const FOLDER = new URL('../../', import.meta.url);
const OTHERS = ['package.json', 'tsconfig.json', 'schema.json'];

/** Names of all scene files, without their ending. */
export const SCENE_NAMES = readdirSync(FOLDER)
  .filter((f) => f.endsWith('.json') && !OTHERS.includes(f))
  .map((f) => f.slice(0, -5));

/** A scene by name. */
export function readScene(name: string): Scene {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Scene;
}

/** The avatars, each built once. */
export async function resources(): Promise<CookResources> {
  const asset = await openAvatar();
  return { avatar: (name) => avatarOf(asset, name) };
}
