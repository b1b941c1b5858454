// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft convert: an event graph in, a scene with its timeline out. The graph names its scene (Inline), beside it or one
// of weft-scenes; --scene names another.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Scene } from 'weft-scenes';
import { Arguments } from './arguments.js';
import { BadInput, sentenceOf } from './failures.js';
import { readScene, scenePath } from './scene_input.js';

/** Runs the command. */
export async function convertCommand(words: readonly string[]): Promise<void> {
  const given = new Arguments(words, { '-o': 'text', '--scene': 'text' });
  const output = given.text('-o');
  const [path] = given.names;
  if (given.names.length !== 1 || !output) {
    throw new BadInput('usage: weft convert GRAPH.egml -o SCENE.json [--scene SCENE.json]');
  }
  const { scene, added } = await convert(path, given.text('--scene'));
  await writeFile(output, `${JSON.stringify(scene, null, 2)}\n`).catch((error) => {
    throw new BadInput(`${output}: ${sentenceOf(error)}`);
  });
  console.log(`${output}: ${scene.name} with ${added} events of ${path}`);
}

/** The scene of a graph file, or the scene of the file `other` with the graph's events. */
export async function convert(
  path: string,
  other?: string,
): Promise<{ scene: Scene; added: number }> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BadInput(`${path}: cannot be read`);
  });
  const { convertGraph, readEventGraph } = await import('weft-scenes');
  const graph = await saying(path, () => readEventGraph(text));
  if (other === undefined && graph.scene === undefined) {
    throw new BadInput(
      `${path}: it names no scene; write Inline { url "walk-skirt" } into it, or give --scene SCENE.json`,
    );
  }
  const before = await readScene(other ?? placeOf(path, graph.scene!));
  const scene = await saying(path, () => convertGraph(graph, before));
  return { scene, added: (scene.timeline?.length ?? 0) - (before.timeline?.length ?? 0) };
}

async function saying<T>(path: string, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    throw new BadInput(`${path}: ${sentenceOf(error)}`);
  }
}

/** Beside the graph, or a scene that comes with weft-scenes. */
function placeOf(graph: string, scene: string): string {
  const beside = resolve(dirname(graph), scene);
  return existsSync(beside) || !/^[\w-]+$/.test(scene) ? beside : scenePath(scene);
}
