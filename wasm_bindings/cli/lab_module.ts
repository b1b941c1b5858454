// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The module with every method, as the command line finds it.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RunFailed } from './failures.js';

/** The bytes of weft-lab.wasm. */
export async function readLabModule(): Promise<BufferSource> {
  const url = new URL(import.meta.resolve('weft-cloth/weft-lab.wasm'));
  return readFile(url).catch(() => {
    throw new RunFailed(`${fileURLToPath(url)}: is missing; ./run.sh --build makes it`);
  });
}
