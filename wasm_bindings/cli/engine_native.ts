// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The native engine: the program weft_native, which prints one JSON object a line.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PHASES, type Phase } from 'weft-cloth';
import type { RunOptions, RunResult, Sample } from './engine.js';
import { BadInput, RunFailed } from './failures.js';
import type { CookedInput } from './scene_input.js';
import { settingWords } from './settings.js';

const built = new URL('../../../build/native/wasm_bindings/weft_native', import.meta.url);

function nativeProgram(): string {
  return process.env.WEFT_NATIVE ?? fileURLToPath(built);
}

/** Whether the native program was built here. */
export function hasNative(): boolean {
  return existsSync(nativeProgram());
}

type Line = Record<string, number> & { ms?: number[]; hash?: string } & Pick<
    RunResult,
    'energy' | 'figures'
  >;

/** Runs a scene in the native program; WEFT_NATIVE names another build of it. */
export async function runNative(
  input: CookedInput,
  options: RunOptions,
  onStep: (step: number) => void,
): Promise<RunResult> {
  const program = nativeProgram();
  if (!existsSync(program)) {
    throw new BadInput(
      `${program}: is not there; the native engine is built from the sources of Weft (cmake --preset native && cmake --build --preset native), and WEFT_NATIVE names it`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'weft-'));
  try {
    const scene = join(folder, `${input.name}.weft`);
    await writeFile(scene, input.bytes);
    return await runProgram(program, scene, options, onStep);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function programArguments(options: RunOptions): string[] {
  const words = ['--steps', String(options.steps), '--every', String(options.every)];
  words.push('--threads', String(options.threads), ...settingWords(options.methods));
  return options.dump ? [...words, '--dump', options.dump] : words;
}

async function runProgram(
  program: string,
  scene: string,
  options: RunOptions,
  onStep: (step: number) => void,
): Promise<RunResult> {
  const words = [scene, ...programArguments(options)];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  let complaint = '';
  child.stderr.on('data', (data) => (complaint += data));
  const samples: Sample[] = [];
  let facts: Line = {};
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as Line;
    if (line.ms) {
      samples.push(readSample(line, line.ms));
      onStep(samples.length);
    } else {
      facts = { ...facts, ...line };
    }
  }
  const code = await ended;
  if (code !== 0) {
    throw new (code === 2 ? BadInput : RunFailed)(complaint.trim() || `ended with code ${code}`);
  }
  return {
    clothVertices: facts.cloth_vertices,
    clothTriangles: facts.cloth_triangles,
    bodyTriangles: facts.body_triangles,
    samples,
    threads: options.threads,
    hash: String(facts.hash),
    memoryBytes: facts.memory_bytes,
    energy: facts.energy,
    figures: facts.figures,
  };
}

function readSample(line: Line, ms: number[]): Sample {
  return {
    pairs: line.pairs,
    crossingsBody: line.crossings_body,
    crossingsCloth: line.crossings_cloth,
    crossingsDeclared: line.crossings_declared,
    captured: line.captured,
    tangled: line.tangled,
    stuck: line.stuck,
    blocked: line.blocked,
    rolledBack: line.rolled_back,
    pinsDropped: line.pins_dropped,
    seamsOpen: line.seams_open,
    bodyLagMax: line.body_lag_max,
    strainP50: line.strain_p50,
    strainP99: line.strain_p99,
    strainMax: line.strain_max,
    ms: Object.fromEntries(PHASES.map((phase, i) => [phase, ms[i]])) as Record<Phase, number>,
  };
}
