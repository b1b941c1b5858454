// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Walks along outlines between named corners: the way through `via`, or else the shorter way round.
import { cornerIndex, type Outline } from './outline.js';
import type { Walk } from './pattern.js';

/** A stretch of an outline in arc length; `end` < `start` when it is walked backwards. May pass the seam point. */
export interface Stretch {
  panel: string;
  start: number;
  end: number;
}

/** Where a walk starts and ends; forward walks have end > start, even across points[0]. */
export function stretchOf(outlines: Map<string, Outline>, walk: Walk): Stretch {
  const outline = outlines.get(walk.panel)!;
  const place = (name: string) => outline.along[cornerIndex(outline, name)];
  const start = place(walk.from);
  const ahead = forward(place(walk.to) - start, outline.length);
  const takeForward =
    walk.via === undefined
      ? ahead <= outline.length / 2
      : forward(place(walk.via) - start, outline.length) < ahead;
  return {
    panel: walk.panel,
    start,
    end: takeForward ? start + ahead : start + ahead - outline.length,
  };
}

/** Length of a walk, mm. */
export function walkLength(outlines: Map<string, Outline>, walk: Walk): number {
  const { start, end } = stretchOf(outlines, walk);
  return Math.abs(end - start);
}

function forward(difference: number, length: number): number {
  return difference < 0 ? difference + length : difference;
}
