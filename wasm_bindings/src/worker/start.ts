// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// `Weft.load({ worker: true })`: the few verbs that need the page are put over those that only cross. Geometries are
// read here, since their accessors cannot travel; time is spent here, so that bodies can be posed before each step.
import {
  bodyFromGeometry,
  clothFromGeometry,
  inGeometry,
  isGeometry,
  type GeometryBodyOptions,
  type GeometryClothOptions,
} from '../geometry.js';
import { WeftError } from '../error.js';
import { Pacing } from '../pacing.js';
import type { AdvanceOptions, AdvanceReport, ClothOptions, StepReport } from '../types.js';
import { Channel, type RemoteObject } from './channel.js';
import type { RemoteWeft, WorkerChoice } from './remote.js';
import { INLINED } from './thread.js';

/**
 * Starts a worker with a simulator in it. Bundlers that do not know `new Worker(new URL(...))` move the code away
 * from the worker's script: then a copy that is only loaded in this case takes its place.
 */
export async function startWorker(
  choice: WorkerChoice,
  module: WebAssembly.Module,
): Promise<RemoteWeft> {
  let weft: unknown;
  try {
    weft = await Channel.open(choice, module, dress);
  } catch (reason) {
    if (choice !== true || !isLost(reason)) {
      throw reason;
    }
    weft = await Channel.open(INLINED, module, dress).catch(() => {
      throw reason; // what went wrong first is what helps
    });
  }
  return weft as RemoteWeft;
}

/** As `startWorker`, with the copy first. */
export function startInlinedWorker(
  choice: WorkerChoice,
  module: WebAssembly.Module,
): Promise<RemoteWeft> {
  return Channel.open(
    choice === true ? INLINED : choice,
    module,
    dress,
  ) as Promise<unknown> as Promise<RemoteWeft>;
}

function isLost(reason: unknown): boolean {
  return reason instanceof WeftError && reason.code === 'WEFT_ERROR_WORKER_LOST';
}

type Verb = (...args: unknown[]) => Promise<unknown>;

function dress(object: RemoteObject, kind: string, channel: Channel): void {
  if (kind === 'Weft') {
    object.dispose = () => channel.close();
  } else if (kind === 'World') {
    dressWorld(object);
  } else if (kind === 'Cloth' || kind === 'Body') {
    object.copyPositions = async (target: Float32Array) => {
      target.set(object.positions as Float32Array);
      return target;
    };
  }
}

function dressWorld(world: RemoteObject): void {
  const { addBody, addCloth, restore, reset } = world as Record<string, Verb>;
  const time = new RemoteTime(world);
  world.addBody = async (given: unknown, more?: GeometryBodyOptions) =>
    addBody(isGeometry(given) ? bodyFromGeometry(given, more) : given);
  world.addCloth = async (given: unknown, more?: GeometryClothOptions) => {
    const options = isGeometry(given) ? clothFromGeometry(given, more) : (given as ClothOptions);
    try {
      return await addCloth(options);
    } catch (error) {
      throw isGeometry(given) ? inGeometry(error, options.drawn!) : error;
    }
  };
  world.advance = (seconds: number, options?: AdvanceOptions) => time.advance(seconds, options);
  world.restore = (...args: unknown[]) => {
    time.reset();
    return restore(...args);
  };
  world.reset = () => {
    time.reset();
    return reset();
  };
}

interface Batch {
  seconds: number;
  options: AdvanceOptions;
  report: Promise<AdvanceReport>;
}

/** The time of a world in a worker. One batch of steps is under way at a time; what comes meanwhile is the next one. */
class RemoteTime {
  private readonly pacing = new Pacing();
  private running: Promise<unknown> | undefined;
  private next: Batch | undefined;

  constructor(private readonly world: RemoteObject) {}

  reset(): void {
    this.pacing.reset();
  }

  advance(seconds: number, options: AdvanceOptions = {}): Promise<AdvanceReport> {
    try {
      this.pacing.check(seconds, options.maxSteps);
    } catch (error) {
      return Promise.reject(error as Error);
    }
    if (this.next) {
      this.next.seconds += seconds;
      this.next.options = options;
      return this.next.report;
    }
    if (!this.running) {
      return this.run(seconds, options);
    }
    const batch: Batch = { seconds, options, report: this.running.then(() => this.runNext()) };
    this.next = batch;
    return batch.report;
  }

  private runNext(): Promise<AdvanceReport> {
    const { seconds, options } = this.next!;
    this.next = undefined;
    return this.run(seconds, options);
  }

  private run(seconds: number, options: AdvanceOptions): Promise<AdvanceReport> {
    const report = this.send(seconds, options);
    const settled: Promise<unknown> = report
      .catch(() => {}) // whoever called is told
      .then(() => {
        if (this.running === settled) {
          this.running = undefined;
        }
      });
    this.running = settled;
    return report;
  }

  private async send(seconds: number, options: AdvanceOptions): Promise<AdvanceReport> {
    const { stepShown, show } = this.world as Record<string, Verb>;
    const { frameSeconds, stepCount } = this.world as Record<string, number>;
    const plan = this.pacing.plan(seconds, frameSeconds, options.maxSteps);
    const reports: Promise<unknown>[] = [];
    for (let i = 1; i <= plan.steps; ++i) {
      options.beforeStep?.((stepCount + i) * frameSeconds);
      reports.push(stepShown());
    }
    const shown = show(plan.blend);
    const all = await Promise.all([...reports, shown]);
    const { steps, skippedSeconds } = plan;
    return { steps, skippedSeconds, reports: all.slice(0, steps) as StepReport[] };
  }
}
