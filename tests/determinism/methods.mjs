// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every row of the registry, with every choice of its parameters, on small scenes: finite, the same bits in every
// variant as in methods.json, and where the row promises it no crossing, counted independently after each step.
//
//     node tests/determinism/methods.mjs [--only VARIANT]... [--row TEXT] [--whole]
//     node tests/determinism/methods.mjs --bless      writes the hashes of native gcc as the new goldens
//
// It expects the presets native and wasm-lab and the packages to be built; it builds the other variants itself.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Weft } from 'weft-cloth';
import { METHODS } from '../../wasm_bindings/dist/registry.js';
import { countCrossings, joinMeshes } from '../crossings/count.mjs';
import { variants } from './variants.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const goldenFile = new URL('methods.json', import.meta.url);
const STEPS = 30;
/** Name, and whether something is crossed when it comes in: what the repairs are for. */
const SCENES = [
  ['two-on-a-ball', false],
  ['ball-into-a-curtain', false],
  ['through-a-ball', true],
  ['through-each-other', true],
];
/** Solvers under which what is untangled comes apart late: after two seconds nothing is crossed. */
const LATE = ['vbd', 'explicit_euler'];
/** What stands on each narrow phase. */
const RESPONSES = {
  auto: 'offset_surfaces',
  features: 'filter',
  ccd: 'impact_zones',
  cell_lookup: 'projection',
  voxel_trace: 'offset_surfaces',
};
const BY_CONES = 'structure.self=1';
const NATIVE = ['native gcc', 'native clang', 'native scalar'];
/** Not here, unless all is asked for (--whole, --only): the module is made by clang, and without lanes a row takes ten times as long. */
const LATER = ['native clang', 'native scalar'];
/** Here rows run with their usual parameters, unless all is asked for. */
const BRIEF = ['wasm node'];
/** Scenes of rows with other parameters, those with most kinds of contact. */
const BRIEF_SCENES = ['two-on-a-ball', 'through-each-other'];
const defaults = Object.fromEntries(
  METHODS.filter(({ lab }) => !lab).map((row) => [row.stage, row]),
);

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    row: { type: 'string' },
    bless: { type: 'boolean' },
    whole: { type: 'boolean' },
  },
});

let [passed, failed] = [0, 0];
const rows = METHODS.flatMap(rowsOf).filter(({ name }) => name.includes(options.row ?? ''));
const scenes = SCENES.map(cook);
process.exitCode = options.bless ? await bless() : await check();

/** A row of the registry as it is, and once with each other value that a parameter may be chosen from. */
function rowsOf(method) {
  const usual = { method, settings: [...beside(method), `${method.stage}=${method.name}`] };
  const others = method.parameters.flatMap(({ name, choices, usual: common }) =>
    choices
      .filter((value) => value !== common)
      .map((value) => ({
        method,
        settings: [...usual.settings, `${method.stage}.${name}=${value}`],
      })),
  );
  return [usual, ...others].map((row) => ({ ...row, name: row.settings.join(' ') }));
}

/** The response that is built on a narrow phase; that `auto` reads its parameters is seen with the one that has any. */
function beside({ stage, name }) {
  const response = RESPONSES[name];
  return stage === 'narrow_phase' ? [`response=${response}`] : [];
}

function cook([name, crossed]) {
  const folder = `${root}build/determinism`;
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${name}.weft`;
  const words = ['cook', `${root}tests/determinism/methods/${name}.json`, '-o', file, '--json'];
  const said = execFileSync('node', [`${root}wasm_bindings/bin/weft.mjs`, ...words], {
    encoding: 'utf8',
  });
  return { name, crossed, file, steps: STEPS, content: JSON.parse(said).hash };
}

/** Hashes by row and scene, of the scenes that `on` gives for a row. */
async function hashesOf(variant, wanted = rows, on = () => scenes) {
  const runs = wanted.flatMap((row) => on(row).map((scene) => ({ row, scene })));
  const hashes = await variants[variant].run(
    runs.map(({ row, scene }) => ({ ...scene, settings: row.settings })),
  );
  return runs.map((run, i) => ({ ...run, hash: hashes[i] }));
}

/** Rows with other than their usual parameters run on fewer scenes in every variant. */
function scenesFor(row) {
  const all = options.whole || options.only || !row.settings.some(isValue);
  return scenes.filter(({ name }) => all || BRIEF_SCENES.includes(name));
}

function rowsFor(variant) {
  const brief = BRIEF.includes(variant) && !options.whole && !options.only;
  return rows.filter(({ settings }) => !brief || settings.every((one) => !isValue(one)));
}

function isValue(setting) {
  return setting.split('=')[0].includes('.');
}

async function bless() {
  const hashes = await hashesOf('native gcc');
  const goldens = {
    scenes: Object.fromEntries(scenes.map(({ name, content }) => [name, content])),
    rows: {},
  };
  for (const { row, scene, hash } of hashes) {
    (goldens.rows[row.name] ??= {})[scene.name] = hash;
  }
  if (options.row) {
    throw new Error('--row: blessing takes all rows');
  }
  writeFileSync(goldenFile, `${JSON.stringify(goldens, null, 2)}\n`);
  console.log(`${rows.length} rows on ${scenes.length} scenes blessed`);
  return 0;
}

function verdict(good, text) {
  good ? ++passed : ++failed;
  if (!good) {
    console.log(`  FAIL ${text}`);
  }
}

async function check() {
  const goldens = JSON.parse(readFileSync(goldenFile, 'utf8'));
  const wanted = (variant) =>
    options.only ? options.only.includes(variant) : options.whole || !LATER.includes(variant);
  for (const { name, content } of scenes) {
    verdict(content === goldens.scenes[name], `${name}: its cooked bytes are ${content}`);
  }
  checkOracle(goldens);
  for (const variant of NATIVE.filter(wanted)) {
    const start = performance.now();
    const hashes = await hashesOf(variant, rowsFor(variant), scenesFor);
    for (const { row, scene, hash } of hashes) compare(goldens, row, scene, hash);
    said(variant, start);
  }
  if (wanted('wasm node')) {
    const start = performance.now();
    const weft = await Weft.load();
    for (const row of rowsFor('wasm node')) {
      for (const scene of scenes) {
        compare(goldens, row, scene, await runWatched(weft, row, scene));
      }
    }
    said('wasm node', start);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** The boxes of a tree with k = 6, of whatever arity, split, leaf and walk, from the roots or from a list, exact or lazy, are those of the oracle: all that finds every pair has one hash. */
function checkOracle(goldens) {
  const oracle = goldens.rows['structure=brute_force'];
  const boxes = [
    'dop_tree',
    'uniform_grid',
    'spatial_hash',
    'inclusion_field',
    'distance_field',
  ].map((name) => `structure=${name}`);
  for (const name of [
    ...boxes,
    ...['arity', 'split', 'leaf', 'traverse', 'separation', 'generator', 'entries'].map(
      (p) => `structure.${p}`,
    ),
  ]) {
    for (const [row, hashes] of Object.entries(goldens.rows)) {
      if (row === name || row.includes(`${name}=`)) {
        const same = JSON.stringify(hashes) === JSON.stringify(oracle);
        verdict(same, `${row}: another hash than brute force`);
      }
    }
  }
  // What is used again saves time and changes nothing.
  const [computed, reused] = [1, 2].map(
    (choice) => goldens.rows[`structure=dop_tree structure.leaf_test=${choice}`],
  );
  verdict(JSON.stringify(computed) === JSON.stringify(reused), 'leaf_test: reused is not gjk');
  const [serial, parallel] = ['', ' response.parallel=1'].map((more) =>
    JSON.stringify(goldens.rows[`response=projection${more}`]),
  );
  verdict(serial === parallel, 'response.parallel: another outcome');
  // A narrow phase by name is what its response has anyway, and a table has the lines that are drawn.
  for (const [name, response] of Object.entries(RESPONSES)) {
    const row = `response=${response} narrow_phase=${name}`;
    for (const same of [row, `${row} narrow_phase.line=1`].filter((one) => one in goldens.rows)) {
      const equal = JSON.stringify(goldens.rows[same]);
      verdict(equal === JSON.stringify(goldens.rows[`response=${response}`]), `${same}: not auto`);
    }
  }
}

function said(variant, start) {
  console.log(`${variant} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

function compare(goldens, row, scene, hash) {
  const golden = goldens.rows[row.name]?.[scene.name];
  verdict(hash === golden, `${row.name}, ${scene.name}: ${hash}, golden ${golden}`);
}

/** The methods of a row as the package takes them. */
function methodsOf({ settings }) {
  const methods = {};
  for (const setting of settings) {
    const [place, value] = setting.split('=');
    const [stage, parameter] = place.split('.');
    methods[stage] = parameter
      ? { ...methods[stage], [parameter]: Number(value) }
      : { name: value };
  }
  return methods;
}

/** Runs in the lab's module; what the row promises is looked at after each step. Its hash. */
async function runWatched(weft, row, scene) {
  const world = await weft.openScene(readFileSync(scene.file), methodsOf(row));
  const apart = promisesApart(row);
  const surfaces = [surfaceOf(world.cloths), surfaceOf(world.bodies)];
  const begun = crossings(world, surfaces);
  let [most, first, last, sound] = [0, 0, 0, true];
  for (let step = 1; step <= scene.steps; ++step) {
    sound &&= world.step().status === 'WEFT_OK' && isFinite(world);
    if (!scene.crossed ? apart : step === 1 || step === scene.steps) {
      last = crossings(world, surfaces);
      first = step === 1 ? last : first;
      most = Math.max(most, last);
    }
  }
  verdict(sound, `${row.name}, ${scene.name}: a step failed, or a place is no number`);
  if (scene.crossed) {
    verdict(begun > 0, `${row.name}, ${scene.name}: nothing is crossed in the beginning`);
    if (apart && row.method.stage !== 'repair') {
      const allowed = LATE.includes(row.method.name) ? first - 1 : 0;
      verdict(last <= allowed, `${row.name}, ${scene.name}: ${last} crossings are left`);
    }
  } else if (apart) {
    verdict(most === 0, `${row.name}, ${scene.name}: ${most} crossings in a step`);
  }
  const hash = world.hash();
  world.dispose();
  return hash;
}

/** Whether no step of the default's other stages with this row may cross what was apart. Normal cones leave out pairs that they know nothing of. */
function promisesApart({ settings }) {
  const chosen = METHODS.find(
    (row) => settings.includes(`response=${row.name}`) && row.stage === 'response',
  );
  const response = chosen ?? defaults.response;
  return response.noCrossings && !settings.includes(BY_CONES);
}

function isFinite(world) {
  return world.cloths.every(({ positions, velocities }) =>
    [positions, velocities].every((field) => field.every(Number.isFinite)),
  );
}

function surfaceOf(parts) {
  return joinMeshes(
    parts.map(({ positions, indices }) => ({
      vertexCount: positions.length / 3,
      faces: indices,
      merge: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
    })),
  );
}

function crossings(world, [cloth, body]) {
  const places = (parts) =>
    Float32Array.from(parts.flatMap(({ positions }) => Array.from(positions)));
  const [x, y] = [places(world.cloths), places(world.bodies)];
  const between = countCrossings(cloth, x, body, y) + countCrossings(body, y, cloth, x);
  return between + countCrossings(cloth, x, cloth, x);
}
