// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Closes what is open. A hole is a loop of sides without a mate. It is filled with the triangles of least area
// between its own vertices (Barequet and Sharir 1995), a long one with a fan round its middle.
import { NO_MATE, sideEnd, sideStart } from './half_edges.js';
import { addVertex, areaOf, middleOf, type Surface } from './surface.js';

/** Longest loop whose fill is searched for; the search takes the cube of its length. */
const LONGEST_SEARCHED = 160;

/** Triangles under this area, m2, are avoided. */
const LEAST_AREA = 1e-9;

/** The loops of sides without mates. Every vertex must belong to one fan. */
export function findHoles(surface: Surface, mates: readonly number[]): number[][] {
  const { triangles } = surface;
  const sideFrom = new Map<number, number>();
  mates.forEach((mate, side) => {
    if (mate === NO_MATE) {
      sideFrom.set(triangles[sideStart(side)], side);
    }
  });
  const holes: number[][] = [];
  for (const first of sideFrom.values()) {
    const loop: number[] = [];
    for (let side: number | undefined = first; side !== undefined;) {
      loop.push(side);
      sideFrom.delete(triangles[sideStart(side)]);
      side = sideFrom.get(triangles[sideEnd(side)]);
    }
    holes.push(loop);
  }
  return holes;
}

/** Closes all holes and completes `mates`; returns the vertices round each hole. */
export function closeHoles(surface: Surface, mates: number[]): number[][] {
  return findHoles(surface, mates).map((sides) => {
    const loop = sides.map((side) => surface.triangles[sideStart(side)]);
    const first = surface.triangles.length;
    if (loop.length > 2) {
      fillHole(surface, loop);
    }
    mateFill(surface, mates, sides, first);
    return loop;
  });
}

// The sides of the hole and of its fill are mates of each other; two sides that run to and fro are too.
function mateFill(
  surface: Surface,
  mates: number[],
  sides: readonly number[],
  first: number,
): void {
  const { triangles } = surface;
  const all = [...sides];
  for (let side = first; side < triangles.length; ++side) {
    all.push(side);
    mates.push(NO_MATE);
  }
  const waysOf = (side: number) => [triangles[sideStart(side)], triangles[sideEnd(side)]];
  const directed = new Map(all.map((side) => [waysOf(side).join(), side]));
  for (const side of all) {
    mates[side] = directed.get(waysOf(side).reverse().join()) ?? NO_MATE;
  }
}

/** Adds the triangles that close a hole of at least three vertices. */
function fillHole(surface: Surface, loop: readonly number[]): void {
  if (loop.length > LONGEST_SEARCHED) {
    fillWithFan(surface, loop);
    return;
  }
  const split = leastAreaSplits(surface, loop);
  const open = [[0, loop.length - 1]];
  while (open.length > 0) {
    const [from, to] = open.pop()!;
    if (to - from > 1) {
      const middle = split[from * loop.length + to];
      addTriangle(surface, loop[to], loop[middle], loop[from]);
      open.push([from, middle], [middle, to]);
    }
  }
}

function addTriangle(surface: Surface, a: number, b: number, c: number): void {
  surface.triangles.push(a, b, c);
  surface.origins.push(-1);
}

function fillWithFan(surface: Surface, loop: readonly number[]): void {
  const { place, blend } = middleOf(surface, loop);
  const centre = addVertex(surface, place, blend);
  loop.forEach((vertex, i) => addTriangle(surface, loop[(i + 1) % loop.length], vertex, centre));
}

// For each chord of the loop the third corner of the triangle below it.
function leastAreaSplits(surface: Surface, loop: readonly number[]): Uint16Array {
  const count = loop.length;
  const cost = new Float64Array(count * count);
  const split = new Uint16Array(count * count);
  for (let width = 2; width < count; ++width) {
    for (let from = 0; from + width < count; ++from) {
      const to = from + width;
      let least = Infinity;
      for (let middle = from + 1; middle < to; ++middle) {
        const sum = cost[from * count + middle] + cost[middle * count + to];
        if (sum < least) {
          const whole = sum + fillCost(surface, loop[from], loop[middle], loop[to]);
          if (whole < least) {
            least = whole;
            split[from * count + to] = middle;
          }
        }
      }
      cost[from * count + to] = least;
    }
  }
  return split;
}

function fillCost(surface: Surface, a: number, b: number, c: number): number {
  const area = areaOf(surface.positions, a, b, c);
  return area < LEAST_AREA ? 1 : area;
}
