// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Weft beside what a user would pick instead, on the same meshes, in turns, one thread each. Not a test. To run:
//     npm install --prefix tests/bench/peers
//     node tests/bench/peers/run.mjs [--scene sphere] [--n 21] [--repeats 3] [--json]
// A peer that is not installed is left out with a word.
import { parseArgs } from 'node:util';
import { loadAmmo } from './ammo.mjs';
import { COMMON, sheet } from './inputs.mjs';
import { loadJolt } from './jolt.mjs';
import { crossings, isLost, peakStretch } from './measures.mjs';
import { loadWeft } from './weft.mjs';

const SCENES = ['sphere', 'mesh', 'deform', 'fold'];
const { values: options } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true, default: SCENES },
    n: { type: 'string', multiple: true, default: ['21', '64', '128'] },
    repeats: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

function wrong(text) {
  console.error(`run.mjs: ${text}`);
  process.exit(2);
}

for (const name of options.scene) {
  if (!SCENES.includes(name)) wrong(`no scene '${name}'; there are ${SCENES.join(', ')}`);
}
const sides = options.n.map(Number);
for (const n of sides) {
  if (!Number.isInteger(n) || n < 2 || n > 200) wrong('--n is vertices along a side, 2 to 200');
}
const repeats = Number(options.repeats);
if (!Number.isInteger(repeats) || repeats < 1) wrong('--repeats is a whole number from 1 on');

/** Those that are installed. */
async function loadAll() {
  const engines = [];
  for (const [name, load] of [
    ['Weft', loadWeft],
    ['Jolt', loadJolt],
    ['Bullet', loadAmmo],
  ]) {
    try {
      engines.push(await load());
    } catch (error) {
      if (name === 'Weft' || !/MODULE_NOT_FOUND/.test(error.code)) throw error;
      console.error(`${name} left out: npm install --prefix tests/bench/peers`);
    }
  }
  return engines;
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** One run: mean ms a step, and where the cloth is at last. */
function runOnce(engine, kind, n) {
  const cloth = sheet(kind, n);
  const world = engine.start(kind, cloth, n);
  let ms = 0;
  let stretch = 0;
  for (let step = 0; step < COMMON.steps; ++step) {
    const before = performance.now();
    world.step();
    ms += performance.now() - before;
    if (step % 10 === 9) stretch = Math.max(stretch, peakStretch(cloth, world.positions()));
  }
  const x = world.positions();
  world.end();
  const lost = isLost(x);
  const crossed = lost ? null : crossings(kind, cloth, x);
  return { ms: ms / COMMON.steps, stretch, lost, crossed };
}

function summary(engine, kind, n, runs) {
  const ms = runs.map((run) => run.ms);
  const { stretch, lost, crossed } = runs[0];
  return {
    engine: engine.name,
    settings: engine.settings(n),
    scene: kind,
    vertices: n * n,
    ms: { median: median(ms), min: Math.min(...ms), max: Math.max(...ms) },
    stretch,
    lost,
    crossed,
    moduleBytes: engine.moduleBytes,
  };
}

const engines = await loadAll();
const rows = [];
if (!options.json) {
  console.log(
    '| scene | vertices | engine | settings | ms a step, median (least to most) | peak stretch | crossings, itself / body |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
}
for (const kind of options.scene) {
  for (const n of sides) {
    const asked = engines.filter((engine) => engine.runs?.(kind, n) ?? true);
    const runs = asked.map(() => []);
    for (let k = 0; k < repeats; ++k) {
      asked.forEach((engine, i) => runs[i].push(runOnce(engine, kind, n)));
    }
    asked.forEach((engine, i) => {
      const row = summary(engine, kind, n, runs[i]);
      rows.push(row);
      if (options.json) return;
      const { median: middle, min, max } = row.ms;
      const ms = `${middle.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;
      const met = row.lost ? 'lost' : `${row.crossed.itself} / ${row.crossed.through}`;
      const stretch = row.stretch < 100 ? row.stretch.toFixed(3) : 'exploded';
      console.log(
        `| ${kind} | ${n * n} | ${row.engine} | ${row.settings} | ${ms} | ${stretch} | ${met} |`,
      );
    });
  }
}
if (options.json) console.log(JSON.stringify(rows, null, 2));
else
  for (const engine of engines)
    console.log(`\n${engine.name}: module of ${engine.moduleBytes} bytes`);
