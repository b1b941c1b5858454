// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From a file name to a cooked scene. A scene is JSON and is cooked here; a file that is already cooked is
// taken as it is. What is wrong with a file is said with file, place and reason. The cook, its bodies and its scenes are
// the package weft-scenes, which a project that only runs cooked scenes need not have.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Avatar, CookInfo, CookResources, Scene } from 'weft-scenes';
import { BadInput, sentenceOf } from './failures.js';

/** Bytes that an engine loads, and what is known about them. */
export interface CookedInput {
  name: string;
  bytes: Uint8Array;
  /** How long the scene runs by default; undefined for a file that was cooked before. */
  steps: number | undefined;
  info: CookInfo | undefined;
}

/** The file of a scene that comes with weft-scenes. */
export function scenePath(name: string): string {
  return scenesFile(`${name}.json`);
}

/** A file of the package weft-scenes. */
function scenesFile(name: string): string {
  try {
    return fileURLToPath(import.meta.resolve(`weft-scenes/${name}`));
  } catch {
    throw new BadInput('a scene in JSON needs its cook; type: npm install weft-scenes');
  }
}

/** A path as it stands, or the scene of that name that comes with weft-scenes. */
function pathOf(path: string): string {
  if (existsSync(path) || !/^[\w-]+$/.test(path)) {
    return path;
  }
  const shipped = scenePath(path);
  return existsSync(shipped) ? shipped : path;
}

/** What a command asks of the cook. */
export interface Wishes {
  /** Another seed for the start; the scene's own size of it, or the default. */
  jitter?: number;
  /** Whether to look for pinches. */
  pinches?: boolean;
  progress?: (fraction: number) => void;
}

/** Reads and, where needed, cooks the scene of a file. */
export async function readCookedScene(given: string, wishes: Wishes = {}): Promise<CookedInput> {
  const path = pathOf(given);
  const file = await readInput(path);
  if (extname(path) === '.egml') {
    throw new BadInput(`${path}: is an event graph; weft convert makes a scene of it`);
  }
  if (extname(path) !== '.json') {
    if (wishes.jitter !== undefined) {
      throw new BadInput(`${path}: is cooked already; --jitter needs the scene in JSON`);
    }
    const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
    return { name: basename(path, extname(path)), bytes, steps: undefined, info: undefined };
  }
  return cookScene(path, parseScene(path, file.toString('utf8')), wishes);
}

/** Reads the scene of a JSON file without cooking it. */
export async function readScene(path: string): Promise<Scene> {
  return parseScene(path, (await readInput(path)).toString('utf8'));
}

/** Cooks a scene that was read from a file. */
export async function cookScene(
  path: string,
  scene: Scene,
  { jitter, pinches, progress }: Wishes = {},
): Promise<CookedInput> {
  scenesFile('package.json');
  const { cook } = await import('weft-scenes');
  const resources = await readResources(scene);
  const start =
    jitter === undefined ? scene : { ...scene, jitter: { ...scene.jitter, seed: jitter } };
  try {
    const { bytes, info } = cook(start, { ...resources, pinches }, progress);
    return { name: info.name, bytes, steps: info.steps, info };
  } catch (error) {
    throw new BadInput(`${path}: ${sentenceOf(error)}`);
  }
}

async function readInput(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new BadInput(`${path}: cannot be read`);
  }
}

function parseScene(path: string, text: string): Scene {
  try {
    return JSON.parse(text) as Scene;
  } catch (error) {
    const message = sentenceOf(error);
    throw new BadInput(`${path}${placeOf(message, text)}: ${message}`);
  }
}

// The parser names a position; people look for lines.
function placeOf(message: string, text: string): string {
  const atEnd = message.includes('end of JSON') ? String(text.length) : undefined;
  const position = /position (\d+)/.exec(message)?.[1] ?? atEnd;
  if (position === undefined) {
    return '';
  }
  const lines = text.slice(0, Number(position)).split('\n');
  return `:${lines.length}:${lines[lines.length - 1].length + 1}`;
}

// The avatar's files are large: they are read only for scenes that have one.
async function readResources(scene: Scene): Promise<CookResources> {
  const named = JSON.stringify([scene.bodies, scene.cloths]);
  if (!/"(avatar|wearer|drafted_for)"/.test(named ?? '')) {
    return {};
  }
  const { AVATAR_FILE, buildAvatar, loadAvatarAsset } = await import('weft-scenes/avatar');
  const path = scenesFile(`assets/avatar/${AVATAR_FILE}`);
  const file = await readFile(path).catch(() => {
    throw new BadInput(`${path}: the avatar is missing; ./run.sh --build makes it`);
  });
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
  const asset = await loadAvatarAsset(bytes as ArrayBuffer);
  const built = new Map<string, Avatar>();
  return {
    avatar: (name) => {
      const avatar = built.get(name) ?? buildAvatar(asset, name);
      built.set(name, avatar);
      return avatar;
    },
  };
}
