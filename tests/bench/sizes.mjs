// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Campaign: how time and memory grow with the number of vertices. The walking skirt at meshes of 30 to 6 mm, and ten sheets that
// fall on a ball with 1 000 to 100 000 vertices, natively: of one size with finer meshes, which find more pairs a vertex as their
// thickness stays, and of one mesh in larger sheets:
//
//     node tests/bench/sizes.mjs [--steps N] [--threads N] [--only WORD] [--json]
//
// Median of the processor time of a step (120 of the skirt, 60 of the sheets, without --steps), a vertex; what a world holds.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}build/sizes`;
const { values: options } = parseArgs({
  options: {
    steps: { type: 'string' },
    threads: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
if (options.steps !== undefined && !(Number(options.steps) >= 1)) {
  console.error('sizes.mjs: --steps is a whole number from 1 on');
  process.exit(2);
}

const sceneOf = (name) => JSON.parse(readFileSync(`${root}scenes/${name}.json`, 'utf8'));

function skirt(mm) {
  const scene = sceneOf('walk-skirt');
  scene.name = `skirt of ${mm} mm`;
  scene.cloths[0].resolution = mm;
  return { scene, steps: 120 };
}

function sheets(columns, rows) {
  const scene = sceneOf('ten-sheets');
  scene.name = `ten sheets, ${columns} x ${rows}`;
  for (const cloth of scene.cloths) Object.assign(cloth, { columns, rows });
  return { scene, steps: 60 };
}

/** Side of a square of the mesh of larger sheets, m. */
const SQUARE = 0.01;

function largerSheets(side) {
  const { scene, steps } = sheets(side, side);
  const size = (side - 1) * SQUARE;
  scene.name = `ten larger sheets, ${side} x ${side}`;
  for (const cloth of scene.cloths) cloth.size = [size, size];
  return { scene, steps };
}

const CASES = [
  ...[30, 20, 12, 8, 6].map(skirt),
  ...[
    [10, 10],
    [20, 20],
    [32, 32],
    [64, 63],
    [100, 100],
  ].map((side) => sheets(...side)),
  ...[20, 32, 64, 100].map(largerSheets),
];

/** One run by the command line. */
function measure({ scene, steps }) {
  const file = `${folder}/${scene.name.replace(/\W+/g, '-')}.json`;
  writeFileSync(file, JSON.stringify({ ...scene, $schema: undefined }));
  const count = options.steps ?? String(steps);
  const words = ['run', file, '--engine', 'native', '--threads', options.threads, '--json'];
  const said = execFileSync(
    'node',
    [`${root}wasm_bindings/bin/weft.mjs`, ...words, '--steps', count],
    { maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const run = JSON.parse(said.toString());
  return {
    name: scene.name,
    vertices: run.cloth_vertices,
    ms: run.ms.total.median,
    detect: run.ms.detect.median,
    solve: run.ms.solve.median,
    slowest: run.ms.total.max,
    pairs: run.pairs.median,
    bytes: run.memory_bytes,
    crossings: run.crossings.cloth_cloth + run.crossings.cloth_body,
  };
}

mkdirSync(folder, { recursive: true });
const rows = [];
if (!options.json) {
  console.log(
    '| scene | vertices | ms a step | of it detect, solve | slowest | us a vertex | pairs a vertex | kB a vertex | crossings |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
}
for (const one of CASES) {
  if (!one.scene.name.includes(options.only)) continue;
  const r = measure(one);
  rows.push(r);
  if (options.json) continue;
  const each = [1e3 * r.ms, r.pairs, r.bytes / 1e3].map((n) => (n / r.vertices).toFixed(2));
  const parts = [r.detect, r.solve].map((n) => n.toFixed(1)).join(', ');
  console.log(
    `| ${r.name} | ${r.vertices} | ${r.ms.toFixed(2)} | ${parts} | ${r.slowest.toFixed(0)} | ${each.join(' | ')} | ${r.crossings} |`,
  );
}
if (options.json) console.log(JSON.stringify(rows, null, 2));
