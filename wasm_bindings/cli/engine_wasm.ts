// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The wasm engine: the package itself, under Node.
import { Weft, WeftError, type StepReport, type World } from 'weft-cloth';
import { dumpFrame, dumpMeshes } from './dump.js';
import type { RunOptions, RunResult, Sample } from './engine.js';
import { BadInput, RunFailed, sentenceOf } from './failures.js';
import type { CookedInput } from './scene_input.js';

/** Runs a scene in the module weft.wasm, in weft-threads.wasm with threads, or in weft-lab.wasm when a method needs it. */
export async function runWasm(
  input: CookedInput,
  options: RunOptions,
  onStep: (step: number) => void,
): Promise<RunResult> {
  const weft = await Weft.load({ threads: options.threads });
  try {
    const world = await openWorld(weft, input, options);
    const threads = world.threadCount;
    noteThreads(weft, threads, options.threads);
    const samples = runSteps(world, options, onStep);
    const { memoryBytes } = world;
    const [hash, figures] = [world.hash(), world.figures()];
    return { ...countMeshes(world), samples, threads, hash, memoryBytes, figures };
  } finally {
    weft.dispose();
  }
}

// Threads never change the result, so asking for them is no mistake.
function noteThreads(weft: Weft, threads: number, wanted: number): void {
  if (threads < wanted && !weft.threadsNote) {
    console.error('weft: methods of weft-lab.wasm run in one thread; the result is the same');
  }
}

async function openWorld(weft: Weft, input: CookedInput, options: RunOptions): Promise<World> {
  try {
    return await weft.openScene(input.bytes, options.methods);
  } catch (error) {
    throw error instanceof WeftError ? new BadInput(`${input.name}: ${error.message}`) : error;
  }
}

function runSteps(world: World, options: RunOptions, onStep: (step: number) => void): Sample[] {
  const samples: Sample[] = [];
  if (options.dump) {
    dumpMeshes(world, options.dump);
    dumpFrame(world, options.dump, 0);
  }
  for (let step = 1; step <= options.steps; ++step) {
    const report = stepOnce(world, step);
    samples.push(report);
    if (options.dump && step % options.every === 0) {
      dumpFrame(world, options.dump, step / options.every);
    }
    onStep(step);
  }
  return samples;
}

function stepOnce(world: World, step: number): StepReport {
  let report: StepReport;
  try {
    report = world.step();
  } catch (error) {
    throw new RunFailed(`step ${step}: ${sentenceOf(error)}`);
  }
  if (report.status !== 'WEFT_OK') {
    const why = report.problem === undefined ? '' : `: ${report.problem}`;
    throw new RunFailed(`step ${step}: ${report.status}${why}`);
  }
  return report;
}

function countMeshes(world: World) {
  const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
  return {
    clothVertices: sum(world.cloths.map((cloth) => cloth.vertexCount)),
    clothTriangles: sum(world.cloths.map((cloth) => cloth.triangleCount)),
    bodyTriangles: sum(world.bodies.map((body) => body.triangleCount)),
  };
}
