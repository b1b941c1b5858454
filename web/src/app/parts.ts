// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Parts of the body and what closes, in words.
import type { PinchMap, Closure } from './pinches';

export type Parts = [string, string];

/** Words for parts whose name would not do. */
const WORDS: Record<string, string> = { shank: 'lower leg' };
const SIDES: Record<string, string> = { L: 'left ', R: 'right ' };
/** Overlaps are measured down to this, mm. */
const DEEPEST = 14.5;
/** So many pairs are told of one closure. */
const MOST = 3;

function split(part: string): { base: string; side: string } {
  const [, name, side = ''] = /^(.*?)(?: ([LR]))?$/.exec(part)!;
  return { base: WORDS[name] ?? name, side };
}

function mirrored([a, b]: Parts): string {
  const other = (part: string) => part.replace(/ [LR]$/, (side) => (side === ' L' ? ' R' : ' L'));
  return [other(a), other(b)].sort().join();
}

const keyOf = (parts: Parts) => [...parts].sort().join();

/** For example "the thighs", "the trunk and the left thigh"; `both`: the same on the other side too. */
export function partsWords(parts: Parts, both = false): string {
  const [a, b] = parts.map(split);
  if (a.base === b.base) return `the ${a.base}s`;
  const plural = ({ base, side }: typeof a) => (side ? `${base}s` : base);
  if (both) return `the ${plural(a)} and the ${plural(b)}`;
  const one = ({ base, side }: typeof a) => `the ${SIDES[side] ?? ''}${base}`;
  return a.side === b.side ? `${one(a)} and ${b.base}` : `${one(a)} and ${one(b)}`;
}

/** Puts pairs together that are the same on the left and on the right; the first of each stays where it is. */
export function pairUp<T extends { parts: Parts }>(pairs: T[]): { pair: T; both: boolean }[] {
  const told = new Set<string>();
  return pairs.flatMap((pair) => {
    const [own, other] = [keyOf(pair.parts), mirrored(pair.parts)];
    if (told.has(own)) return [];
    told.add(own).add(other);
    return [{ pair, both: own !== other && pairs.some((p) => keyOf(p.parts) === other) }];
  });
}

/** What closes, and how far, for example "the thighs come within 1.1 mm". */
export function closureWords({ pinches }: Closure): string {
  const groups = pairUp(pinches);
  const told = groups
    .slice(0, MOST)
    .map(({ pair, both }) => `${partsWords(pair.parts, both)} ${distanceWords(1000 * pair.least)}`);
  const more = groups.length - told.length;
  return told.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function distanceWords(mm: number): string {
  if (mm >= 0) return `come within ${mm.toFixed(1)} mm`;
  if (mm < -DEEPEST) return 'press 15 mm or more into each other';
  return `press ${(-mm).toFixed(1)} mm into each other`;
}

/** When, in seconds of the motion, for example "2.1 to 3.4 s". */
export function timeWords({ from, to }: Closure, { frames, stride }: PinchMap): string {
  if (from === 0 && to + stride >= frames) return 'Throughout';
  const seconds = (frame: number) => (frame / 60).toFixed(1);
  const [start, end] = [seconds(from), seconds(Math.min(to + stride, frames))];
  return start === end ? `At ${start} s` : `${start} to ${end} s`;
}
