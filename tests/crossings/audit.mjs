// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether what every step reports is what the independent checker counts in its frame, under every response:
// `node tests/crossings/audit.mjs`. The filter keeps cloth where pairs were looked for; others do not, and their
// scenes are wild on purpose. `node tests/crossings/audit.mjs SCENE.json STEPS` takes a scene of one's own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDump } from './check.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = `${root}build/native/wasm_bindings/weft_native`;

const grid = (size, cells, more) => ({
  kind: 'grid',
  size: [size, size],
  columns: cells,
  rows: cells,
  fabric: 'silk',
  ...more,
});

/** Sheets that begin crossed, with each other and with a cube. */
const CROSSED = {
  name: 'crossed',
  bodies: [{ kind: 'cube', name: 'cube', size: 0.12 }],
  cloths: [
    grid(0.24, 13, { name: 'flat', at: [0.003, 0.052, 0.001] }),
    grid(0.24, 13, { name: 'steep', at: [-0.002, 0.08, 0.004], rotate: [35, 10, 0] }),
  ],
};

/** Sheets that are thrown at each other and into a corner. */
const THROWN = {
  name: 'thrown',
  contact: { radius: 0.001 },
  bodies: [
    { kind: 'floor', name: 'floor' },
    { kind: 'cube', name: 'wall', size: 0.3, at: [0.3, 0.1501, 0] },
  ],
  cloths: [
    grid(0.2, 11, { name: 'a', at: [0, 0.1, 0], velocity: [12, -12, 0] }),
    grid(0.2, 11, { name: 'b', at: [0.02, 0.2, 0.01], rotate: [20, 0, 0], velocity: [9, -30, 0] }),
  ],
};

const RUNS = [
  { scene: CROSSED, steps: 40, wild: true },
  { scene: THROWN, steps: 40, wild: true },
  { scene: `${root}scenes/table-cloth.json`, steps: 60 },
  { scene: `${root}scenes/sheets-on-solids.json`, steps: 60 },
  { scene: `${root}scenes/ten-sheets-small.json`, steps: 30 },
];
/** `wild`: for scenes that give a repair something to do, whatever the response. */
const METHODS = [
  { words: [] },
  { words: ['repair=none'], wild: true },
  { words: ['response=none'] },
  { words: ['response=none', 'repair=untangle'] },
  { words: ['response=impact_zones'] },
  { words: ['response=impact_zones', 'repair=untangle'], wild: true },
];

let [passed, failed] = [0, 0];
const [scene, steps = 60] = process.argv.slice(2);
for (const run of scene ? [{ scene, steps: Number(steps), wild: true }] : RUNS) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-audit-'));
  try {
    const cooked = cook(run.scene, folder);
    for (const { words } of METHODS.filter((m) => run.wild || !m.wild)) {
      compareFrames(run, cooked, words);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function cook(scene, folder) {
  const file = typeof scene === 'string' ? scene : join(folder, 'scene.json');
  if (file !== scene) writeFileSync(file, JSON.stringify(scene));
  const cooked = join(folder, 'scene.weft');
  execFileSync('node', [`${root}wasm_bindings/bin/weft.mjs`, 'cook', file, '-o', cooked]);
  return cooked;
}

function compareFrames({ scene, steps }, cooked, methods) {
  const dump = mkdtempSync(join(tmpdir(), 'weft-audit-dump-'));
  try {
    const reported = runScene(cooked, steps, methods, dump);
    const counted = checkDump(dump, 1).per_frame;
    const name = [scene.name ?? scene.replace(/.*\//, ''), ...methods].join(' ');
    judge(name, reported, counted, steps);
  } finally {
    rmSync(dump, { recursive: true });
  }
}

/** The crossings that each step reports, declared ones included. */
function runScene(cooked, steps, methods, dump) {
  const words = ['--steps', String(steps), '--every', '1', '--dump', dump];
  for (const method of methods) words.push('--method', method);
  const lines = execFileSync(program, [cooked, ...words], { encoding: 'utf8' }).split('\n');
  return lines
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((line) => line.ms)
    .map((l) => l.crossings_body + l.crossings_cloth + l.crossings_declared);
}

function judge(name, reported, counted, steps) {
  const wrong = [];
  for (let i = 0; i < steps; ++i) {
    const there = counted[i].cloth_body + counted[i].cloth_cloth;
    if (counted[i].frame !== i + 1 || there !== reported[i]) {
      wrong.push(`frame ${i + 1}: reported ${reported[i]}, counted ${there}`);
    }
  }
  const most = Math.max(...reported);
  console.log(`${name}: at most ${most} crossings: ${wrong.length > 0 ? 'FAILED' : 'ok'}`);
  wrong.slice(0, 5).forEach((line) => console.log(`  ${line}`));
  if (wrong.length > 0) {
    ++failed;
  } else {
    ++passed;
  }
}
