// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Weft beside what a user would pick instead, on the same meshes, in turns, one thread each unless said. Not a test. To run:
//     npm install --prefix tests/bench/peers
//     node tests/bench/peers/run.mjs [--scene sphere] [--n 21] [--repeats 3] [--steps 120] [--sleep] [--threads 2] [--json]
// The first second, in which the sheet falls, and the last one are told apart. With --sleep those that can let cloth at rest sleep
// run a second time so, which pays in runs of many steps; with --threads Weft runs once more on so many. A peer that is not
// installed is left out with a word.
import { parseArgs } from 'node:util';
import { loadAmmo } from './ammo.mjs';
import { bodyMoved, COMMON, sheet } from './inputs.mjs';
import { loadJolt } from './jolt.mjs';
import { crossings, isLost, peakStretch } from './measures.mjs';
import { loadWeft } from './weft.mjs';

const SCENES = ['sphere', 'mesh', 'deform', 'fold'];
const { values: options } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true, default: SCENES },
    n: { type: 'string', multiple: true, default: ['21', '64', '128'] },
    repeats: { type: 'string', default: '3' },
    steps: { type: 'string', default: String(COMMON.steps) },
    sleep: { type: 'boolean', default: false },
    threads: { type: 'string', default: '1' },
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
const steps = Number(options.steps);
const SECOND = Math.round(1 / COMMON.frameSeconds);
if (!Number.isInteger(steps) || steps < 2 * SECOND || steps > 36000) {
  wrong(`--steps is a whole number, ${2 * SECOND} to 36000`);
}
const threads = Number(options.threads);
if (!Number.isInteger(threads) || threads < 1 || threads > 8) {
  wrong('--threads is a whole number, 1 to 8');
}

/** The same engine, in worlds whose cloth may sleep. */
function asleep(engine) {
  return {
    ...engine,
    settings: (n) => `${engine.settings(n)}, sleep`,
    start: (kind, cloth, n) => engine.start(kind, cloth, n, true),
  };
}

/** Those that are installed. */
async function loadAll() {
  const engines = [];
  for (const [name, load] of [
    ['Weft', loadWeft],
    ...(threads > 1 ? [['Weft', () => loadWeft(threads)]] : []),
    ['Jolt', loadJolt],
    ['Bullet', loadAmmo],
  ]) {
    try {
      const engine = await load();
      engines.push(engine);
      if (options.sleep && engine.sleeps) engines.push(asleep(engine));
    } catch (error) {
      if (name === 'Weft' || !/MODULE_NOT_FOUND/.test(error.code)) throw error;
      console.error(`${name} left out: npm install --prefix tests/bench/peers`);
    }
  }
  return engines;
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;

/** One run: mean ms a step of all, the first and the last second, and where the cloth is at last. */
async function runOnce(engine, kind, n) {
  const cloth = sheet(kind, n);
  const world = await engine.start(kind, cloth, n);
  const ms = [];
  let stretch = 0;
  for (let step = 0; step < steps; ++step) {
    const moved = bodyMoved(kind, (step + 1) * COMMON.frameSeconds); // nobody's own work
    const before = performance.now();
    world.step(moved);
    ms.push(performance.now() - before);
    if (step % 10 === 9) stretch = Math.max(stretch, peakStretch(cloth, world.positions()));
  }
  const x = world.positions();
  world.end();
  const lost = isLost(x);
  const crossed = lost ? null : crossings(kind, cloth, x, steps * COMMON.frameSeconds);
  const parts = { all: mean(ms), first: mean(ms.slice(0, SECOND)), last: mean(ms.slice(-SECOND)) };
  return { ms: parts, stretch, lost, crossed };
}

/** A peer whose module stops, out of memory say, cannot go on: it is left out from here on. */
async function runOrLeaveOut(engine, kind, n) {
  try {
    return await runOnce(engine, kind, n);
  } catch (error) {
    if (engine.name === 'Weft') throw error;
    const reason = String(error.message).split('\n')[0];
    console.error(
      `${engine.name} left out from ${kind} with ${n * n} vertices on: it stopped with '${reason}'`,
    );
    engines.splice(engines.indexOf(engine), 1);
    return null;
  }
}

/** Median, least and most of a part of the runs. */
function spread(runs, part) {
  const ms = runs.map((run) => run.ms[part]);
  return { median: median(ms), min: Math.min(...ms), max: Math.max(...ms) };
}

function summary(engine, kind, n, runs) {
  const { stretch, lost, crossed } = runs[0];
  return {
    engine: engine.name,
    settings: engine.settings(n),
    scene: kind,
    vertices: n * n,
    ms: spread(runs, 'all'),
    first: spread(runs, 'first'),
    last: spread(runs, 'last'),
    stretch,
    lost,
    crossed,
    moduleBytes: engine.moduleBytes,
  };
}

const print = ({ median: middle, min, max }) =>
  `${middle.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;

const engines = await loadAll();
const rows = [];
if (!options.json) {
  console.log(
    '| scene | vertices | engine | settings | ms a step, median (least to most) | first second | last second | peak stretch | crossings, itself / body |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
}
for (const kind of options.scene) {
  for (const n of sides) {
    const asked = engines.filter((engine) => engine.runs?.(kind, n) ?? true);
    const runs = asked.map(() => []);
    for (let k = 0; k < repeats; ++k) {
      for (const [i, engine] of asked.entries()) {
        if (engines.includes(engine)) runs[i].push(await runOrLeaveOut(engine, kind, n));
      }
    }
    asked.forEach((engine, i) => {
      if (!engines.includes(engine)) return;
      const row = summary(engine, kind, n, runs[i]);
      rows.push(row);
      if (options.json) return;
      const met = row.lost ? 'lost' : `${row.crossed.itself} / ${row.crossed.through}`;
      const stretch = row.stretch < 100 ? row.stretch.toFixed(3) : 'exploded';
      console.log(
        `| ${kind} | ${n * n} | ${row.engine} | ${row.settings} | ${print(row.ms)} | ${print(row.first)} | ${print(row.last)} | ${stretch} | ${met} |`,
      );
    });
  }
}
if (options.json) console.log(JSON.stringify(rows, null, 2));
else
  for (const { name, moduleBytes } of new Map(
    engines.map((engine) => [engine.moduleBytes, engine]),
  ).values())
    console.log(`\n${name}: module of ${moduleBytes} bytes`);
