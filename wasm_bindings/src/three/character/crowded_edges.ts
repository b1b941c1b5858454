// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two sheets may run between the same two vertices, each through an edge of its own. Told by their vertices alone
// these would be one edge with four triangles, so every sheet but the first gets a vertex in the middle of its edge.
import { edgeKey, sideEnd, sideStart, sidesByEdge } from './half_edges.js';
import { addVertex, middleOf, type Surface } from './surface.js';

/** Separates such edges in place. `mates` must be complete. Returns the caller's triangles that were divided. */
export function separateEdges(surface: Surface, mates: readonly number[]): number[] {
  const middles = new Map<number, number>(); // of a side
  for (const sides of sidesByEdge(surface.triangles).values()) {
    if (sides.length > 2) {
      divide(surface, sides, mates, middles);
    }
  }
  return middles.size > 0 ? subdivide(surface, middles) : [];
}

function divide(
  surface: Surface,
  sides: readonly number[],
  mates: readonly number[],
  middles: Map<number, number>,
): void {
  const { triangles } = surface;
  for (const side of sides) {
    const mate = mates[side];
    if (side < mate && side !== sides[0]) {
      const { place, blend } = middleOf(surface, [
        triangles[sideStart(side)],
        triangles[sideEnd(side)],
      ]);
      const middle = addVertex(surface, place, blend);
      middles.set(side, middle);
      middles.set(mate, middle);
    }
  }
}

function subdivide(surface: Surface, middles: Map<number, number>): number[] {
  const divided: number[] = [];
  const { triangles, origins } = surface;
  for (let triangle = 0, count = origins.length; triangle < count; ++triangle) {
    const corner = triangles.slice(3 * triangle, 3 * triangle + 3);
    const middle = [0, 1, 2].map((k) => middles.get(3 * triangle + k));
    const pieces = piecesOf(corner, middle);
    if (pieces.length > 1) {
      divided.push(origins[triangle]);
      pieces[0].forEach((vertex, k) => (triangles[3 * triangle + k] = vertex));
      for (const piece of pieces.slice(1)) {
        triangles.push(...piece);
        origins.push(origins[triangle]);
      }
    }
  }
  return divided;
}

// The triangles of a corner list with vertices in the middle of some of its sides.
function piecesOf(corner: readonly number[], middle: readonly (number | undefined)[]): number[][] {
  const count = middle.filter((m) => m !== undefined).length;
  if (count === 0) {
    return [[...corner]];
  }
  if (count === 3) {
    const [m0, m1, m2] = middle as number[];
    return [
      [corner[0], m0, m2],
      [corner[1], m1, m0],
      [corner[2], m2, m1],
      [m0, m1, m2],
    ];
  }
  // turned so that side 0 has a middle, and with two of them side 1 too
  const first = middle.findIndex(
    (m, k) => m !== undefined && (count === 1 || middle[(k + 1) % 3] !== undefined),
  );
  const [a, b, c] = [0, 1, 2].map((k) => corner[(first + k) % 3]);
  const [m, n] = [middle[first]!, middle[(first + 1) % 3]];
  return n === undefined
    ? [
        [a, m, c],
        [m, b, c],
      ]
    : [
        [m, b, n],
        [a, m, n],
        [a, n, c],
      ];
}

/** Edges of a surface that do not have exactly two triangles running opposite ways. */
export function countUnsoundEdges(triangles: readonly number[]): number {
  const balance = new Map<number, number>();
  for (let side = 0; side < triangles.length; ++side) {
    const [from, to] = [triangles[sideStart(side)], triangles[sideEnd(side)]];
    const key = edgeKey(from, to);
    balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : 1000));
  }
  return [...balance.values()].filter((sum) => sum !== 1001).length;
}
