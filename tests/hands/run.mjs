// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How long steps take while a hand drags hard: `node tests/hands/run.mjs [--engine wasm] [--body NAME] [WORN
// FABRIC]`. Prints a row a scene: steps a second and the time of a step while the hand is there, the worst and how
// it compares with the median, stretch, and what was found crossed. The native engine tells processor time, so other
// work beside it counts for little. A campaign: timings are for people, not for tests.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { END, WORN, handScene } from './scenes.mjs';

const weft = fileURLToPath(new URL('../../wasm_bindings/bin/weft.mjs', import.meta.url));
const words = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = words.indexOf(name);
  return at < 0 ? otherwise : words.splice(at, 2)[1];
};
const engine = option('--engine', 'native');
const body = option('--body', 'woman');
const motion = option('--motion', 'walk');
const steps = Number(option('--steps', END));
const seed = Number(option('--seed', 1));
const only = (worn, fabric) =>
  words.length === 0 || (words[0] === worn && (words[1] ?? fabric) === fabric);

const chosen = WORN.filter(([worn, fabric]) => only(worn, fabric));
if (chosen.length === 0) {
  const known = WORN.map(([worn, fabric]) => `${worn} ${fabric}`).join(', ');
  console.error(`run.mjs: nothing is worn that is called '${words.join(' ')}'; there are ${known}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'weft-hands-'));
console.log(
  row([
    'scene',
    'steps/s',
    'p50 ms',
    'p95',
    'p99',
    'max',
    'p99/p50',
    'stretch %',
    'captured',
    'crossed',
    'blocked',
  ]),
);
try {
  for (const [worn, fabric] of chosen) {
    for (const windy of [false, true]) measure(worn, fabric, windy);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function measure(worn, fabric, windy) {
  // Any vertex will do, so one that every garment of the page has.
  const scene = handScene(worn, fabric, { windy, body, motion, vertices: 600, seed });
  const file = join(folder, `${scene.name}.json`);
  writeFileSync(file, JSON.stringify(scene));
  const args = [weft, 'run', file, '--engine', engine, '--json', '--steps', String(steps)];
  const run = JSON.parse(execFileSync('node', args, { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const { median, p95, p99, max } = run.ms.total;
  const crossed = run.crossings.cloth_body + run.crossings.cloth_cloth;
  console.log(
    row([
      scene.name,
      (1000 / median).toFixed(1),
      median.toFixed(1),
      p95.toFixed(1),
      p99.toFixed(1),
      max.toFixed(1),
      (p99 / median).toFixed(2),
      (100 * run.strain.max).toFixed(0),
      run.captured.max,
      crossed,
      run.blocked,
    ]),
  );
}

function row([first, ...rest]) {
  return String(first).padEnd(32) + rest.map((x) => String(x).padStart(10)).join('');
}
