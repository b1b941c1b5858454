// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft run: a scene, its steps, and what they came to.
import { mkdirSync } from 'node:fs';
import { PHASES, type Figure } from 'weft-cloth';
import { Arguments } from './arguments.js';
import { ENGINES, type Engine, type EngineName, type RunOptions } from './engine.js';
import { runNative } from './engine_native.js';
import { runWasm } from './engine_wasm.js';
import { BadInput, sentenceOf } from './failures.js';
import { ProgressBar, table } from './paint.js';
import { readCookedScene } from './scene_input.js';
import { readSettings } from './settings.js';
import { summarize, type Course, type Summary } from './summary.js';

/** WEFT_MAX_THREADS of core/include/weft/threads.h. */
const MAX_THREADS = 64;

/** The engines by name. */
export const engines: Record<EngineName, Engine> = { wasm: runWasm, native: runNative };

/** Runs the command. */
export async function run(words: readonly string[]): Promise<void> {
  const given = new Arguments(words, {
    '--steps': 'count',
    '--engine': 'text',
    '--threads': 'text',
    '--method': 'texts',
    '--set': 'texts',
    '--json': 'flag',
    '--dump': 'text',
    '--every': 'count',
    '--jitter': 'count',
  });
  if (given.names.length !== 1) {
    throw new BadInput(`run: one scene is needed, ${given.names.length} were given`);
  }
  const engine = given.choice('--engine', ENGINES);
  const jitter = given.count('--jitter');
  const input = await readCookedScene(given.names[0], { jitter });
  const options = readRunOptions(given, input.steps);
  const bar = new ProgressBar(input.name, options.steps);
  const result = await engines[engine](input, options, (step) => bar.show(step));
  bar.clear();
  const seeded: Record<string, number> = jitter === undefined ? {} : { jitter };
  const { threads } = result;
  const head = { scene: input.name, engine, threads, steps: options.steps, ...seeded };
  const summary = summarize(result);
  console.log(
    given.has('--json') ? JSON.stringify({ ...head, ...summary }) : describe(head, summary),
  );
}

function readRunOptions(given: Arguments, sceneSteps: number | undefined): RunOptions {
  const steps = given.count('--steps') ?? sceneSteps;
  if (steps === undefined) {
    throw new BadInput('--steps: a cooked file does not say how long to run');
  }
  const dump = given.text('--dump');
  if (given.has('--every') && !dump) {
    throw new BadInput('--every: needs --dump');
  }
  if (dump) {
    makeFolder(dump);
  }
  return {
    steps,
    threads: readThreads(given.text('--threads') ?? '1'),
    methods: readSettings(given),
    dump,
    every: given.count('--every') ?? 1,
  };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new BadInput(`--dump ${folder}: ${sentenceOf(error)}`);
  }
}

function readThreads(text: string): number {
  if (!/^[1-9][0-9]?$/.test(text) || Number(text) > MAX_THREADS) {
    throw new BadInput(`--threads: "${text}" is not a whole number from 1 to ${MAX_THREADS}`);
  }
  return Number(text);
}

function describe(head: Record<string, string | number>, summary: Summary): string {
  const times = ['total', ...PHASES].map((phase) => {
    const { median, p95, p99, max } = summary.ms[phase];
    return [phase, median, p95, p99, max];
  });
  const { crossings, strain, pairs, captured, tangled, stuck, body_lag } = summary;
  const most = (what: string, { max, last }: Course) => `${what} ${max}, last ${last}`;
  const declared = [
    'at most',
    most('captured', captured),
    most('tangled', tangled),
    most('stuck', stuck),
  ];
  const { max, last } = summary.seams_open;
  const seams = ['seams', `pairs open at most ${max}`, `last ${last}`, ''];
  const waited = [
    'held up',
    `vertices rolled back ${summary.rolled_back}, steps blocked ${summary.blocked}`,
    `bodies ${metres(body_lag.max)}, last ${metres(body_lag.last)}`,
    `pins dropped ${summary.pins_dropped}`,
  ];
  return [
    `${head.scene}: ${head.steps} steps, ${head.engine}, ${summary.cloth_vertices} cloth vertices, ` +
      `${summary.cloth_triangles} cloth triangles, ${summary.body_triangles} body triangles`,
    '',
    table([['ms a step', 'median', 'p95', 'p99', 'max'], ...times]),
    '',
    table([
      ['pairs', `median ${pairs.median}`, `max ${pairs.max}`, ''],
      [
        'crossings',
        `cloth-cloth ${crossings.cloth_cloth}`,
        `cloth-body ${crossings.cloth_body}`,
        `declared ${crossings.declared}`,
      ],
      ...(captured.max + tangled.max > 0 ? [declared] : []),
      ...(max > 0 ? [seams] : []),
      ...(summary.rolled_back + summary.blocked + body_lag.max > 0 ? [waited] : []),
      [
        'stretch',
        `p50 ${percent(strain.p50)}`,
        `p99 ${percent(strain.p99)}`,
        `max ${percent(strain.max)}`,
      ],
    ]),
    ...(summary.figures ? ['', table(figureRows(summary.figures))] : []),
    '',
    `memory ${(summary.memory_bytes / 1e6).toFixed(1)} MB`,
    `hash   ${summary.hash}`,
  ].join('\n');
}

/** Two figures of a segment stand in one row. */
function figureRows(figures: readonly Figure[]): (string | number)[][] {
  const rows = new Map<string, (string | number)[]>();
  figures.forEach((figure, i) => {
    const { body, segment, part, unit } = figure;
    const place = body === undefined ? `${i}` : `body ${body} ${part || `segment ${segment}`}`;
    const row = rows.get(place) ?? [body === undefined ? '' : place];
    row.push(`${figure.what} ${Number(figure.value.toPrecision(3))} ${unit}`.trim());
    rows.set(place, row);
  });
  const width = Math.max(...[...rows.values()].map((row) => row.length));
  return [...rows.values()].map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

function metres(length: number): string {
  return `${length} m`;
}

function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(2)} %`;
}
