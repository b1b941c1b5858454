// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs scenes, dumps frames and lets the independent checker count: `node tests/crossings/scenes.mjs`. Undeclared
// crossings fail, of cloth with a body and of cloth with cloth. With `seeds` a scene runs that many times more, each
// from a start that is jittered by up to a millimetre. A campaign of one's own:
// `node tests/crossings/scenes.mjs SCENE STEPS EVERY SEEDS FROM`; trousers begin in the legs, so theirs counts from
// frame 1.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDump } from './check.mjs';

const RUNS = [
  { scene: 'sheets-on-solids', steps: 120, every: 4 },
  { scene: 'walk-tshirt', steps: 120, every: 8 },
  { scene: 'walk-skirt', steps: 200, every: 8 },
  { scene: 'table-cloth', steps: 120, every: 4, seeds: 4 },
  { scene: 'tape', steps: 120, every: 8 },
  { scene: 'curtain-drag', steps: 120, every: 8, seeds: 1 },
  { scene: 'ten-sheets-small', steps: 120, every: 6, seeds: 1 },
  { scene: 'sheets-on-solids', steps: 80, every: 4, method: 'response=impact_zones' },
  { scene: 'twist', steps: 100, every: 5, method: 'response=impact_zones' },
];

const root = fileURLToPath(new URL('../../', import.meta.url));
let [passed, failed] = [0, 0];

const [scene, ...numbers] = process.argv.slice(2);
const [steps = 600, every = 2, seeds = 10, from = 0] = numbers.map(Number);
for (const run of scene ? [{ scene, steps, every, seeds, from }] : RUNS) {
  for (let seed = 0; seed <= (run.seeds ?? 0); ++seed) checkRun(run, seed);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function checkRun(run, seed) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-crossings-'));
  try {
    const report = runScene(run, seed, folder);
    const words = [run.scene, run.method, seed > 0 && `seed ${seed}`].filter(Boolean);
    compare(words.join(' '), report.crossings, checkDump(folder, run.from));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runScene({ scene, steps, every, method }, seed, folder) {
  const words = ['run', `${root}scenes/${scene}.json`, '--engine', 'native', '--json'];
  words.push('--steps', steps, '--dump', folder, '--every', every);
  words.push(...(method ? ['--method', method] : []));
  words.push(...(seed > 0 ? ['--jitter', seed] : []));
  const weft = `${root}wasm_bindings/bin/weft.mjs`;
  return JSON.parse(execFileSync('node', [weft, ...words.map(String)], { encoding: 'utf8' }));
}

// Declared crossings are the checker's too, so they are allowed for, but each only once; the dump does not tell them apart.
function compare(scene, reported, counted) {
  for (const [kind, allowed] of [
    ['cloth_body', reported.declared],
    ['cloth_cloth', Math.max(0, reported.declared - counted.cloth_body)],
  ]) {
    const ok = counted[kind] <= allowed;
    console.log(
      `${scene} ${kind}: reported ${reported[kind]}, counted ${counted[kind]}: ${ok ? 'ok' : 'FAILED'}`,
    );
    if (ok) {
      ++passed;
    } else {
      ++failed;
    }
  }
}
