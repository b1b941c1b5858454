// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The file that all bodies are made of.
import { AVATAR_FILE, loadAvatarAsset, type AvatarAsset } from 'weft-scenes/avatar/index';

/** Fetches and opens the file of the avatars. */
export async function fetchAvatars(assets: string): Promise<AvatarAsset> {
  const url = new URL(`avatar/${AVATAR_FILE}`, assets);
  const answer = await fetch(url);
  if (!answer.ok)
    throw new Error(`The bodies could not be loaded: ${url.pathname} (${answer.status}).`);
  return loadAvatarAsset(await answer.arrayBuffer());
}
