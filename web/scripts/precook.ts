// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cooks the scene that the page opens on, so that a first visit does not wait for it. Equal scenes give equal bytes in
// every engine, so these are the bytes that the visitor's browser would have made. Beside it goes how near the parts of
// every body come to each other in every motion: a second of work each, of which the page makes its pinch maps.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'fflate';
import { cook } from 'weft-scenes';
import {
  AVATAR_FILE,
  avatarNames,
  buildAvatar,
  buildClips,
  buildMotion,
  loadAvatarAsset,
  motionNames,
} from 'weft-scenes/avatar';
import { motionGaps } from 'weft-scenes/pinch/motion';
import { DEFAULT_CHOICES } from '../src/choices';
import { sceneOf } from '../src/app/scene_of';
import { toPlanes } from '../src/workers/planes';
import { keptInfo } from '../src/workers/scene_loader';

const ASSETS = fileURLToPath(new URL('../public/assets/', import.meta.url));

const file = new Uint8Array(readFileSync(`${ASSETS}avatar/${AVATAR_FILE}`));
const avatars = await loadAvatarAsset(file.buffer);
const scene = sceneOf(DEFAULT_CHOICES);
const { bytes, info } = cook(scene, { avatar: (name) => buildAvatar(avatars, name) });
mkdirSync(`${ASSETS}cooked`, { recursive: true });
const head = { text: JSON.stringify(scene), info: keptInfo(info) };
writeFileSync(`${ASSETS}cooked/first.json`, JSON.stringify(head));
writeFileSync(`${ASSETS}cooked/first.weft.deflate`, deflateSync(toPlanes(bytes), { level: 9 }));

const motions = (name: string) => {
  const avatar = buildAvatar(avatars, name);
  const clips = [
    ...buildClips(avatar),
    ...motionNames.map((motion) => buildMotion(avatar, motion)),
  ];
  return Object.fromEntries(clips.map((clip) => [clip.name, motionGaps(avatar, clip)]));
};
const bodies = Object.fromEntries(avatarNames.map((name) => [name, motions(name)]));
writeFileSync(`${ASSETS}cooked/gaps.json`, JSON.stringify(bodies));
