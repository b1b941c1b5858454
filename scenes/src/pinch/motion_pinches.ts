// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From how near parts come to each other in a motion to where cloth that needs some room has none.
import { extendSpans, type PinchSpan } from './spans.js';

/** Distances of two parts in a motion. */
export interface PairGaps {
  parts: [string, string];
  /** At every `stride`-th frame, tenths of a millimetre, negative where they overlap; null beyond reach. */
  least: (number | null)[];
}

/** Distances of all parts in a motion. */
export interface MotionGaps {
  frames: number;
  loop: boolean;
  /** Frames between two looks; the first look is at the first frame. */
  stride: number;
  /** Pairs that come within reach at all. */
  pairs: PairGaps[];
}

/** Two parts, and the frames of a motion in which cloth has no room between them. */
export interface MotionPinch {
  parts: [string, string];
  spans: PinchSpan[];
}

const TENTHS = 1e4;

/** The pinches of a motion for cloth that needs `room` metres between two parts. */
export function motionPinches({ pairs, stride }: MotionGaps, room: number): MotionPinch[] {
  return pairs.flatMap(({ parts, least }) => {
    const spans: PinchSpan[] = [];
    least.forEach((tenths, look) => {
      if (tenths === null || tenths >= TENTHS * room) return;
      extendSpans(spans, look * stride, tenths / TENTHS, stride);
    });
    return spans.length > 0 ? [{ parts, spans }] : [];
  });
}
