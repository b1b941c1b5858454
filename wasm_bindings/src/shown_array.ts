// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a picture shows of an array that steps change: a blend of its values before and after the last step, in a
// buffer of its own that no memory growth detaches.

/** How the picture lies between the last two steps. */
export interface ShownMoment {
  /** 0 is before the last step, 1 is now. */
  blend: number;
  /** Changes whenever a picture has to be made anew. */
  stamp: number;
}

/** Triples of numbers, blended between two steps. */
export class ShownArray {
  private before: Float32Array | undefined;
  private shown = new Float32Array(0);
  private stamp = -1;

  /** Keeps the values before a step. */
  keep(values: Float32Array): void {
    if (this.before?.length !== values.length) {
      this.before = new Float32Array(values.length);
    }
    this.before.set(values);
  }

  /** Takes what was kept to an origin that moved. */
  shift(by: readonly number[]): void {
    this.before?.forEach((value, i, before) => (before[i] = value - by[i % 3]));
    this.stamp = -1;
  }

  /** Triples at a moment: straight lines between the two steps. */
  at(values: Float32Array, moment: ShownMoment): Float32Array {
    if (this.isStale(moment)) {
      this.blend(values, moment.blend);
    }
    return this.shown;
  }

  /** As `at`, each triple made a unit vector again. */
  directionsAt(values: Float32Array, moment: ShownMoment): Float32Array {
    if (this.isStale(moment)) {
      this.blend(values, moment.blend);
      if (moment.blend < 1) {
        normalize(this.shown);
      }
    }
    return this.shown;
  }

  // A state that is shown as it is may change without a step: a body is posed before the first one.
  private isStale({ blend, stamp }: ShownMoment): boolean {
    const stale = this.stamp !== stamp || blend === 1;
    this.stamp = stamp;
    return stale;
  }

  private blend(values: Float32Array, blend: number): void {
    const { before } = this;
    if (this.shown.length !== values.length) {
      this.shown = new Float32Array(values.length);
    }
    if (!before || blend === 1) {
      this.shown.set(values);
      return;
    }
    for (let i = 0; i < values.length; ++i) {
      this.shown[i] = before[i] + blend * (values[i] - before[i]);
    }
  }
}

function normalize(triples: Float32Array): void {
  for (let i = 0; i < triples.length; i += 3) {
    const length = Math.hypot(triples[i], triples[i + 1], triples[i + 2]);
    if (length > 0) {
      triples[i] /= length;
      triples[i + 1] /= length;
      triples[i + 2] /= length;
    }
  }
}
