// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From the uneven time of a screen to fixed steps: time that has passed is saved up and spent in whole steps; what is
// left says how far between the last two steps the picture lies. Time that a slow device cannot spend is dropped,
// so that the cloth slows down; saved up, every frame would have more steps to do than the one before.
import { callback, options as checkOptions } from './checks.js';
import { invalidArgument } from './error.js';
import type { AdvanceOptions } from './types.js';

/** Steps that one `advance` does at most unless told otherwise: enough for 20 frames a second. */
export const DEFAULT_MAX_STEPS = 3;

// Rounding of a sum of frame times, in steps. Far below what an eye sees (a tenth of a nanosecond), far above what doubles lose in a day.
const SLACK = 1e-6;

/** What one `advance` is to do. */
export interface Plan {
  /** Steps to do now. */
  steps: number;
  /** Where the picture lies between the last two steps, 0..1. */
  blend: number;
  /** Time that was dropped, s. */
  skippedSeconds: number;
}

/** Saves up time and spends it in steps of equal length. */
export class Pacing {
  private pending = 0; // s

  /** Takes the seconds that have passed and says what to do. */
  plan(seconds: number, frameSeconds: number, maxSteps = DEFAULT_MAX_STEPS): Plan {
    this.check(seconds, maxSteps);
    this.pending += seconds;
    const due = Math.floor(this.pending / frameSeconds + SLACK);
    const steps = Math.min(due, maxSteps);
    this.pending -= due * frameSeconds;
    const blend = Math.min(1, Math.max(0, this.pending / frameSeconds));
    return { steps, blend, skippedSeconds: (due - steps) * frameSeconds };
  }

  /** Refuses what is no time and no number of steps. */
  check(seconds: number, maxSteps = DEFAULT_MAX_STEPS): void {
    if (typeof seconds !== 'number' || !(seconds >= 0 && seconds < Infinity)) {
      throw invalidArgument(`seconds: ${String(seconds)} is not a time of 0 s or more.`);
    }
    if (!Number.isInteger(maxSteps) || maxSteps < 1) {
      throw invalidArgument(`maxSteps: ${String(maxSteps)} is not a whole number of 1 or more.`);
    }
  }

  /** Forgets the time that was saved up; what it returns gives it back. */
  reset(): () => void {
    const forgotten = this.pending;
    this.pending = 0;
    return () => {
      this.pending += forgotten;
    };
  }
}

/** Checks the options of `advance`, and returns them. */
export function checkAdvance(given: AdvanceOptions): AdvanceOptions {
  const options = checkOptions('options', given, ['maxSteps', 'beforeStep']);
  if (options.beforeStep !== undefined) {
    callback('beforeStep', options.beforeStep);
  }
  return options;
}

/** A float32 that stands for a plain fraction such as 1/60, as that fraction: sixty of them are a second. */
export function plainSeconds(frameSeconds: number): number {
  const plain = 1 / Math.round(1 / frameSeconds);
  return Math.fround(plain) === frameSeconds ? plain : frameSeconds;
}
