// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The file that all bodies are made of.
import { AVATAR_FILE, loadAvatarAsset, type AvatarAsset } from 'weft-scenes/avatar/index';

/** Where the build puts the avatar's files, seen from a worker. */
const FOLDER = new URL(`${import.meta.env.BASE_URL}assets/avatar/`, self.location.href);

/** Fetches and opens the file of the avatars. */
export async function fetchAvatars(): Promise<AvatarAsset> {
  const url = new URL(AVATAR_FILE, FOLDER);
  const answer = await fetch(url);
  if (!answer.ok)
    throw new Error(`The bodies could not be loaded: ${url.pathname} (${answer.status}).`);
  return loadAvatarAsset(await answer.arrayBuffer());
}
