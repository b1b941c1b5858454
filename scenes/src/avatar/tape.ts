// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Single ways to lay a tape: round the trunk, round a limb, over the front of the trunk, through the crotch.

import { hypot } from '../math/trig.js';
import type { Vec3 } from '../math/vec3.js';
import { dot, mix, unit, minus } from '../math/vec3.js';
import type { Segment, Surface, Vec2 } from './slices.js';
import { flatten, frameOf, girth, hull, levelSlice, loops, planeSlice } from './slices.js';

type Only = ArrayLike<number>;

/** Girth at a level. */
export function girthAt(surface: Surface, y: number, only?: Only): number {
  return girth(levelSlice(surface, y, only));
}

/** Largest girth between two levels, 5 mm apart, and where it is. */
export function largestGirth(surface: Surface, low: number, high: number, only: Only) {
  let best = { girth: 0, y: low };
  for (let y = low; y <= high; y += 0.005) {
    const g = girthAt(surface, y, only);
    if (g > best.girth) best = { girth: g, y };
  }
  return best;
}

/** Share of a level's hull that lies behind its outermost points left and right. */
export function shareBehind(surface: Surface, y: number, only: Only): number {
  const ring = hull(levelSlice(surface, y, only));
  const left = ring.reduce((best, p, i) => (p[0] > ring[best][0] ? i : best), 0);
  const right = ring.reduce((best, p, i) => (p[0] < ring[best][0] ? i : best), 0);
  // counter-clockwise in (x, z): from the left the ring runs over the front to the right
  return 1 - pathLength(ring, left, right) / pathLength(ring, left, left);
}

// Along a closed polygon; from a corner to itself is once round.
function pathLength(ring: Vec2[], from: number, to: number): number {
  let sum = 0;
  let i = from;
  do {
    const j = (i + 1) % ring.length;
    sum += hypot(ring[j][0] - ring[i][0], ring[j][1] - ring[i][1]);
    i = j;
  } while (i !== to);
  return sum;
}

/** Girth of the loop that goes round a point, in the plane across an axis through that point. */
export function girthRound(surface: Surface, at: Vec3, axis: Vec3, only?: Only): number {
  const [u, v] = frameOf(axis);
  const cut = loops(planeSlice(surface, at, unit(axis), only));
  const flat = cut.map((loop) => loop.map((p): Vec2 => [dot(p, u), dot(p, v)]));
  const around = flat.filter((loop) => encloses(hull(loop), [dot(at, u), dot(at, v)]));
  return Math.max(0, ...around.map((loop) => girth(loop)));
}

function encloses(ring: Vec2[], p: Vec2): boolean {
  return ring.every((a, i) => {
    const b = ring[(i + 1) % ring.length];
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0;
  });
}

/** Largest girth across a bone between two shares of its length. */
export function limbGirth(
  surface: Surface,
  head: Vec3,
  tail: Vec3,
  [from, to]: Vec2,
  only?: Only,
): number {
  const shares = from === to ? [from] : [0, 1, 2, 3, 4].map((i) => from + ((to - from) * i) / 4);
  const axis = minus(tail, head);
  return Math.max(...shares.map((s) => girthRound(surface, mix(head, tail, s), axis, only)));
}

/**
 * Length of a tape in the plane x = const from `top` down to a level, over the front (`sign` 1) or the back (-1).
 * The tape bridges hollows.
 */
export function tapeDown(
  surface: Surface,
  top: Vec3,
  level: number,
  sign: 1 | -1,
  only: Only,
): number {
  const segments = planeSlice(surface, [top[0], 0, 0], [1, 0, 0], only);
  const end = extremeAt(segments, level, sign);
  const points = segments
    .flatMap((s) => s.points.map((p): Vec2 => [sign * p[2], p[1]]))
    .filter(([, y]) => y > level && y < top[1]);
  const start: Vec2 = [sign * top[2], top[1]];
  const last: Vec2 = [sign * end, level];
  // the chain that bulges towards +z, from below to above
  const sorted = [last, ...points.sort((a, b) => a[1] - b[1] || a[0] - b[0]), start];
  const chain: Vec2[] = [];
  for (const p of sorted) {
    while (chain.length > 1 && turns(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) {
      chain.pop();
    }
    chain.push(p);
  }
  return chain.slice(1).reduce((s, p, i) => s + hypot(p[0] - chain[i][0], p[1] - chain[i][1]), 0);
}

function turns(a: Vec2, b: Vec2, c: Vec2): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Frontmost (sign 1) or hindmost (-1) z of a cut at a level.
function extremeAt(segments: Segment[], y: number, sign: 1 | -1): number {
  let best = -Infinity;
  for (const {
    points: [a, b],
  } of segments) {
    if (a[1] > y === b[1] > y) continue;
    best = Math.max(best, sign * (a[2] + ((y - a[1]) / (b[1] - a[1])) * (b[2] - a[2])));
  }
  return sign * best;
}

/**
 * The tape from the front of the waist through the crotch to the back of the waist, and its front share up to the
 * point nearest `crotch`. A band of the trunk lies under it, so it does not sink into the cleft.
 */
export function tapeThrough(
  surface: Surface,
  waist: number,
  crotch: Vec3,
  trunk: Only,
): { whole: number; front: number } {
  const middle = planeSlice(surface, [0, 0, 0], [1, 0, 0], trunk);
  const points = flatten(middle, [0, 0, 1], [0, 1, 0]).filter(([, y]) => y <= waist);
  const band: Vec2[] = [];
  for (let y = crotch[1] + 0.04; y <= waist; y += 0.005) {
    for (const { points: ends } of planeSlice(surface, [0, y, 0], [0, 1, 0], trunk)) {
      for (const p of ends) if (Math.abs(p[0]) < 0.11) band.push([p[2], p[1]]);
    }
  }
  const front: Vec2 = [extremeAt(middle, waist, 1), waist];
  const back: Vec2 = [extremeAt(middle, waist, -1), waist];
  const ring = hull([...points, ...band, front, back]);
  return splitAtCrotch(ring, crotch);
}

// The ring without its top edge, walked from the front over the crotch to the back.
function splitAtCrotch(ring: Vec2[], crotch: Vec3): { whole: number; front: number } {
  const high = Math.max(...ring.map((p) => p[1])) - 0.006;
  const index = ring.map((_, i) => i);
  const start = index.reduce(
    (b, i) => (ring[i][1] > high && ring[i][0] > ring[b][0] ? i : b),
    topOf(ring),
  );
  const end = index.reduce(
    (b, i) => (ring[i][1] > high && ring[i][0] < ring[b][0] ? i : b),
    topOf(ring),
  );
  const nearest = index.reduce((b, i) => (gap(ring[i], crotch) < gap(ring[b], crotch) ? i : b), 0);
  const clockwise = [...ring].reverse();
  const flip = (i: number) => ring.length - 1 - i;
  return {
    whole: pathLength(clockwise, flip(start), flip(end)),
    front: pathLength(clockwise, flip(start), flip(nearest)),
  };
}

function topOf(ring: Vec2[]): number {
  return ring.reduce((best, p, i) => (p[1] > ring[best][1] ? i : best), 0);
}

function gap(p: Vec2, crotch: Vec3): number {
  return hypot(p[0] - crotch[2], p[1] - crotch[1]);
}
