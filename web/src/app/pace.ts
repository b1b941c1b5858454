// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether what is shown is slow motion, and how slow. It is not said of a hiccup, nor taken back for one.

/** So slow is slow motion; so fast no longer. Shares of real time. */
const SLOW = 0.85;
const QUICK = 0.95;
/** Seen for so long before it is said, ms; the first second after a start has too few steps to count. */
const PATIENCE = 2500;
const START = 1500;
/** Readings are averaged over about this time, ms. */
const CALM = 2000;

/** Judges the steps a second that the worker reports. */
export class Pace {
  /** Share of real time, while it is slow motion, else null. */
  slow: number | null = null;
  private mean: number | null = null;
  private started = -Infinity;
  private noted = 0;
  /** When the readings last agreed with what is said. */
  private agreed = 0;

  /** Time begins to run, or another scene does. */
  start(now: number): void {
    this.started = now;
    this.agreed = now + START;
    this.mean = this.slow = null;
  }

  /** Share of real time on the average of the last seconds; null until that is known. */
  get share(): number | null {
    return this.mean;
  }

  /** A reading while time runs; `share` of real time. */
  note(share: number, now: number): void {
    if (now - this.started < START) return;
    const weight = Math.min(1, (now - this.noted) / CALM);
    const mean = (this.mean ??= share) + (share - this.mean) * weight;
    this.mean = mean;
    this.noted = now;
    const said = this.slow !== null;
    const slow = mean < (said ? QUICK : SLOW);
    if (slow === said) this.agreed = now;
    if (slow === said || now - this.agreed > PATIENCE) this.slow = slow ? mean : null;
  }
}

/** For example "0.3 of real time". */
export function paceText(share: number): string {
  const digits = share < 0.095 ? 2 : 1;
  return `${Math.min(share, 0.9).toFixed(digits)} of real time`;
}
