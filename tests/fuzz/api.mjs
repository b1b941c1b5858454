// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The fuzz of the typed API as a campaign: `node tests/fuzz/api.mjs [CALLS] [SEED]`, on the built package. Prints how
// many calls ended in an error and how many in an answer, and the module's memory after every tenth of the rounds;
// then plays one round again and again, which may not take any more.
import { readFileSync } from 'node:fs';
import { Weft, WeftError } from '../../wasm_bindings/dist/main.js';
import * as three from '../../wasm_bindings/dist/three/index.js';
import { ApiFuzz } from './api_fuzz.mjs';
import { makeCharacter } from './character.mjs';

const [calls = 100_000, seed = 1] = process.argv.slice(2).map(Number);
const ROUND = 1000; // calls until everything is disposed
const bytes = readFileSync(new URL('../../wasm_bindings/dist/weft.wasm', import.meta.url));
const weft = await Weft.load({ bytes });
const adapter = { ...three, character: makeCharacter };
const total = { calls: 0, errors: 0, answers: 0 };

function round(number, length = ROUND) {
  const fuzz = new ApiFuzz({ weft, WeftError, adapter, seed: number });
  fuzz.run(length);
  fuzz.end();
  for (const name of Object.keys(total)) total[name] += fuzz.counts[name];
}

const rounds = Math.ceil(calls / ROUND);
console.log(`seed ${seed}, ${rounds} rounds of ${ROUND} calls`);
for (let i = 0; i < rounds; ++i) {
  round(seed * 1_000_003 + i);
  if ((i + 1) % Math.ceil(rounds / 10) === 0) {
    console.log(
      `${total.calls} calls: ${total.errors} errors, ${total.answers} answers, ${weft.memoryBytes} bytes`,
    );
  }
}
const before = weft.memoryBytes;
for (let i = 0; i < 20; ++i) round(seed);
console.log(`one round 20 times more: ${weft.memoryBytes - before} bytes more`);
const failed = weft.memoryBytes === before ? 0 : 1;
console.log(`${1 - failed} passed, ${failed} failed`);
process.exitCode = failed;
