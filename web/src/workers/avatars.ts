// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The file that all bodies are made of.
import { AVATAR_FILE, loadAvatarAsset, type AvatarAsset } from 'weft-scenes/avatar';
import { loadFile, type OnBytes } from './download';

/** Fetches and opens the file of the avatars. */
export function fetchAvatars(assets: string, onBytes?: OnBytes): Promise<AvatarAsset> {
  const url = new URL(`avatar/${AVATAR_FILE}`, assets);
  return loadFile({ url, what: 'The bodies' }, loadAvatarAsset, onBytes);
}
