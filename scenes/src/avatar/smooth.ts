// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Small bumps of a collider poke through cloth whose triangles are larger, and toes that press into each other make it
// cross itself. Both are smoothed away.

/** Moves all vertices within `radius` of a centre to the mean of their neighbours, `rounds` times, in place. */
export function smoothAround(
  positions: Float64Array,
  triangles: Uint32Array,
  centres: readonly number[],
  radius: number,
  rounds: number,
): void {
  const chosen = new Set<number>();
  for (let v = 0; v < positions.length / 3; v++) {
    if (centres.some((c) => squaredDistance(positions, v, c) <= radius * radius)) chosen.add(v);
  }
  const near = neighboursOf(triangles, chosen);
  for (let round = 0; round < rounds; round++) {
    const next = [...near].map(([v, list]) => [v, mean(positions, list)] as const);
    for (const [v, p] of next) positions.set(p, 3 * v);
  }
}

function squaredDistance(p: Float64Array, a: number, b: number): number {
  const x = p[3 * a] - p[3 * b];
  const y = p[3 * a + 1] - p[3 * b + 1];
  const z = p[3 * a + 2] - p[3 * b + 2];
  return x * x + y * y + z * z;
}

function neighboursOf(triangles: Uint32Array, chosen: Set<number>): Map<number, number[]> {
  const near = new Map([...chosen].map((v) => [v, new Set<number>()]));
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.subarray(t, t + 3);
    for (const a of corners) for (const b of corners) if (a !== b) near.get(a)?.add(b);
  }
  return new Map([...near].map(([v, set]) => [v, [...set].sort((a, b) => a - b)]));
}

function mean(p: Float64Array, list: number[]): number[] {
  return [0, 1, 2].map((k) => list.reduce((sum, v) => sum + p[3 * v + k], 0) / list.length);
}
