// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The workers that help to step: started here, heard when they end, and ended. Whoever owns them need not be the thread
// that steps, so the news of an end goes through the shared memory, where that thread looks.
import type { Exports } from '../exports.js';
import { attend, isNode, type AnyWorker, type Thread } from '../worker/attend.js';
import type { CrewOrder } from './crew_worker.js';

/** A loop of the core needs a few kB. */
const STACK_BYTES = 256 * 1024;
/** A worker that is not there by then does not come, ms. */
const PATIENCE = 10_000;
const LOST = 3; // weft_crew_word

/** What workers are made for. */
export interface Ground {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  exports: Exports;
}

/** Workers on a memory. */
export class Crew {
  private readonly threads: Thread[] = [];

  private constructor(private readonly ground: Ground) {}

  /**
   * Starts workers until `count` threads can step, the caller's among them. Those that do not come are left out; throws
   * when none comes. `isLost` says that the script is not where the code is.
   */
  static async open(ground: Ground, count: number, isLost: boolean): Promise<Crew> {
    const crew = new Crew(ground);
    const joined = await Promise.allSettled(
      Array.from({ length: count - 1 }, (_, i) => crew.enlist(i + 1, isLost)),
    );
    if (crew.threads.length === 0) {
      throw (joined[0] as PromiseRejectedResult).reason;
    }
    return crew;
  }

  /** Threads that step, the caller's among them. */
  get size(): number {
    return 1 + this.ground.exports.weft_crew_count!();
  }

  /** Ends all workers. No world may be stepped by them any more. */
  end(): void {
    this.threads.splice(0).forEach((thread) => thread.end());
  }

  private async enlist(index: number, isLost: boolean): Promise<void> {
    const ways = [scriptBeside, scriptInCode];
    const [first, second] = isLost ? ways.reverse() : ways;
    const stack = (this.ground.exports.malloc(STACK_BYTES) + STACK_BYTES) & ~15;
    await this.start(first, index, stack).catch((reason) =>
      this.start(second, index, stack).catch(() => {
        throw reason; // what went wrong first is what helps
      }),
    );
  }

  private async start(make: () => Promise<AnyWorker>, index: number, stack: number) {
    const { module, memory } = this.ground;
    const worker = await make();
    let thread: Thread | undefined;
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('a worker did not start')), PATIENCE);
      thread = attend(worker, {
        onMessage: () => {
          clearTimeout(timer);
          resolve();
        },
        onDeath: (error) => {
          clearTimeout(timer);
          this.lose(thread!, index);
          reject(error);
        },
      });
      const order: CrewOrder = { module, memory, index, stack };
      thread.post(order, []);
    });
    try {
      await ready;
    } catch (error) {
      thread!.end();
      throw error;
    }
    thread!.hold(false); // it keeps no process alive
    this.threads.push(thread!);
  }

  private lose(thread: Thread, index: number): void {
    const { exports, memory } = this.ground;
    const at = this.threads.indexOf(thread);
    if (at >= 0) {
      this.threads.splice(at, 1);
      Atomics.store(new Int32Array(memory.buffer), exports.weft_crew_word!(index) / 4, LOST);
      console.warn(
        `weft-cloth: A worker that helps to step has ended; with one thread less (${this.size}) worlds go on, with the same bits.`,
      );
    }
  }
}

async function scriptBeside(): Promise<AnyWorker> {
  if (isNode()) {
    const here: string = import.meta.url; // apart from the URL, where webpack would take the name for an asset
    return nodeWorker(new URL('./crew_worker.js', here));
  }
  return new Worker(new URL('./crew_worker.js', import.meta.url), {
    type: 'module',
  }) as unknown as AnyWorker;
}

async function scriptInCode(): Promise<AnyWorker> {
  const text = (await import('./inlined_crew_worker.js')).default;
  if (isNode()) {
    return nodeWorker(new URL(`data:text/javascript,${encodeURIComponent(text)}`));
  }
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return new Worker(address, { type: 'module' }) as unknown as AnyWorker;
}

async function nodeWorker(script: URL): Promise<AnyWorker> {
  const name = 'node:worker_threads'; // a variable, so that bundlers leave it alone
  const { Worker: NodeWorker } = (await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
  )) as { Worker: new (url: URL) => AnyWorker };
  return new NodeWorker(script);
}
