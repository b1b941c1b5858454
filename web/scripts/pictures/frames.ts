// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Moments of scenes that take minutes: the native engine runs them once, its frames stay in build/frames. They have places
// only, neither bones nor what is captured, so that scenes with an avatar are run in the page.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDump, type Dump } from '../../../tests/crossings/dump.mjs';

const ROOT = new URL('../../../', import.meta.url);
/** Steps from one frame to the next; shots are at multiples. */
const EVERY = 30;

/** Places of a mesh, 3 numbers a vertex, and for every vertex the lowest one that it is welded to. */
export interface MeshFrame {
  positions: number[];
  merge: number[];
}

/** The meshes of a scene after so many steps, bodies first. */
export function nativeFrame(scene: string, step: number): MeshFrame[] {
  const folder = fileURLToPath(new URL(`build/frames/${scene}/`, ROOT));
  const frame = step / EVERY;
  let dump = tryDump(folder);
  if (!dump?.frames.includes(frame)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const words = ['wasm_bindings/bin/weft.mjs', 'run', `scenes/${scene}.json`];
    words.push('--engine', 'native', '--dump', folder, '--every', String(EVERY));
    execFileSync('node', words, { cwd: fileURLToPath(ROOT), stdio: 'inherit' });
    dump = openDump(folder);
  }
  const { meshes, positions } = dump;
  return meshes.map((mesh) => ({
    positions: Array.from(positions(mesh, frame)),
    merge: Array.from(mesh.merge),
  }));
}

function tryDump(folder: string): Dump | null {
  try {
    return openDump(folder);
  } catch {
    return null;
  }
}
