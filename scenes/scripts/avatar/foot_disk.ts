// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A foot unrolled on a disk, so that it can be drawn out to a tube with the same triangles.
//
// Everything below a loop round the ankle is a disk. A map onto the unit disk in which every vertex is a weighted mean of
// its neighbours is one to one (Tutte 1963, Floater 1997). Equal weights would shrink toes to nothing, so neighbours nearer
// to the loop weigh more. In polar coordinates about the toes a vertex has a way inwards, `rho` (1 at the loop,
// 0 at the toes), and a place on the loop, `turn` (0..1). Both are stored; the tube is made of them per body.

import { atan2, cos, PI, sin } from '../../src/math/trig.js';

const PULL = 1.5;
const OVER = 1.3;
const ROUNDS = 3000;

type Neighbours = Map<number, Set<number>>;
type Place = Map<number, [number, number]>;

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
  const depth = depths(neighbours, loop);
  const place = tutte(neighbours, loop, loopTurn, inside, depth);
  const deep = [...inside].sort((a, b) => depth.get(b)! - depth.get(a)! || a - b);
  const toes = deep.slice(0, Math.floor(deep.length / 2)).map((v) => place.get(v)!);
  const centre = [0, 1].map((k) => toes.reduce((sum, p) => sum + p[k], 0) / toes.length);
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

function tutte(
  neighbours: Neighbours,
  loop: number[],
  loopTurn: number[],
  inside: number[],
  depth: Map<number, number>,
): Place {
  const place: Place = new Map();
  loop.forEach((v, i) => {
    const angle = 2 * PI * loopTurn[i];
    place.set(v, [cos(angle), sin(angle)]);
  });
  for (const v of inside) place.set(v, [0, 0]);
  const rows = inside.map((v): Row => {
    const near = [...neighbours.get(v)!];
    const raw = near.map((n) => weightOf(depth.get(v)! - depth.get(n)!));
    const sum = raw.reduce((a, b) => a + b);
    return {
      at: place.get(v)!,
      near: near.map((n) => place.get(n)!),
      weights: raw.map((w) => w / sum),
    };
  });
  for (let round = 0; round < ROUNDS; round++) rows.forEach(relax);
  return place;
}

// A neighbour one edge nearer to the loop pulls harder.
function weightOf(nearer: number): number {
  return nearer > 0 ? PULL : nearer < 0 ? 1 / PULL : 1;
}

interface Row {
  at: [number, number];
  near: [number, number][];
  weights: number[];
}

// One step of over-relaxation towards the weighted mean of the neighbours.
function relax(row: Row): void {
  let x = 0;
  let y = 0;
  row.near.forEach((p, i) => {
    x += row.weights[i] * p[0];
    y += row.weights[i] * p[1];
  });
  row.at[0] += OVER * (x - row.at[0]);
  row.at[1] += OVER * (y - row.at[1]);
}

// Distance from the loop in edges.
function depths(neighbours: Neighbours, loop: number[]): Map<number, number> {
  const depth = new Map(loop.map((v) => [v, 0]));
  for (const v of depth.keys()) {
    for (const n of neighbours.get(v)!) if (!depth.has(n)) depth.set(n, depth.get(v)! + 1);
  }
  return depth;
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
