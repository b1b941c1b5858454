// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// When the next step is due. A machine that is too slow shows slow motion; it never tries to catch up.

/** Behind by more than this, time is dropped, ms. */
const PATIENCE = 60;

/** Paces steps to real time and counts them. */
export class Clock {
  private due = 0;
  private done: number[] = [];

  constructor(private readonly frameMs: number) {}

  /** Starts afresh, for example after a pause. */
  restart(now: number): void {
    this.due = now;
    this.done = [];
  }

  /** Milliseconds until the next step is due; 0 when it is. */
  wait(now: number): number {
    return Math.max(0, this.due - now);
  }

  /** Notes that a step was done. */
  tick(now: number): void {
    this.due += this.frameMs;
    if (now - this.due > PATIENCE) this.due = now;
    this.done.push(now);
    while (this.done[0] < now - 1000) this.done.shift();
  }

  /** Steps in the last second. */
  get rate(): number {
    return this.done.length;
  }
}
