// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cooks and sews what the page opens on, once for every mesh, so that a visit does not wait for it. Equal scenes give
// equal bits in every engine, so this is what the visitor's browser would have come to. Beside it goes how near the parts
// of every body come to each other in every motion: a second of work each, of which the page makes its pinch maps.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'fflate';
import { Weft } from 'weft-cloth';
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
import { DEFAULT_CHOICES, LEVELS } from '../src/choices';
import { sceneOf } from '../src/app/scene_of';
import type { Stored } from '../src/workers/pantry';
import { toPlanes } from '../src/workers/planes';
import { keptInfo } from '../src/workers/cooked';
import { figureOf } from '../src/workers/figure';
import { pack } from '../src/workers/packed';
import { bakeStudio } from './bake_studio';

const ASSETS = fileURLToPath(new URL('../public/assets/', import.meta.url));
const COOKED = `${ASSETS}cooked/`;

const file = new Uint8Array(readFileSync(`${ASSETS}avatar/${AVATAR_FILE}`));
const avatars = await loadAvatarAsset(file.buffer);
const weft = await Weft.load();
mkdirSync(COOKED, { recursive: true });
for (const old of readdirSync(COOKED)) rmSync(COOKED + old);

/** Writes bytes under a name that changes with them, so that nobody's cache has others. */
function store(name: string, bytes: Uint8Array): string {
  const packed = deflateSync(bytes, { level: 9 });
  const mark = createHash('sha256').update(packed).digest('hex').slice(0, 8);
  writeFileSync(`${COOKED}${name}-${mark}.deflate`, packed);
  return `${name}-${mark}.deflate`;
}

const wearer = DEFAULT_CHOICES.body;
const figure = pack(figureOf(buildAvatar(avatars, wearer)));
const figures = { [wearer]: store(`${wearer}.figure`, toPlanes(figure)) };

/** Cooks the first scene with a mesh and sews it. */
function prepare(level: (typeof LEVELS)[number]): Stored {
  const scene = sceneOf({ ...DEFAULT_CHOICES, mesh: level });
  const { bytes, info } = cook(scene, { avatar: (name) => buildAvatar(avatars, name) });
  const world = weft.loadScene(bytes);
  while (world.stepCount < info.settled) world.step();
  const files = {
    scene: store(`${level}.weft`, toPlanes(bytes)),
    drape: store(`${level}.drape`, toPlanes(world.snapshot())),
  };
  const hash = world.hash();
  world.dispose();
  return { text: JSON.stringify(scene), info: keptInfo(info), ...files, hash, figures };
}
writeFileSync(`${COOKED}scenes.json`, JSON.stringify(LEVELS.map(prepare)));

const motions = (name: string) => {
  const avatar = buildAvatar(avatars, name);
  const clips = [
    ...buildClips(avatar),
    ...motionNames.map((motion) => buildMotion(avatar, motion)),
  ];
  return Object.fromEntries(clips.map((clip) => [clip.name, motionGaps(avatar, clip)]));
};
const bodies = Object.fromEntries(avatarNames.map((name) => [name, motions(name)]));
writeFileSync(`${COOKED}gaps.json`, JSON.stringify(bodies));

store('studio', new Uint8Array(bakeStudio().buffer));
