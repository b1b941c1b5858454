// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft bench: the same scenes several times in every engine, taken in turns so that a slow minute of the machine
// hits all of them alike. Printed is the median over the repeats with its range, in ms a step.
import { existsSync } from 'node:fs';
import { PHASES } from 'weft-cloth';
import { Arguments } from './arguments.js';
import { ENGINES, type EngineName, type RunResult } from './engine.js';
import { hasNative } from './engine_native.js';
import { BadInput, RunFailed } from './failures.js';
import { ProgressBar, table } from './paint.js';
import { benchPapers } from './papers.js';
import { checkPhysics } from './physics.js';
import { engines } from './run.js';
import { readCookedScene, scenePath, type CookedInput } from './scene_input.js';
import { readSettings } from './settings.js';
import { courses, quantile, totalMs, type Course } from './summary.js';

const DEFAULT_SCENES = [
  'table-cloth',
  'sheets-on-solids',
  'walk-tshirt',
  'walk-trousers',
  'walk-skirt',
];

/** Middle and range of a time over the repeats, ms a step. */
interface Timing {
  median: number;
  min: number;
  max: number;
}

interface BenchRow {
  scene: string;
  engine: EngineName;
  steps: number;
  repeats: number;
  hash: string;
  captured: Course;
  tangled: Course;
  stuck: Course;
  ms: Record<string, Timing>;
}

/** Runs the command. */
export async function bench(words: readonly string[]): Promise<void> {
  const given = new Arguments(words, {
    '--physics': 'flag',
    '--papers': 'flag',
    '--engine': 'text',
    '--json': 'flag',
    '--steps': 'count',
    '--repeats': 'count',
    '--method': 'texts',
    '--set': 'texts',
  });
  for (const [option, does] of [
    ['--physics', checkPhysics],
    ['--papers', benchPapers],
  ] as const) {
    if (given.has(option)) {
      requireAlone(given, option);
      return does(given.has('--json'));
    }
  }
  const wanted = given.has('--engine')
    ? [given.choice('--engine', ENGINES)]
    : ENGINES.filter((engine) => engine !== 'native' || hasNative());
  const rows: BenchRow[] = [];
  for (const path of scenePaths(given.names)) {
    const input = await readCookedScene(path);
    rows.push(...(await benchScene(input, wanted, given)));
    if (!given.has('--json')) {
      console.log(describe(rows.slice(-wanted.length)));
    }
  }
  if (given.has('--json')) {
    console.log(JSON.stringify(rows));
  }
}

/** These measure what they measure, whatever else is asked for. */
function requireAlone(given: Arguments, option: string): void {
  const other = given.names[0] ?? given.options().find((one) => one !== option && one !== '--json');
  if (other !== undefined) {
    throw new BadInput(`${option}: takes --json alone, not "${other}"`);
  }
}

/** The default scenes are those of the list that are there. */
function scenePaths(names: readonly string[]): string[] {
  if (names.length > 0) {
    return [...names];
  }
  return DEFAULT_SCENES.map((name) => scenePath(name)).filter((path) => existsSync(path));
}

async function benchScene(
  input: CookedInput,
  wanted: readonly EngineName[],
  given: Arguments,
): Promise<BenchRow[]> {
  const steps = given.count('--steps') ?? input.steps ?? 60;
  const repeats = given.count('--repeats') ?? 3;
  const methods = readSettings(given);
  const results = new Map<EngineName, RunResult[]>(wanted.map((engine) => [engine, []]));
  const bar = new ProgressBar(input.name, repeats * wanted.length * steps);
  let done = 0;
  for (let repeat = 0; repeat < repeats; ++repeat) {
    for (const engine of wanted) {
      const options = { steps, threads: 1, methods, dump: undefined, every: 1 };
      results.get(engine)!.push(await engines[engine](input, options, () => bar.show(++done)));
    }
  }
  bar.clear();
  const rows = wanted.map((engine) => row(input.name, engine, steps, results.get(engine)!));
  requireOneHash(rows);
  return rows;
}

function row(scene: string, engine: EngineName, steps: number, results: RunResult[]): BenchRow {
  const timing = (values: number[]): Timing => ({
    median: quantile(values, 0.5),
    min: quantile(values, 0),
    max: quantile(values, 1),
  });
  const medianOf = (result: RunResult, pick: (sample: RunResult['samples'][0]) => number) =>
    quantile(result.samples.map(pick), 0.5);
  const ms: Record<string, Timing> = {
    total: timing(results.map((result) => medianOf(result, totalMs))),
  };
  for (const phase of PHASES) {
    ms[phase] = timing(results.map((result) => medianOf(result, (sample) => sample.ms[phase])));
  }
  const { hash, samples } = results[0];
  return { scene, engine, steps, repeats: results.length, hash, ...courses(samples), ms };
}

// A benchmark that compares different work is worth nothing.
function requireOneHash(rows: readonly BenchRow[]): void {
  const hashes = new Set(rows.map((row) => row.hash));
  if (hashes.size > 1) {
    const said = rows.map((row) => `${row.engine} ${row.hash}`).join(', ');
    throw new RunFailed(`${rows[0].scene}: the engines disagree: ${said}`);
  }
}

function describe(rows: readonly BenchRow[]): string {
  const head = [`${rows[0].scene}, ms a step`, ...rows.flatMap((row) => [row.engine, 'min..max'])];
  const lines = ['total', ...PHASES].map((phase) => [
    phase,
    ...rows.flatMap(({ ms }) => [
      ms[phase].median,
      `${ms[phase].min.toFixed(3)}..${ms[phase].max.toFixed(3)}`,
    ]),
  ]);
  const [first, second] = rows;
  const ratio = second
    ? `\n${first.engine} takes ${(first.ms.total.median / second.ms.total.median).toFixed(2)} times as long as ${second.engine}`
    : '';
  return `${table([head, ...lines])}${ratio}\n`;
}
