// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which triangle goes on across which edge. Side k of triangle t is number 3 t + k and runs from corner k to the
// next. On a sound surface each side has one mate that runs the other way. Where more than two triangles meet in an
// edge, those that bound the same solid wedge are mates: going round the edge from a triangle against its front,
// the next one that faces the other way (Gueziec et al. 2001, "Cutting and stitching").
import { cross, dot, minus, pointAt, type Surface, type Triple } from './surface.js';
import { DisjointSets } from './sets.js';

/** The side has no mate: the surface ends here. */
export const NO_MATE = -1;

/** Corner at which a side begins, as an index into `triangles`. */
export const sideStart = (side: number): number => side;

/** Corner at which a side ends, as an index into `triangles`. */
export const sideEnd = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** Corner opposite a side, as an index into `triangles`. */
export const sideApex = (side: number): number => (side % 3 === 0 ? side + 2 : side - 1);

/** All sides between two vertices, whichever way they run, by edge. */
export function sidesByEdge(triangles: readonly number[]): Map<number, number[]> {
  const edges = new Map<number, number[]>();
  for (let side = 0; side < triangles.length; ++side) {
    const key = edgeKey(triangles[sideStart(side)], triangles[sideEnd(side)]);
    const sides = edges.get(key);
    if (sides) {
      sides.push(side);
    } else {
      edges.set(key, [side]);
    }
  }
  return edges;
}

/** Exact while there are fewer than 2^26 vertices. */
export function edgeKey(a: number, b: number): number {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
}

/** Per side its mate, or NO_MATE. */
export function findMates(surface: Surface): number[] {
  const { triangles } = surface;
  const mates = triangles.map(() => NO_MATE);
  for (const sides of sidesByEdge(triangles).values()) {
    if (sides.length === 2) {
      const [a, b] = sides;
      if (triangles[sideStart(a)] === triangles[sideEnd(b)]) {
        mates[a] = b;
        mates[b] = a;
      }
    } else if (sides.length > 2) {
      pairAround(surface, sides, mates);
    }
  }
  return mates;
}

// Walks twice round the edge against the fronts of the first direction, pairing as brackets pair.
function pairAround(surface: Surface, sides: readonly number[], mates: number[]): void {
  const { triangles } = surface;
  const from = triangles[sideStart(sides[0])];
  const forward = (side: number) => triangles[sideStart(side)] === from;
  const angles = anglesAround(surface, sides);
  const order = sides.map((_, i) => i).sort((a, b) => angles[b] - angles[a] || sides[a] - sides[b]);
  const waiting: number[] = [];
  for (let turn = 0; turn < 2 * order.length; ++turn) {
    const side = sides[order[turn % order.length]];
    if (mates[side] !== NO_MATE) {
      continue;
    }
    if (forward(side)) {
      if (turn < order.length) {
        waiting.push(side);
      }
    } else if (waiting.length > 0) {
      const partner = waiting.pop()!;
      mates[side] = partner;
      mates[partner] = side;
    }
  }
}

function anglesAround(surface: Surface, sides: readonly number[]): number[] {
  const { positions, triangles } = surface;
  const start = pointAt(positions, triangles[sideStart(sides[0])]);
  const axis = minus(pointAt(positions, triangles[sideEnd(sides[0])]), start);
  const length = Math.hypot(...axis) || 1;
  const unit: Triple = [axis[0] / length, axis[1] / length, axis[2] / length];
  const arm = (side: number) => minus(pointAt(positions, triangles[sideApex(side)]), start);
  const zero = cross(unit, arm(sides[0]));
  const right = cross(zero, unit);
  return sides.map((side) => Math.atan2(dot(arm(side), zero), dot(arm(side), right)));
}

/**
 * Gives every fan of triangles that are connected through mates a vertex of its own, which cuts the surface at edges
 * and vertices where more than one sheet meets. Returns for each added vertex the one that it was.
 */
export function splitFans(surface: Surface, mates: number[]): number[] {
  const { triangles } = surface;
  const corners = new DisjointSets(triangles.length);
  mates.forEach((mate, side) => {
    if (mate > side) {
      corners.join(sideStart(side), sideEnd(mate));
      corners.join(sideEnd(side), sideStart(mate));
    }
  });
  const taken = new Set<number>();
  const numbers = new Map<number, number>();
  const split: number[] = [];
  for (let corner = 0; corner < triangles.length; ++corner) {
    const fan = corners.find(corner);
    if (!numbers.has(fan)) {
      const vertex = triangles[corner];
      numbers.set(fan, taken.has(vertex) ? copyVertex(surface, vertex, split) : vertex);
      taken.add(vertex);
    }
  }
  for (let corner = 0; corner < triangles.length; ++corner) {
    triangles[corner] = numbers.get(corners.find(corner))!;
  }
  return split;
}

function copyVertex(surface: Surface, vertex: number, split: number[]): number {
  split.push(vertex);
  surface.positions.push(...pointAt(surface.positions, vertex));
  surface.blends.push(surface.blends[vertex]);
  return surface.blends.length - 1;
}
