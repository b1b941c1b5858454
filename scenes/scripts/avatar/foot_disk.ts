// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A foot unrolled on a disk, so that it can be drawn out to a tube with the same triangles.
//
// Everything below a loop round the ankle is a disk. Its harmonic map with uniform weights onto the unit disk is
// one to one (Tutte 1963). In polar coordinates about the toes a vertex has a way inwards, `rho` (1 at the loop,
// 0 at the toes), and a place on the loop, `turn` (0..1). Both are stored; the tube is made of them per body.

import { atan2, PI } from '../../src/math/trig.js';

export interface FootDisk {
  /** The loop, in order of `loopTurn`. */
  loop: number[];
  loopTurn: number[];
  /** Vertices inside the loop. */
  inside: number[];
  rho: number[];
  turn: number[];
}

/** Unrolls the part of the mesh whose vertices `below` accepts. */
export function unrollFoot(triangles: ArrayLike<number>, below: (v: number) => boolean): FootDisk {
  const neighbours = patchNeighbours(triangles, below);
  const loop = boundaryLoop(triangles, below);
  const loopTurn = loop.map((_, i) => i / loop.length);
  const onLoop = new Set(loop);
  const inside = [...neighbours.keys()].filter((v) => !onLoop.has(v)).sort((a, b) => a - b);
  const place = tutte(neighbours, loop, loopTurn, inside);
  const centre = deepest(neighbours, loop).reduce(
    (sum, v, _, all) => [
      sum[0] + place.get(v)![0] / all.length,
      sum[1] + place.get(v)![1] / all.length,
    ],
    [0, 0],
  );
  const polar = inside.map((v) => inwards(place.get(v)!, centre));
  return { loop, loopTurn, inside, rho: polar.map((p) => p[0]), turn: polar.map((p) => p[1]) };
}

function patchNeighbours(triangles: ArrayLike<number>, below: (v: number) => boolean) {
  const neighbours = new Map<number, Set<number>>();
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (!corners.every(below)) continue;
    for (const a of corners) {
      if (!neighbours.has(a)) neighbours.set(a, new Set());
      for (const b of corners) if (a !== b) neighbours.get(a)!.add(b);
    }
  }
  return neighbours;
}

function boundaryLoop(triangles: ArrayLike<number>, below: (v: number) => boolean): number[] {
  const next = new Map<number, number>();
  const directed = new Set<string>();
  const patch: number[][] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (corners.every(below)) patch.push(corners);
  }
  for (const c of patch) for (let k = 0; k < 3; k++) directed.add(`${c[k]} ${c[(k + 1) % 3]}`);
  for (const c of patch) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [c[k], c[(k + 1) % 3]];
      if (directed.has(`${b} ${a}`)) continue;
      if (next.has(a)) throw new Error('The ankle loop touches itself.');
      next.set(a, b);
    }
  }
  const first = Math.min(...next.keys());
  const loop = [first];
  for (let v = next.get(first)!; v !== first; v = next.get(v)!) loop.push(v);
  if (loop.length !== next.size) throw new Error('The foot is not a disk.');
  return loop;
}

type Place = Map<number, [number, number]>;

function tutte(
  neighbours: Map<number, Set<number>>,
  loop: number[],
  loopTurn: number[],
  inside: number[],
): Place {
  const place: Place = new Map();
  loop.forEach((v, i) => {
    const angle = 2 * PI * loopTurn[i];
    place.set(v, [Math.cos(angle), Math.sin(angle)]);
  });
  for (const v of inside) place.set(v, [0, 0]);
  const rows = inside.map((v) => ({
    at: place.get(v)!,
    near: [...neighbours.get(v)!].map((n) => place.get(n)!),
  }));
  for (let round = 0; round < 6000; round++) rows.forEach(relax);
  return place;
}

// One step of successive over-relaxation towards the mean of the neighbours.
function relax(row: { at: [number, number]; near: [number, number][] }): void {
  let x = 0;
  let y = 0;
  for (const p of row.near) {
    x += p[0];
    y += p[1];
  }
  row.at[0] += 1.8 * (x / row.near.length - row.at[0]);
  row.at[1] += 1.8 * (y / row.near.length - row.at[1]);
}

// The vertices farthest from the loop, counted in edges: the toes.
function deepest(neighbours: Map<number, Set<number>>, loop: number[]): number[] {
  const depth = new Map(loop.map((v) => [v, 0]));
  let front = loop;
  const all: number[] = [];
  while (front.length) {
    const next: number[] = [];
    for (const v of front) {
      for (const n of neighbours.get(v)!) {
        if (depth.has(n)) continue;
        depth.set(n, depth.get(v)! + 1);
        next.push(n);
      }
    }
    all.push(...next);
    front = next;
  }
  return all.slice(-Math.floor(all.length / 2));
}

// The ray from the centre through p meets the unit circle at `turn`; rho is how far along it p lies.
function inwards(p: [number, number], centre: number[]): [number, number] {
  const [dx, dy] = [p[0] - centre[0], p[1] - centre[1]];
  const a = dx * dx + dy * dy;
  const b = centre[0] * dx + centre[1] * dy;
  const c = centre[0] ** 2 + centre[1] ** 2 - 1;
  const scale = (-b + Math.sqrt(b * b - a * c)) / a;
  const angle = atan2(centre[1] + scale * dy, centre[0] + scale * dx);
  return [1 / scale, angle < 0 ? angle / (2 * PI) + 1 : angle / (2 * PI)];
}
