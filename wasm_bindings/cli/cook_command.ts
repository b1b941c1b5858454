// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft cook: a scene description in, the bytes that the core loads out.
import { writeFile } from 'node:fs/promises';
import { Arguments } from './arguments.js';
import { BadInput, sentenceOf } from './failures.js';
import { readCookedScene } from './scene_input.js';

/** Runs the command. */
export async function cookCommand(words: readonly string[]): Promise<void> {
  const given = new Arguments(words, { '-o': 'text', '--json': 'flag' });
  const output = given.text('-o');
  if (given.names.length !== 1 || !output) {
    throw new BadInput('usage: weft cook SCENE.json -o FILE');
  }
  const { bytes, info } = await readCookedScene(given.names[0]);
  if (!info) {
    throw new BadInput(`${given.names[0]}: is not a scene in JSON`);
  }
  await writeFile(output, bytes).catch((error) => {
    throw new BadInput(`${output}: ${sentenceOf(error)}`);
  });
  console.log(
    given.has('--json')
      ? JSON.stringify({ ...info, bytes: bytes.length })
      : `${output}: ${bytes.length} bytes, content ${info.hash}`,
  );
}
