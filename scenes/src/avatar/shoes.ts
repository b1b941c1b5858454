// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Simple slip-on shoes, only drawn: the simulator keeps the bare feet, and the shoes stay within LIFT of their hull, so that
// cloth, which stays farther off, does not show them through.
//
// A foot at rest is cut at many heights; the convex hull of each cut, a little widened, is a loop of the shoe, which
// closes over toes and arch. Along the floor the loops are the widest of the lowest cuts: the wall of the sole. Every point
// has the weights of the skin that lies nearest. Skin deep inside is not drawn.

import type { Avatar, AvatarRender } from '../types.js';
import type { Vec3 } from '../math/vec3.js';
import { bone } from './bones.js';
import { snap } from '../math/snap.js';

/** How far the upper stands off the hull of the foot, m. */
export const LIFT = 0.0012;
/** Height of the sole, and how far it stands out of the upper, m. */
const SOLE = 0.013;
const WELT = 0.0016;
/** Where the shoe ends, as a share of the height of the ankle. */
const TOP = 0.74;
/** Loops of the upper, and points of a loop. */
const LOOPS = 26;
const POINTS = 72;
const ROUNDS = 3;
const CORNERS = 8;
/** How far the edge at the top is folded inwards and down, m. */
const FOLD = 0.004;
/** Skin so far below the top of a shoe is not drawn, m. */
const COVER = 0.008;
/** Skin whose weights a point takes. */
const NEAREST = 4;

type Shoes = AvatarRender['shoes'];
type Flat = [number, number];
/** What shoes are made for. */
export type ShodBody = Pick<
  Avatar,
  'positions' | 'triangles' | 'bones' | 'boneIndices' | 'boneWeights'
>;
type Loop = Vec3[];

/** A pair of shoes, and which triangles of the skin they hide. */
export interface Shod {
  shoes: Shoes;
  /** One a triangle: 1 where it lies inside a shoe. */
  covered: Uint8Array;
}

/** Makes the shoes of a body at rest. */
export function makeShoes(body: ShodBody): Shod {
  const covered = new Uint8Array(body.triangles.length / 3);
  const parts = (['L', 'R'] as const).map((side) => shoe(body, side, covered));
  return { shoes: joined(body, parts), covered };
}

interface Part {
  points: Vec3[];
  triangles: number[];
  /** 0 upper, 1 sole, 2 lining. */
  kinds: number[];
  skin: number[];
}

function shoe(body: ShodBody, side: 'L' | 'R', covered: Uint8Array): Part {
  const top = TOP * body.bones[bone(`foot.${side}`)].head[1];
  const own = footTriangles(body, side, top + 0.02);
  const heights = Array.from({ length: LOOPS }, (_, i) => SOLE + ((top - SOLE) * i) / (LOOPS - 1));
  const low = hull(heights.slice(0, 6).flatMap((y) => cut(body, own, y)));
  const loops = heights.map((y, i) => loopAt(i < 2 ? low : hull(cut(body, own, y)), y, LIFT));
  smooth(loops);
  // only low down, where the skin inside is not drawn
  loops.slice(0, CORNERS).forEach((loop, i) => {
    for (let round = i; round < CORNERS; round++) roundCorners(loop);
  });
  const part: Part = { points: [], triangles: [], kinds: [], skin: verticesOf(body, own) };
  addLoops(part, [...loops, folded(loops[LOOPS - 1])], (i) => (i < LOOPS ? 0 : 2));
  addSole(part, loops[0]);
  for (const t of own) {
    const heightsOfCorners = [0, 1, 2].map((k) => heightOf(body, body.triangles[t + k]));
    if (Math.max(...heightsOfCorners) < top - COVER) covered[t / 3] = 1;
  }
  return part;
}

const heightOf = ({ positions }: ShodBody, v: number) => positions[3 * v + 1];

function footTriangles(body: ShodBody, side: 'L' | 'R', below: number): number[] {
  const { positions, triangles } = body;
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const v = triangles[t];
    if (heightOf(body, v) < below && positions[3 * v] > 0 === (side === 'L')) out.push(t);
  }
  return out;
}

function verticesOf({ triangles }: ShodBody, own: number[]): number[] {
  return [...new Set(own.flatMap((t) => [triangles[t], triangles[t + 1], triangles[t + 2]]))].sort(
    (a, b) => a - b,
  );
}

// Where the edges of triangles pass a height, seen from above.
function cut({ positions: p, triangles }: ShodBody, own: number[], y: number): Flat[] {
  const out: Flat[] = [];
  for (const t of own) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [3 * triangles[t + k], 3 * triangles[t + ((k + 1) % 3)]];
      if (p[a + 1] > y === p[b + 1] > y) continue;
      const f = (y - p[a + 1]) / (p[b + 1] - p[a + 1]);
      out.push([p[a] + f * (p[b] - p[a]), p[a + 2] + f * (p[b + 2] - p[a + 2])]);
    }
  }
  return out;
}

// Andrew's monotone chain; counter-clockwise in x and z.
function hull(points: Flat[]): Flat[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Flat[]) => {
    const chain: Flat[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) {
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: Flat, b: Flat, c: Flat): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Points at even distances round a hull that is widened, from the back of the heel on.
function loopAt(outline: Flat[], y: number, wider: number): Loop {
  const ring = widened(outline, wider);
  const back = ring.reduce((best, p, i) => (p[1] < ring[best][1] ? i : best), 0);
  const from = [...ring.slice(back), ...ring.slice(0, back), ring[back]];
  const lengths = [0];
  for (let i = 1; i < from.length; i++) lengths.push(lengths[i - 1] + gap(from[i - 1], from[i]));
  const total = lengths[lengths.length - 1];
  let at = 0;
  return Array.from({ length: POINTS }, (_, k) => {
    const want = (total * k) / POINTS;
    while (lengths[at + 1] < want) at++;
    const f = (want - lengths[at]) / (lengths[at + 1] - lengths[at]);
    const [a, b] = [from[at], from[at + 1]];
    return [a[0] + f * (b[0] - a[0]), y, a[1] + f * (b[1] - a[1])];
  });
}

function gap(a: Flat, b: Flat): number {
  return Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
}

// Every edge moves out; corners become two points, so that they are round.
function widened(ring: Flat[], by: number): Flat[] {
  return ring.flatMap((a, i): Flat[] => {
    const b = ring[(i + 1) % ring.length];
    const scale = by / (gap(a, b) || 1);
    const [nx, nz] = [(b[1] - a[1]) * scale, (a[0] - b[0]) * scale];
    return [
      [a[0] + nx, a[1] + nz],
      [b[0] + nx, b[1] + nz],
    ];
  });
}

// Evens the steps that toes make between loops; the lowest and the highest stay.
function smooth(loops: Loop[]): void {
  for (let round = 0; round < ROUNDS; round++) {
    const before = loops.map((loop) => loop.map((p) => [...p] as Vec3));
    for (let i = 1; i < loops.length - 1; i++) {
      loops[i].forEach((p, k) => {
        for (const axis of [0, 2]) {
          const mean = (before[i - 1][k][axis] + before[i + 1][k][axis]) / 2;
          p[axis] = (before[i][k][axis] + mean) / 2;
        }
      });
    }
  }
}

// Hulls have corners, shoes have not.
function roundCorners(loop: Loop): void {
  const before = loop.map((p) => [...p] as Vec3);
  loop.forEach((p, k) => {
    const [a, b] = [before[(k + POINTS - 1) % POINTS], before[(k + 1) % POINTS]];
    for (const axis of [0, 2]) p[axis] = (2 * before[k][axis] + a[axis] + b[axis]) / 4;
  });
}

function folded(loop: Loop): Loop {
  return scaled(loop, -FOLD, -FOLD);
}

// Moved towards or from its middle by about `by`, and up by `up`.
function scaled(loop: Loop, by: number, up: number): Loop {
  const middle = [0, 2].map((k) => loop.reduce((sum, p) => sum + p[k], 0) / loop.length);
  return loop.map(([x, y, z]) => {
    const [dx, dz] = [x - middle[0], z - middle[1]];
    const scale = by / Math.sqrt(dx * dx + dz * dz);
    return [x + scale * dx, y + up, z + scale * dz];
  });
}

// Loops from low to high, each as far as the next.
function addLoops(part: Part, loops: Loop[], kind: (i: number) => number): void {
  loops.forEach((loop, i) => {
    const start = part.points.length;
    part.points.push(...loop);
    part.kinds.push(...loop.map(() => kind(i)));
    if (i === 0) return;
    for (let k = 0; k < POINTS; k++) {
      const [a, b] = [start - POINTS + k, start - POINTS + ((k + 1) % POINTS)];
      const [c, d] = [start + k, start + ((k + 1) % POINTS)];
      part.triangles.push(a, c, b, b, c, d);
    }
  });
}

// A ledge, a wall with a round lower edge, and the bottom.
function addSole(part: Part, foot: Loop): void {
  const at = (wider: number, y: number) =>
    scaled(foot, wider, 0).map(([x, , z]): Vec3 => [x, y, z]);
  const wall = [
    at(WELT, 0.001),
    at(WELT, SOLE),
    at(WELT - 0.0006, SOLE + 0.0006),
    at(-0.001, SOLE + 0.0006),
  ];
  const bottom = at(WELT - 0.002, 0);
  addLoops(part, [bottom, ...wall], () => 1);
  const middle = part.points.length;
  const start = middle - 5 * POINTS;
  const sum = bottom.reduce((s, p) => [s[0] + p[0], 0, s[2] + p[2]], [0, 0, 0] as Vec3);
  part.points.push([sum[0] / POINTS, 0, sum[2] / POINTS]);
  part.kinds.push(1);
  for (let k = 0; k < POINTS; k++) {
    part.triangles.push(middle, start + k, start + ((k + 1) % POINTS));
  }
}

function joined(body: ShodBody, parts: Part[]): Shoes {
  const points = parts.flatMap((part) => part.points);
  const offsets = [0, parts[0].points.length];
  const indices = new Uint16Array(4 * points.length);
  const weights = new Uint16Array(4 * points.length);
  let at = 0;
  for (const part of parts) {
    for (const p of part.points) {
      nearestWeights(body, part.skin, p).forEach(([b, w], k) => {
        indices[4 * at + k] = b;
        weights[4 * at + k] = w;
      });
      at++;
    }
  }
  return {
    positions: Float32Array.from(points.flat(), snap),
    triangles: Uint32Array.from(parts.flatMap((p, i) => p.triangles.map((v) => v + offsets[i]))),
    kinds: Uint8Array.from(parts.flatMap((part) => part.kinds)),
    boneIndices: indices,
    boneWeights: weights,
  };
}

// The mean of the nearest skin's weights, nearer ones counting more; the four largest, summing to 65535.
function nearestWeights(body: ShodBody, skin: number[], p: Vec3): [number, number][] {
  const { positions, boneIndices, boneWeights } = body;
  const near: [number, number][] = [];
  const [x, y, z] = p;
  for (const v of skin) {
    const dx = positions[3 * v] - x;
    const dy = positions[3 * v + 1] - y;
    const dz = positions[3 * v + 2] - z;
    const d = dx * dx + dy * dy + dz * dz;
    if (near.length === NEAREST && d >= near[NEAREST - 1][0]) continue;
    near.push([d, v]);
    near.sort((a, b) => a[0] - b[0]);
    near.length = Math.min(near.length, NEAREST);
  }
  const sums = new Map<number, number>();
  for (const [d, v] of near) {
    for (let k = 4 * v; k < 4 * v + 4; k++) {
      if (boneWeights[k] === 0) continue;
      const share = boneWeights[k] / (1e-5 + d);
      sums.set(boneIndices[k], (sums.get(boneIndices[k]) ?? 0) + share);
    }
  }
  const best = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 4);
  const total = best.reduce((sum, [, w]) => sum + w, 0);
  return best.map(([b, w]) => [b, Math.round((65535 * w) / total)]);
}
