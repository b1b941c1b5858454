// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// `Weft.load({ worker: true })`: the few verbs that need the page are put over those that only cross. Geometries are
// read here, since their accessors cannot travel; time is spent here, so that bodies can be posed before each step.
import * as check from '../checks.js';
import {
  bodyFromGeometry,
  clothFromGeometry,
  inGeometry,
  isGeometry,
  type GeometryBodyOptions,
  type GeometryClothOptions,
} from '../geometry.js';
import { invalidArgument, WeftError } from '../error.js';
import { labMethod, readMethods, readWorldMethods, settingsOf, type Setting } from '../methods.js';
import { checkAdvance, Pacing } from '../pacing.js';
import { namedBone } from '../pinning.js';
import type {
  AdvanceOptions,
  AdvanceReport,
  ClothOptions,
  StepReport,
  WorldOptions,
  PinToOptions,
} from '../types.js';
import type { FindLab } from '../weft.js';
import { Channel, type RemoteObject } from './channel.js';
import type { WorkerOrder } from './protocol.js';
import type { RemoteCloth, RemoteWeft, WorkerChoice } from './remote.js';
import { INLINED, type Inlined } from './thread.js';

/**
 * Starts a worker with a simulator in it. Bundlers that do not know `new Worker(new URL(...))` move the code away
 * from the worker's script: then a copy that is only loaded in this case takes its place. `isLost` says that it is so;
 * where the page's policy forbids the copy, the script is asked for all the same.
 */
export async function startWorker(
  choice: WorkerChoice,
  order: WorkerOrder,
  findLab: FindLab,
  onEnd: () => void,
  isLost: boolean,
): Promise<RemoteWeft> {
  const dress = dressing(findLab, onEnd);
  const ways: (WorkerChoice | Inlined)[] = [choice, INLINED];
  const [first, second] = choice === true && isLost ? ways.reverse() : ways;
  const weft: unknown = await Channel.open(first, order, dress).catch((reason) => {
    if (choice !== true || !isGone(reason)) {
      throw reason;
    }
    return Channel.open(second, order, dress).catch(() => {
      throw reason; // what went wrong first is what helps
    });
  });
  return weft as RemoteWeft;
}

/** As `startWorker`, with the copy first. */
export function startInlinedWorker(
  choice: WorkerChoice,
  order: WorkerOrder,
  findLab: FindLab,
  onEnd: () => void,
): Promise<RemoteWeft> {
  return Channel.open(
    choice === true ? INLINED : choice,
    order,
    dressing(findLab, onEnd),
  ) as Promise<unknown> as Promise<RemoteWeft>;
}

function isGone(reason: unknown): boolean {
  return reason instanceof WeftError && reason.code === 'WEFT_ERROR_WORKER_LOST';
}

type Verb = (...args: unknown[]) => Promise<unknown>;

function dressing(findLab: FindLab, onEnd: () => void) {
  return (object: RemoteObject, kind: string, channel: Channel): void => {
    if (kind === 'Weft') {
      object.dispose = () => channel.close();
      channel.onEnd = onEnd;
      dressWeft(object, findLab);
    } else if (kind === 'World') {
      dressWorld(object);
    } else if (kind === 'Cloth' || kind === 'Body') {
      object.copyPositions = async (to: Float32Array) => {
        const { positions, isRemoved, name, world } = object as unknown as RemoteCloth;
        if (isRemoved || world.isDisposed) {
          throw invalidArgument(isRemoved ? `"${name}" was removed.` : 'The world was disposed.');
        }
        check.target('target', to, positions.length).set(positions);
        return to;
      };
    }
    if (kind === 'Cloth') {
      const { pinTo } = object as Record<string, Verb>;
      object.pinTo = async (collider: unknown, options: PinToOptions) =>
        pinTo(...namedBone(collider, options));
    }
  };
}

/** The module with every method is found by the page, when a name needs it, and given to the worker. */
function dressWeft(weft: RemoteObject, findLab: FindLab): void {
  const { createWorld, loadScene, has, takeLab } = weft as Record<string, Verb>;
  let given: Promise<unknown> | undefined;
  const give = async (missing: Setting) => {
    const { stage, name, value } = missing;
    if (!(await has({ [stage]: value === undefined ? name : { [name]: value } }))) {
      given ??= findLab(missing).then((module) => takeLab(module));
      await given.catch((error) => {
        given = undefined; // another time it may be there
        throw error;
      });
    }
  };
  // Without a name of that module the call goes out at once, and calls keep their order.
  const after = (settings: () => Setting[], call: () => Promise<unknown>): Promise<unknown> => {
    try {
      const missing = labMethod(settings());
      return missing ? give(missing).then(call) : call();
    } catch (error) {
      return Promise.reject(error as Error);
    }
  };
  const open = (scene: Uint8Array, methods = {}) =>
    after(
      () => [...settingsOf(scene), ...readMethods(methods)],
      () => loadScene(scene, methods),
    );
  weft.createWorld = (options?: WorldOptions) =>
    after(
      () => readWorldMethods(options),
      () => createWorld(options),
    );
  weft.loadScene = open;
  weft.openScene = open;
  weft.prepare = (wanted: Uint8Array, more = {}) =>
    after(
      () => [...settingsOf(wanted), ...readMethods(more)],
      async () => {},
    );
}

function dressWorld(world: RemoteObject): void {
  const { addBody, addCloth, restore, reset, dispose } = world as Record<string, Verb>;
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
  if (Symbol.asyncDispose) {
    Object.defineProperty(world, Symbol.asyncDispose, { value: () => dispose() });
  }
  // Time begins anew with the calls that are made from now on, unless this one is refused.
  const anew =
    (verb: Verb) =>
    (...args: unknown[]) => {
      const goOn = time.reset();
      return verb(...args).catch((error) => {
        goOn();
        throw error;
      });
    };
  world.restore = anew(restore);
  world.reset = anew(reset);
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

  reset(): () => void {
    return this.pacing.reset();
  }

  advance(seconds: number, options: AdvanceOptions = {}): Promise<AdvanceReport> {
    try {
      checkAdvance(options);
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
      try {
        options.beforeStep?.((stepCount + i) * frameSeconds);
      } catch (error) {
        await Promise.allSettled(reports);
        throw error;
      }
      reports.push(stepShown());
    }
    const shown = show(plan.blend);
    const all = await Promise.all([...reports, shown]);
    const { steps, skippedSeconds } = plan;
    return { steps, skippedSeconds, reports: all.slice(0, steps) as StepReport[] };
  }
}
