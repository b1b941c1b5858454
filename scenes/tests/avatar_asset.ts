// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The avatar file for the tests: made when it is missing.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AvatarAsset } from '../src/avatar/index.js';
import { AVATAR_FILE, buildAvatar, loadAvatarAsset } from '../src/avatar/index.js';
import type { Avatar } from '../src/types.js';

const FILE = fileURLToPath(
  new URL(`../../web/public/assets/avatar/${AVATAR_FILE}`, import.meta.url),
);

/** Bytes of the packed file. */
export function avatarBytes(): ArrayBuffer {
  if (!existsSync(FILE)) {
    const script = fileURLToPath(new URL('../scripts/build_avatar.ts', import.meta.url));
    execFileSync('npx', ['tsx', script], { stdio: 'inherit' });
  }
  return new Uint8Array(readFileSync(FILE)).buffer;
}

let opened: Promise<AvatarAsset> | undefined;
const built = new Map<string, Avatar>();

/** The opened avatar file, once for all tests of a process. */
export function openAvatar(): Promise<AvatarAsset> {
  return (opened ??= loadAvatarAsset(avatarBytes()));
}

/** The avatar of a name out of the opened file, built once for all tests: none may change it. */
export function avatarOf(asset: AvatarAsset, name: string): Avatar {
  const avatar = built.get(name) ?? buildAvatar(asset, name);
  built.set(name, avatar);
  return avatar;
}
