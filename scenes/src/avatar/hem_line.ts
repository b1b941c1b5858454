// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The line of a hem. The edge of what is cut out of a mesh wanders with the shape under it; a hem is a smooth line near
// it, and lengths on the cloth are counted from there, along the skin.

import { boundaryEdges } from './patch.js';

/** Smooth closed lines, as segments with the cloth on their left when seen from outside. */
export interface HemLine {
  /** Six numbers a segment: start, unit direction. */
  segments: Float64Array;
  lengths: Float64Array;
}

/** Distance between points of the line, m, and the rounds of smoothing: about 14 mm to each side. */
const PITCH = 0.004;
const ROUNDS = 24;

/** The line along the edge of some triangles. */
export function hemLine(triangles: number[], positions: ArrayLike<number>): HemLine {
  const lines = loopsOf(triangles).map((loop) => smoothed(resampled(loop, positions)));
  const segments: number[] = [];
  const lengths: number[] = [];
  for (const line of lines) {
    line.forEach((a, i) => {
      const b = line[(i + 1) % line.length];
      const along = [0, 1, 2].map((k) => b[k] - a[k]);
      const length = Math.sqrt(along[0] ** 2 + along[1] ** 2 + along[2] ** 2);
      segments.push(...a, ...along.map((x) => x / length));
      lengths.push(length);
    });
  }
  return { segments: Float64Array.from(segments), lengths: Float64Array.from(lengths) };
}

/** How far a point of the skin lies inside of the hem, m, measured along the skin; negative outside. */
export function insideHem(
  { segments, lengths }: HemLine,
  place: ArrayLike<number>,
  normal: ArrayLike<number>,
  p: number,
): number {
  const [x, y, z] = [place[p], place[p + 1], place[p + 2]];
  let [least, best, bestT] = [Infinity, 0, 0];
  for (let i = 0, s = 0; i < lengths.length; i++, s += 6) {
    const [wx, wy, wz] = [x - segments[s], y - segments[s + 1], z - segments[s + 2]];
    const along = wx * segments[s + 3] + wy * segments[s + 4] + wz * segments[s + 5];
    const t = along < 0 ? 0 : along > lengths[i] ? lengths[i] : along;
    const square = wx * wx + wy * wy + wz * wz - 2 * t * along + t * t;
    if (square < least) [least, best, bestT] = [square, s, t];
  }
  const [tx, ty, tz] = segments.subarray(best + 3, best + 6);
  const [nx, ny, nz] = [normal[p], normal[p + 1], normal[p + 2]];
  const left = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
  const off = [0, 1, 2].map(
    (k) => place[p + k] - segments[best + k] - bestT * segments[best + 3 + k],
  );
  const across = left[0] * off[0] + left[1] * off[1] + left[2] * off[2];
  return across / (Math.sqrt(left[0] ** 2 + left[1] ** 2 + left[2] ** 2) || 1);
}

function loopsOf(triangles: number[]): number[][] {
  const next = new Map(boundaryEdges(triangles));
  const loops: number[][] = [];
  for (let first = next.keys().next().value; first !== undefined;) {
    const loop: number[] = [];
    for (let at = first; next.has(at);) {
      loop.push(at);
      const to: number = next.get(at)!;
      next.delete(at);
      at = to;
    }
    loops.push(loop);
    first = next.keys().next().value;
  }
  return loops;
}

function resampled(loop: number[], positions: ArrayLike<number>): number[][] {
  const out: number[][] = [];
  let left = 0;
  loop.forEach((a, i) => {
    const b = loop[(i + 1) % loop.length];
    const [from, to] = [a, b].map((v) => [0, 1, 2].map((k) => positions[3 * v + k]));
    const length = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (to[k] - from[k]) ** 2, 0));
    for (; left < length; left += PITCH) {
      out.push(from.map((x, k) => x + (left / length) * (to[k] - x)));
    }
    left -= length;
  });
  return out;
}

function smoothed(line: number[][]): number[][] {
  const count = line.length;
  for (let round = 0; round < ROUNDS; round++) {
    line = line.map((p, i) => {
      const [a, b] = [line[(i + count - 1) % count], line[(i + 1) % count]];
      return p.map((x, k) => x / 2 + (a[k] + b[k]) / 4);
    });
  }
  return line;
}
