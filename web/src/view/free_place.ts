// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the figure has room: of all empty rectangles between the panels, the one in which it can be drawn largest.

/** A rectangle of the canvas, px. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Beside equal sizes of the figure, more air counts so much for every px. */
const AIR = 1e-3;
/** A figure that much smaller is as good, for every px that it stands nearer to the middle. */
const PULL = 0.15;

/** The free place for something that is `shape` times as wide as it is high; all of the room when nothing is free. */
export function freePlace(room: Place, covered: Place[], shape: number): Place {
  const within = covered
    .map((c) => cut(c, room))
    .filter((c) => c.left < c.right && c.top < c.bottom);
  const lefts = [room.left, ...within.map((c) => c.right)];
  const rights = [room.right, ...within.map((c) => c.left)];
  const tops = [room.top, ...within.map((c) => c.bottom)];
  const bottoms = [room.bottom, ...within.map((c) => c.top)];
  let best = room;
  let bestScore = -Infinity;
  for (const left of lefts)
    for (const right of rights)
      for (const top of tops)
        for (const bottom of bottoms) {
          const place = { left, top, right, bottom };
          const off = Math.abs(left + right - room.left - room.right) / 2;
          const score = scoreOf(place, shape) - PULL * off;
          if (score <= bestScore || within.some((c) => overlaps(place, c))) continue;
          [best, bestScore] = [place, score];
        }
  return best;
}

/** Whether two places have more than an edge in common. */
export function overlaps(a: Place, b: Place): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function scoreOf({ left, top, right, bottom }: Place, shape: number): number {
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0) return -Infinity;
  return Math.min(width / shape, height) + AIR * (width + height);
}

function cut(place: Place, room: Place): Place {
  return {
    left: Math.max(place.left, room.left),
    top: Math.max(place.top, room.top),
    right: Math.min(place.right, room.right),
    bottom: Math.min(place.bottom, room.bottom),
  };
}
