// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Campaign: every structure with every set of its rules against brute force on scenes that run; see oracle.c.
//
//     node tests/bench/oracle.mjs [--frames 300] [--from 0] [--jobs 2] [--hulls N] [--whole N] [SCENE...]
//
// Sets of rules of the k-DOP tree: split, leaf, inflation, update, traversal, separation and leaf test in every combination,
// k, arity and `self` going round with them so that any three rules meet in every combination of theirs. `--hulls N`: those
// that test hulls, which takes most of the time, follow N frames each, beginning one after the other all over the frames.
// `--whole N`: beside them the 8640 combinations of everything, N frames each in the same way.
//
// What each has found is kept in build/oracle/SCENE.json, case by case, so a campaign that was ended goes on where it was.
// It expects the preset native and the packages.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = `${root}build/native/tests/bench/bench_oracle`;
const folder = `${root}build/oracle`;

const RULES = {
  k: [6, 8, 14, 18, 26],
  arity: [2, 4, 8],
  split: [0, 1],
  leaf: [0, 1],
  inflate: [0, 1, 2],
  update: [0, 1],
  traverse: [0, 1],
  self: [0, 1],
  leaf_test: [0, 1, 2],
  separation: [0, 1],
};
/** Rules that go round with the others: their combinations alone would be thirty times as many. */
const ROUND = ['k', 'arity', 'self'];

const OTHERS = {
  uniform_grid: { cell: [0.75, 1.5, 4] },
  spatial_hash: { cell: [1, 3], entries: [0, 1] },
  inclusion_field: { cell: [0.02, 0.05] },
  distance_field: { cell: [0.02, 0.04], shell: [0, 6], generator: [0, 1] },
  brute_force: {},
};

/** Every combination of the values. */
function product(values) {
  let all = [{}];
  for (const [name, list] of Object.entries(values)) {
    all = all.flatMap((set) => list.map((value) => ({ ...set, [name]: value })));
  }
  return all;
}

/** All combinations but of the rules that go round, which are drawn by a hash of the number of the set. */
function treeSets() {
  const rest = Object.fromEntries(Object.entries(RULES).filter(([name]) => !ROUND.includes(name)));
  return product(rest).map((set, i) => ({
    k: RULES.k[i % 5],
    arity: RULES.arity[(Math.imul(i + 1, 0x9e3779b1) >>> 11) % 3],
    self: (Math.imul(i + 1, 0x85ebca6b) >>> 13) & 1,
    ...set,
  }));
}

/** Whether any three rules have every combination of their values in the sets. */
function meetsInThrees(sets) {
  const names = Object.keys(RULES);
  for (const [i, a] of names.entries()) {
    for (const [j, b] of names.slice(0, i).entries()) {
      for (const c of names.slice(0, j)) {
        const seen = new Set(sets.map((set) => [set[a], set[b], set[c]].join()));
        if (seen.size < RULES[a].length * RULES[b].length * RULES[c].length) {
          return false;
        }
      }
    }
  }
  return true;
}

function caseOf(row, values, first, count) {
  const words = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return `${[row, ...words].join(' ')} @ ${first} ${count}`;
}

/** Cases of sets of which number `i` follows `count` frames somewhere in them. */
function spread(sets, count, { from, frames }) {
  const places = Math.max(1, Math.floor(frames / count));
  return sets.map((set, i) => {
    return caseOf('dop_tree', { ...set, tolerance: 0.002 }, from + (i % places) * count, count);
  });
}

function casesOf(given) {
  const { from, frames, hulls, whole } = given;
  const sets = treeSets();
  if (!meetsInThrees(sets)) {
    throw new Error('three rules do not meet in every combination');
  }
  const plain = sets.filter((set) => set.leaf_test === 0);
  const withHulls = sets.filter((set) => set.leaf_test !== 0);
  const others = Object.entries(OTHERS).flatMap(([row, values]) =>
    product(values).map((set) => caseOf(row, set, from, frames)),
  );
  return [
    ...others,
    ...spread(plain, frames, given),
    ...spread(withHulls, Math.min(hulls, frames), given),
    ...(whole > 0 ? spread(product(RULES), Math.min(whole, frames), given) : []),
  ];
}

/** Runs cases of a scene in one process; `told` takes each answer. */
function run(words, cases, told) {
  if (cases.length === 0) {
    return Promise.resolve(0);
  }
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined); // it ended early, which its exit code says
  child.stdin.end(cases.join('\n') + '\n');
  createInterface({ input: child.stdout }).on('line', told);
  return new Promise((resolve) => child.on('close', (code) => resolve(code)));
}

function answerOf(numbers) {
  if (numbers.length < 6) {
    return { refused: numbers.join(' ') };
  }
  const [frames, asked, missed, open, byCones, ms] = numbers.map(Number);
  return { frames, asked, missed, open, byCones, ms };
}

/** Sums a row of the registry, in one line. */
function describe(row, answers) {
  const judged = answers.filter((answer) => !answer.refused);
  const sum = (what) => judged.reduce((total, answer) => total + answer[what], 0);
  const refused = answers.find((answer) => answer.refused);
  return [
    `  ${row}: ${judged.length} cases, ${sum('frames')} frames, ${sum('asked')} near pairs asked for,`,
    `${sum('missed')} missed, ${sum('open')} corners outside of their leaf,`,
    `${sum('byCones')} left out by normal cones, ${Math.round(sum('ms') / 1000)} s`,
    ...(refused ? [`(${answers.length - judged.length} refused: ${refused.refused})`] : []),
  ].join(' ');
}

/** Whether nothing was missed of a scene. */
async function check(name, given) {
  const file = `${folder}/${name}.weft`;
  const kept = `${folder}/${name}.json`;
  const cook = ['cook', `${root}scenes/${name}.json`, '-o', file, '--json'];
  const said = execFileSync('node', [`${root}wasm_bindings/bin/weft.mjs`, ...cook]);
  const { settled } = JSON.parse(said.toString());
  const answers = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  const all = casesOf(given);
  const open = all.filter((key) => !(key in answers));
  console.log(`${name}: ${all.length} cases, ${all.length - open.length} of them known`);
  const words = [file, String(settled + 1), String(given.from + given.frames)];
  let last = 0;
  const told = (line) => {
    const [key, ...numbers] = line.split('\t');
    answers[key] = answerOf(numbers);
    writeFileSync(`${kept}.new`, JSON.stringify(answers, null, 1));
    renameSync(`${kept}.new`, kept);
    const known = all.filter((each) => each in answers).length;
    if (Date.now() - last > 60000) {
      last = Date.now();
      console.log(`  ${known} of ${all.length}`);
    }
  };
  const jobs = Array.from({ length: given.jobs }, (_, job) =>
    run(
      words,
      open.filter((_, i) => i % given.jobs === job),
      told,
    ),
  );
  const codes = await Promise.all(jobs);
  const judged = all.filter((key) => key in answers).map((key) => [key, answers[key]]);
  for (const row of ['dop_tree', ...Object.keys(OTHERS)]) {
    console.log(
      describe(
        row,
        judged.filter(([key]) => key.startsWith(row)).map(([, a]) => a),
      ),
    );
  }
  const wrong = judged.filter(([, answer]) => answer.missed > 0 || answer.open > 0);
  for (const [key, answer] of wrong) {
    console.log(`  FAIL ${key}: ${answer.missed} missed, ${answer.open} outside`);
  }
  const asked = judged.some(([, answer]) => answer.asked > 0);
  return asked && judged.length === all.length && wrong.length === 0 && codes.every((c) => c === 0);
}

function settings() {
  const options = Object.fromEntries(
    ['frames', 'from', 'jobs', 'hulls', 'whole'].map((name) => [name, { type: 'string' }]),
  );
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const usual = { frames: 300, from: 0, jobs: 2, hulls: 300, whole: 0 };
  const given = Object.fromEntries(
    Object.entries(usual).map(([name, number]) => [name, Number(values[name] ?? number)]),
  );
  const bad = Object.entries(given).find(
    ([name, value]) =>
      !Number.isInteger(value) || value < (name === 'from' || name === 'whole' ? 0 : 1),
  );
  if (bad) {
    throw new Error(`--${bad[0]}: ${values[bad[0]]} is no number of them`);
  }
  return {
    given,
    scenes: positionals.length ? positionals : ['walk-trousers', 'ten-sheets-small'],
  };
}

const { given, scenes } = settings();
let failed = 0;
mkdirSync(folder, { recursive: true });
for (const name of scenes) {
  failed += (await check(name, given)) ? 0 : 1;
}
console.log(`${scenes.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
