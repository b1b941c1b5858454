// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft cook: a scene description in, the bytes that the core loads out. Where a body moves, the pinch map is told on
// standard error and written beside them.
import { writeFile } from 'node:fs/promises';
import type { PinchMap } from 'weft-scenes';
import { Arguments } from './arguments.js';
import { BadInput, sentenceOf } from './failures.js';
import { ProgressBar } from './paint.js';
import { readCookedScene } from './scene_input.js';

const PERCENT = 100;

/** Runs the command. */
export async function cookCommand(words: readonly string[]): Promise<void> {
  const given = new Arguments(words, { '-o': 'text', '--json': 'flag', '--jitter': 'count' });
  const output = given.text('-o');
  if (given.names.length !== 1 || !output) {
    throw new BadInput('usage: weft cook SCENE.json -o FILE [--jitter SEED] [--json]');
  }
  const bar = new ProgressBar('cooking', PERCENT);
  const { bytes, info } = await readCookedScene(given.names[0], {
    jitter: given.count('--jitter'),
    pinches: true,
    progress: (fraction) => bar.show(Math.round(PERCENT * fraction)),
  });
  bar.clear();
  if (!info) {
    throw new BadInput(`${given.names[0]}: is not a scene in JSON`);
  }
  await write(output, bytes);
  if (info.pinches) {
    await tellPinches(output, info.pinches);
  }
  console.log(
    given.has('--json')
      ? JSON.stringify({ ...info, bytes: bytes.length })
      : `${output}: ${bytes.length} bytes, content ${info.hash}`,
  );
}

/** A scene without avatars has nothing to tell. */
async function tellPinches(output: string, map: PinchMap): Promise<void> {
  const { describePinches } = await import('weft-scenes');
  const lines = describePinches(map);
  if (lines.length === 0) {
    return;
  }
  console.error(lines.join('\n'));
  await write(`${output}.pinch.json`, `${JSON.stringify(map)}\n`);
}

async function write(path: string, content: Uint8Array | string): Promise<void> {
  await writeFile(path, content).catch((error) => {
    throw new BadInput(`${path}: ${sentenceOf(error)}`);
  });
}
