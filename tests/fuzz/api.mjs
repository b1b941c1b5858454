// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The fuzz of the typed API as a campaign, on the built package:
//
//     node tests/fuzz/api.mjs [CALLS] [SEED]            here
//     node tests/fuzz/api.mjs worker [CALLS] [SEED]     in a worker, beside the same calls here; then many at once
//
// Prints how many calls ended in an error and how many in an answer. Here it prints the module's memory too, after every
// tenth of the rounds; then it plays one round again and again, which may not take any more.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  Weft,
  WeftError,
  bodyFromGeometry,
  clothFromGeometry,
} from '../../wasm_bindings/dist/main.js';
import { Lab } from '../../wasm_bindings/dist/lab.js';
import { offsetSurface } from '../../wasm_bindings/dist/three/character/offset_surface.js';
import * as three from '../../wasm_bindings/dist/three/index.js';
import { ApiFuzz } from './api_fuzz.mjs';
import { smallScene } from './scene.mjs';
import { playBeside, playMany } from './worker_fuzz.mjs';

const ROUND = 1000; // calls until everything is disposed

const words = process.argv.slice(2);
const inWorker = words[0] === 'worker';
const [calls = 100_000, seed = 1] = (inWorker ? words.slice(1) : words).map(Number);
const compiled = (name) =>
  WebAssembly.compile(readFileSync(new URL(`../../wasm_bindings/dist/${name}`, import.meta.url)));
const modules = { weft: await compiled('weft.wasm'), lab: await compiled('weft-lab.wasm') };
const adapter = {
  ...three,
  bodyFromGeometry,
  clothFromGeometry,
  Weft,
  Lab,
  offsetSurface,
  modules,
};
const scene = await smallScene();
const parts = { WeftError, adapter, scene };
const total = { calls: 0, errors: 0, answers: 0 };
const load = (options = {}) =>
  Weft.load({ bytes: modules.weft, lab: { bytes: modules.lab }, ...options });

function add(counts) {
  for (const name of Object.keys(total)) total[name] += counts[name];
}

const rounds = Math.ceil(calls / ROUND);
console.log(`seed ${seed}, ${rounds} rounds of ${ROUND} calls`);
const told = () => `${total.calls} calls: ${total.errors} errors, ${total.answers} answers`;

async function here() {
  const weft = await load();
  const round = async (number) => {
    const fuzz = new ApiFuzz({ ...parts, weft, seed: number });
    await fuzz.run(ROUND);
    await fuzz.end();
    add(fuzz.counts);
  };
  for (let i = 0; i < rounds; ++i) {
    await round(seed * 1_000_003 + i);
    if ((i + 1) % Math.ceil(rounds / 10) === 0) {
      console.log(`${told()}, ${weft.memoryBytes} bytes`);
    }
  }
  await round(seed);
  const before = weft.memoryBytes;
  for (let i = 0; i < 20; ++i) await round(seed);
  console.log(`one round 20 times more: ${weft.memoryBytes - before} bytes more`);
  return weft.memoryBytes === before;
}

async function there() {
  const script = new URL('../../wasm_bindings/dist/worker/weft_worker.js', import.meta.url);
  const start = (wrap = (worker) => worker) => load({ worker: () => wrap(new Worker(script)) });
  const [weft, remote] = [await load(), await start()];
  for (let i = 0; i < rounds; ++i) {
    const number = seed * 1_000_003 + i;
    add(await playBeside(parts, weft, remote, number, ROUND));
    await playMany(parts, start, number);
    if ((i + 1) % Math.ceil(rounds / 10) === 0) console.log(told());
  }
  remote.dispose();
  return true;
}

const failed = (await (inWorker ? there() : here())) ? 0 : 1;
console.log(`${1 - failed} passed, ${failed} failed`);
process.exitCode = failed;
