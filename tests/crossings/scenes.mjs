// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs scenes, dumps frames and lets the independent checker count: `node tests/crossings/scenes.mjs`. Undeclared
// crossings fail, of cloth with a body and of cloth with cloth.
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
  { scene: 'sheets-on-solids', steps: 80, every: 4, method: 'response=impact_zones' },
  { scene: 'twist', steps: 150, every: 5, method: 'response=impact_zones' },
];

const root = fileURLToPath(new URL('../../', import.meta.url));
let [passed, failed] = [0, 0];

for (const { scene, steps, every, method } of RUNS) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-crossings-'));
  try {
    const report = runScene(scene, steps, every, folder, method);
    compare(method ? `${scene} ${method}` : scene, report.crossings, checkDump(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function runScene(scene, steps, every, folder, method) {
  const words = ['run', `${root}scenes/${scene}.json`, '--engine', 'native', '--json'];
  words.push('--steps', steps, '--dump', folder, '--every', every);
  words.push(...(method ? ['--method', method] : []));
  const weft = `${root}wasm_bindings/bin/weft.mjs`;
  return JSON.parse(execFileSync('node', [weft, ...words.map(String)], { encoding: 'utf8' }));
}

// Declared crossings are the checker's too, so they are allowed for; the dump does not tell them apart.
function compare(scene, reported, counted) {
  for (const [kind, allowed] of [
    ['cloth_body', reported.declared],
    ['cloth_cloth', 0],
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
