// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A moment between steps. The simulation makes so many steps a second, the screen shows another number of pictures, and
// frames come unevenly. A clock of its own runs through the steps, one and a half behind the newest, a little faster or
// slower where it drifts; what is shown is between the two frames on its sides. So a screen of 120 Hz shows 120 places
// a second of what is stepped 30 times. A frame that stands still is shown as it is, to the bit. Where drawing takes as
// long as a step there is nothing to show in between, and each frame is drawn once.
import { capturedIn, type FrameLayout } from '../workers/frame';

/** So many steps the clock is behind the newest frame: one to have a frame on both sides, half of one for late frames. */
const BEHIND = 1.5;
/** So much faster or slower the clock may run to get there, and the share of the way that it takes in a picture. */
const DRIFT = 0.15;
const PULL = 0.1;
/** Weight of the newest in the mean of times. */
const WEIGHT = 0.1;
/** Frames farther apart than this do not belong to one motion: the page was away, or slept, ms. */
const GAP = 500;
/** Pictures that are drawn less than this share of a step's time apart show something in between. */
const WORTH = 0.75;
/** Frames that are kept: one on both sides of the clock, and one more. */
const KEPT = 3;

interface Kept {
  step: number;
  floats: Float32Array;
}

/** Moments between the frames of one scene. */
export class Between {
  /** The oldest first. */
  private frames: Kept[];
  private readonly mixed: Float32Array;
  /** Where the clock is, in steps, and where it was when something was shown last. */
  private place = 0;
  private shown: number | null = null;
  private came = -Infinity;
  /** Mean time of a step, ms; null until two frames of a motion have come. */
  private apart: number | null = null;
  private asked: number | null = null;
  private drew = false;
  /** Mean time from a picture to the next chance to draw, ms. */
  private drawing = 0;

  constructor(private readonly layout: FrameLayout) {
    const make = () => new Float32Array(layout.floats);
    this.frames = Array.from({ length: KEPT }, () => ({ step: -1, floats: make() }));
    this.mixed = make();
  }

  private get newest(): Kept {
    return this.frames[KEPT - 1];
  }

  /** Takes over the frame of a step; `flows`: time runs, and it follows the one before. */
  take(buffer: ArrayBuffer, step: number, flows: boolean, now: number): void {
    const steps = step - this.newest.step;
    const gap = now - this.came;
    const begun = this.newest.step >= 0;
    const kept = this.frames.shift()!;
    kept.step = step;
    kept.floats.set(new Float32Array(buffer));
    this.frames.push(kept);
    this.came = now;
    this.shown = null;
    if (!flows || !begun || steps < 1 || gap > GAP) this.rest();
    else if (this.apart === null) this.apart = gap / steps;
    else this.apart += (gap / steps - this.apart) * WEIGHT;
  }

  /** Time stands still: the newest frame is shown as it is. */
  rest(): void {
    this.apart = null;
    if (this.place !== this.newest.step) this.shown = null;
    this.place = this.newest.step;
  }

  /** What was shown is to be drawn once more. */
  again(): void {
    this.shown = null;
  }

  /** What is to be drawn now; null when that is what was drawn before. */
  at(now: number): Float32Array | null {
    const passed = this.measure(now);
    if (this.newest.step < 0) return null;
    this.run(passed, now);
    if (this.place === this.shown) return null;
    this.shown = this.place;
    this.drew = true;
    return this.picture();
  }

  private measure(now: number): number {
    const passed = Math.min(GAP, now - (this.asked ?? now));
    if (this.drew && passed < GAP) this.drawing += (passed - this.drawing) * WEIGHT;
    this.asked = now;
    this.drew = false;
    return passed;
  }

  private run(passed: number, now: number): void {
    const { apart, newest } = this;
    if (apart === null || this.drawing > WORTH * apart) {
      this.place = newest.step;
      return;
    }
    const steps = passed / apart;
    const aim = newest.step - BEHIND + Math.min(BEHIND, (now - this.came) / apart);
    const pull = (aim - this.place - steps) * PULL;
    const place = this.place + steps + Math.max(-DRIFT * steps, Math.min(DRIFT * steps, pull));
    this.place = Math.min(newest.step, Math.max(place, this.frames[0].step));
  }

  private picture(): Float32Array {
    const { frames, place, mixed, layout } = this;
    const next = frames.find(({ step }) => step >= place)!;
    if (next.step === place) return next.floats;
    const before = frames[frames.indexOf(next) - 1];
    const share = (place - before.step) / (next.step - before.step);
    const [from, to] = [before.floats, next.floats];
    for (let k = 0; k < mixed.length; ++k) mixed[k] = from[k] + (to[k] - from[k]) * share;
    // Flags are no numbers to be mixed.
    for (const at of layout.cloths) {
      capturedIn(mixed.buffer as ArrayBuffer, at).set(capturedIn(to.buffer as ArrayBuffer, at));
    }
    return mixed;
  }
}
