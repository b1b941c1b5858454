// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether threads pay, by measuring: steps are done in turns with one thread and with all, which changes no bit, and the
// faster way goes on until it is asked again. A machine with other work to do is slower with threads than without.

/** Steps before the first turn, in which memory and caches settle. */
const WARM_UP = 10;
/** Steps of a turn, and turns of each kind. */
const TURN = 4;
const TURNS = 3;
/** Steps until it is asked again. */
const KEEP = 600;
/** More threads must be that much faster: they cost energy. */
const GAIN = 0.97;

/** Chooses the threads of a world, step by step. */
export class Trial {
  private step = -WARM_UP;
  private readonly times: [alone: number[], together: number[]] = [[], []];
  private isBetter = false;

  /** Whether the next step is to have all threads. */
  get isTogether(): boolean {
    if (this.step < 0 || this.step >= 2 * TURN * TURNS) {
      return this.isBetter;
    }
    return Math.floor(this.step / TURN) % 2 === 1;
  }

  /** Hears how long that step took, ms. */
  note(ms: number): void {
    const [alone, together] = this.times;
    if (this.step >= 0 && this.step < 2 * TURN * TURNS) {
      (this.isTogether ? together : alone).push(ms);
    }
    this.step += 1;
    if (this.step === 2 * TURN * TURNS) {
      this.isBetter = median(together) < GAIN * median(alone);
      alone.length = together.length = 0;
    } else if (this.step === 2 * TURN * TURNS + KEEP) {
      this.step = 0;
    }
  }
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1];
}
