// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Frames on disk for an independent checker, from the wasm engine; wasm_bindings/native/frame_dump.c writes the
// same files from the native one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Body, Cloth, World } from 'weft-cloth';
import { RunFailed, sentenceOf } from './failures.js';

interface Mesh {
  name: string;
  kind: 'cloth' | 'body';
  object: Body | Cloth;
}

/** Writes the manifest, one line a mesh, and the faces. */
export function dumpMeshes(world: World, folder: string): void {
  const lines = meshes(world).map(
    ({ name, kind, object }) => `${name} ${kind} ${object.vertexCount} ${object.triangleCount}\n`,
  );
  write(folder, 'manifest.txt', lines.join(''));
  for (const { name, object } of meshes(world)) {
    write(folder, `${name}.faces.u32`, object.indices);
  }
}

/** Writes the positions of all meshes, and what is welded by now. */
export function dumpFrame(world: World, folder: string, frame: number): void {
  for (const { name, kind, object } of meshes(world)) {
    write(folder, `${name}.${String(frame).padStart(5, '0')}.f32`, object.positions);
    const pairs = kind === 'cloth' ? mergePairs((object as Cloth).mergeMap) : [];
    if (pairs.length > 0) {
      write(folder, `${name}.merge.u32`, Uint32Array.from(pairs));
    }
  }
}

function meshes(world: World): Mesh[] {
  const plain = (name: string) => name.replace(/[^A-Za-z0-9-]/g, '_');
  return [
    ...world.bodies.map((object, i) => ({
      name: plain(`body${i}-${object.name}`),
      kind: 'body' as const,
      object,
    })),
    ...world.cloths.map((object, i) => ({
      name: plain(`cloth${i}-${object.name}`),
      kind: 'cloth' as const,
      object,
    })),
  ];
}

function mergePairs(mergeMap: Uint32Array): number[] {
  const pairs: number[] = [];
  mergeMap.forEach((lowest, vertex) => {
    if (lowest !== vertex) {
      pairs.push(lowest, vertex);
    }
  });
  return pairs;
}

function write(folder: string, name: string, data: string | Uint32Array | Float32Array): void {
  try {
    writeFileSync(join(folder, name), data);
  } catch (error) {
    throw new RunFailed(`${join(folder, name)}: ${sentenceOf(error)}`);
  }
}
