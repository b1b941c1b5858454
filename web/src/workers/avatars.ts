// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The file that all bodies are made of.
import { AVATAR_FILE, loadAvatarAsset, type AvatarAsset } from 'weft-scenes/avatar/index';

/** Fetches and opens the file of the avatars from the folder where the build puts it. */
export async function fetchAvatars(folder: string): Promise<AvatarAsset> {
  const url = new URL(AVATAR_FILE, folder);
  const answer = await fetch(url);
  if (!answer.ok)
    throw new Error(`The bodies could not be loaded: ${url.pathname} (${answer.status}).`);
  return loadAvatarAsset(await answer.arrayBuffer());
}
