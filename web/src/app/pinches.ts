// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pinch map of the motion that is shown: which parts of the body leave what is worn no room, and when. How near the
// parts come is measured when the page is built (scripts/precook.ts); the room comes from what is worn now.
import type { MotionGaps, MotionPinch } from 'weft-scenes';
import { motionPinches } from 'weft-scenes/pinch/motion_pinches';
import { loadFile } from '../workers/download';

/** How near the parts of every body come in every motion, by their names. */
export type GapBook = Record<string, Record<string, MotionGaps>>;

/** Two parts that close. */
export interface Closing {
  parts: [string, string];
  /** How near they come, m; negative where they overlap. */
  least: number;
}

/** A stretch of a motion in which something closes; everything that does, deepest first. */
export interface Closure {
  /** Frames, the first and the last. */
  from: number;
  to: number;
  pinches: Closing[];
}

/** The pinch map of a motion. */
export interface PinchMap {
  frames: number;
  loop: boolean;
  stride: number;
  /** What the cloth needs, m. */
  room: number;
  pinches: MotionPinch[];
  closures: Closure[];
}

/** Fetches what was measured; throws a LoadError when it cannot be had. */
export function fetchGaps(assets: string): Promise<GapBook> {
  const url = new URL('cooked/gaps.json', assets);
  return loadFile({ url, what: 'The tight spots' }, (bytes) => {
    const book = readGaps(JSON.parse(new TextDecoder().decode(bytes)));
    if (!book) throw new Error('not what was measured');
    return book;
  });
}

/** Takes a value for what was measured if it is; null otherwise. */
export function readGaps(value: unknown): GapBook | null {
  const bodies = valuesOf(value);
  const good = bodies?.every((motions) => valuesOf(motions)?.every(isMotion));
  return good ? (value as GapBook) : null;
}

/** The map of a motion for cloth that needs `room` metres; null when the motion was not measured. */
export function pinchMapOf(
  book: GapBook | null,
  body: string,
  clip: string,
  room: number,
): PinchMap | null {
  const motions = book && Object.hasOwn(book, body) ? book[body] : {};
  if (!Object.hasOwn(motions, clip)) return null;
  const { frames, loop, stride } = motions[clip];
  const pinches = motionPinches(motions[clip], room);
  return { frames, loop, stride, room, pinches, closures: closuresOf(pinches, stride) };
}

/** Which frame of the motion is shown. */
export function frameIn({ frames, loop }: PinchMap, frame: number): number {
  return loop ? frame % frames : Math.min(frame, frames - 1);
}

/** What closes at a frame of the motion, or did or will do so within `slack` frames. */
export function closingAt(map: PinchMap, frame: number, slack: number): Closing[] {
  const at = frameIn(map, frame);
  const turns = map.loop ? [-map.frames, 0, map.frames] : [0];
  return map.pinches.flatMap(({ parts, spans }) => {
    const now = spans.filter(({ from, to }) =>
      turns.some((turn) => from + turn - slack <= at && at <= to + turn + slack),
    );
    const least = Math.min(...now.map((span) => span.least));
    return now.length > 0 ? [{ parts, least }] : [];
  });
}

/** Spans that overlap or follow each other at once, as one. */
function closuresOf(pinches: MotionPinch[], stride: number): Closure[] {
  const all = pinches
    .flatMap(({ parts, spans }) => spans.map((span) => ({ parts, ...span })))
    .sort((a, b) => a.from - b.from);
  const closures: Closure[] = [];
  for (const { parts, from, to, least } of all) {
    let last = closures[closures.length - 1];
    if (!last || from - last.to > stride) closures.push((last = { from, to, pinches: [] }));
    last.to = Math.max(last.to, to);
    const same = last.pinches.find((p) => p.parts === parts);
    if (same) same.least = Math.min(same.least, least);
    else last.pinches.push({ parts, least });
  }
  for (const { pinches: closing } of closures) closing.sort((a, b) => a.least - b.least);
  return closures;
}

function valuesOf(value: unknown): unknown[] | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value)
    : null;
}

function isMotion(value: unknown): boolean {
  const { frames, stride, pairs } = (value ?? {}) as Partial<MotionGaps>;
  const counts = [frames, stride].every((n) => Number.isInteger(n) && n! > 0);
  if (!counts || !Array.isArray(pairs)) return false;
  const looks = Math.ceil(frames! / stride!);
  return pairs.every(
    (pair) =>
      Array.isArray(pair?.parts) &&
      pair.parts.length === 2 &&
      pair.parts.every((part) => typeof part === 'string') &&
      Array.isArray(pair.least) &&
      pair.least.length === looks &&
      pair.least.every((x) => x === null || Number.isFinite(x)),
  );
}
