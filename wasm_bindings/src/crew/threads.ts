// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The threads of a module's worlds, seen from the one that steps. A worker may be lost in the middle of a step, with a part
// of it that nobody can finish: the state before the step is kept, and one thread does the step again.
import type { Exports } from '../exports.js';
import type { Heap } from '../heap.js';
import { Trial } from './trial.js';

type CrewExports = Exports & Required<Pick<Exports, CrewExport>>;
type CrewExport =
  Extract<keyof Exports, `weft_crew_${string}` | `stack${string}`> | 'weft_world_set_thread_count';

/** What the worlds of a module on shared memory have beside it. */
export class Threads {
  private readonly counts = new Map<number, number>();
  private readonly trials = new Map<number, Trial>();
  private readonly exports: CrewExports;
  private kept = { pointer: 0, bytes: 0 };
  private failed = false;
  private chosen = Infinity;

  /** `isTried`: threads are only used where they pay. `onFailure` ends what is left of the workers. */
  constructor(
    private readonly heap: Heap,
    private readonly isTried: boolean,
    private readonly onFailure: () => void = () => {},
  ) {
    this.exports = heap.exports as CrewExports;
    this.exports.weft_crew_may_wait(mayWait() ? 1 : 0);
  }

  /** Threads that there are, that which steps among them. */
  get size(): number {
    return this.failed ? 1 : 1 + this.exports.weft_crew_count();
  }

  /** Threads of a world. */
  count(world: number): number {
    return Math.min(this.counts.get(world) ?? 1, this.size);
  }

  /** Gives a new world its threads. */
  adopt(world: number): void {
    if (this.isTried) {
      this.trials.set(world, new Trial());
    } else {
      this.set(world, this.together);
    }
  }

  /** Sets the threads of a world for good. Worlds share the workers: those with more than one thread have as many. */
  choose(world: number, count: number): void {
    this.trials.delete(world);
    if (count > 1 && count !== this.together) {
      const others = [...this.counts].filter(([, threads]) => threads > 1).map(([other]) => other);
      others.forEach((other) => this.set(other, 1));
      this.chosen = count;
      others.forEach((other) => this.set(other, count));
    }
    this.set(world, count);
  }

  /** Threads of worlds that have more than one. */
  private get together(): number {
    return Math.min(this.chosen, this.size);
  }

  /** To be called before a world is destroyed. */
  forget(world: number): void {
    this.counts.delete(world);
    this.trials.delete(world);
  }

  /** No more workers from now on; no world has any. */
  retire(): void {
    this.failed = true;
  }

  /** Steps a world and returns the address of its report. */
  step(world: number): number {
    const trial = this.trials.get(world);
    if (!trial) {
      return this.stepSafely(world);
    }
    this.set(world, trial.isTogether ? this.together : 1);
    const start = performance.now();
    const report = this.stepSafely(world);
    trial.note(performance.now() - start);
    return report;
  }

  private set(world: number, count: number): void {
    if ((this.counts.get(world) ?? 1) === count) {
      return;
    }
    const { heap, exports } = this;
    heap.scoped((scope) => {
      const report = scope.struct('weft_report');
      if (exports.weft_world_set_thread_count(world, count, report) !== 0) {
        throw heap.reported(report);
      }
    });
    this.counts.set(world, count);
  }

  private stepSafely(world: number): number {
    const { heap, exports } = this;
    const step = () => heap.guarded(() => exports.weft_js_step(world));
    if (this.count(world) === 1) {
      return step();
    }
    const bytes = this.keep(world);
    if (bytes === 0) {
      this.choose(world, 1); // there is no room to keep it
      return step();
    }
    const stack = exports.stackSave();
    try {
      return step();
    } catch (error) {
      exports.stackRestore(stack);
      if (!exports.weft_crew_failed()) {
        throw error;
      }
      this.fail();
      heap.check(exports.weft_crew_restore(world, this.kept.pointer, bytes), 'restore');
      return step();
    }
  }

  private keep(world: number): number {
    const { exports, kept } = this;
    const bytes = exports.weft_crew_keep(world, kept.pointer, kept.bytes);
    if (bytes > kept.bytes) {
      exports.free(kept.pointer);
      const room = bytes + (bytes >> 2);
      const pointer = exports.malloc(room);
      this.kept = { pointer, bytes: pointer ? room : 0 };
      return pointer && exports.weft_crew_keep(world, pointer, room);
    }
    return bytes;
  }

  private fail(): void {
    this.failed = true;
    for (const world of this.counts.keys()) {
      this.exports.weft_crew_leave(world);
    }
    this.counts.clear();
    this.trials.clear();
    this.onFailure();
    console.warn(
      'weft-cloth: A worker was lost in the middle of a step. One thread does that step again, and the work from now on.',
    );
  }
}

/** Whether this thread may wait for others: that which draws a page may not. */
function mayWait(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
}
