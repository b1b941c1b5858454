// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Campaign: every set of rules of the k-DOP tree against brute force on scenes that run; see oracle.c.
//
//     node tests/bench/oracle.mjs [FRAMES [TURNS]]
//
// Without words 300 frames; sets of rules that test hulls have one in eight, ten on end. It expects the preset native and the packages.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SCENES = ['walk-trousers', 'ten-sheets-small'];
const [frames = '300', turns = '8'] = process.argv.slice(2);

let failed = 0;
mkdirSync(`${root}build/oracle`, { recursive: true });
for (const name of SCENES) {
  const file = `${root}build/oracle/${name}.weft`;
  const cook = ['cook', `${root}scenes/${name}.json`, '-o', file, '--json'];
  const said = execFileSync('node', [`${root}wasm_bindings/bin/weft.mjs`, ...cook]);
  const { settled } = JSON.parse(said.toString());
  const words = [file, frames, turns, String(settled + 1)];
  try {
    const program = `${root}build/native/tests/bench/bench_oracle`;
    console.log(`${name}: ${execFileSync(program, words).toString().trim()}`);
  } catch (error) {
    failed += 1;
    console.log(`  FAIL ${name}: ${error.stdout}`);
  }
}
console.log(`${SCENES.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
