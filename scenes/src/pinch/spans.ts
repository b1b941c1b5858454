// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Stretches of time in which two parts are too near, grown look by look.

/** A stretch of steps, the first and the last that were looked at and found too near. */
export interface PinchSpan {
  from: number;
  to: number;
  /** Least distance, m; negative: the parts overlap, at least so deep. */
  least: number;
}

/** Notes that the parts were too near at a step; `stride` steps lie between two looks. */
export function extendSpans(spans: PinchSpan[], step: number, least: number, stride: number): void {
  const last = spans[spans.length - 1];
  if (!last || step - last.to > stride) {
    spans.push({ from: step, to: step, least });
    return;
  }
  last.to = step;
  last.least = Math.min(last.least, least);
}
