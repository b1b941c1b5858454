// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Distances to a mesh at the nodes of a grid, near the mesh only, and which nodes are outside: those that a flood
// from the border reaches through nodes farther from the mesh than `offset`. Nothing is asked of the mesh; whatever
// it encloses, however badly, counts as inside.
import { boxOf, nearestOfTriangle } from './nearest.js';
import { pointAt, type Triple } from './surface.js';

/** Nodes per grid, so that memory stays below some 100 MB. */
const MOST_NODES = 12e6;

/** Distances on a grid. Node (x, y, z) is number x + size[0] (y + size[1] z). */
export interface DistanceGrid {
  low: Triple;
  /** Between nodes, m. */
  cell: number;
  size: Triple;
  /** m; Infinity beyond `offset` plus two cells. */
  distances: Float32Array;
  /** 1 for nodes outside. */
  outside: Uint8Array;
}

/** Width of a grid's cells that keeps it in memory, at least `cell`. */
export function affordableCell(positions: ArrayLike<number>, cell: number, offset: number): number {
  const { low, high } = boxOf(positions);
  const nodes = (width: number) =>
    [0, 1, 2].reduce((sum, k) => sum * (5 + (high[k] - low[k] + 2 * offset) / width), 1);
  let width = cell;
  while (nodes(width) > MOST_NODES) {
    width *= 1.1;
  }
  return width;
}

/** Fills a grid; yields the part that is done, 0 to 1. */
export function* fillGrid(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  cell: number,
  offset: number,
): Generator<number, DistanceGrid> {
  const grid = emptyGrid(positions, cell, offset);
  const count = triangles.length / 3;
  for (let triangle = 0; triangle < count; ++triangle) {
    splat(grid, positions, triangles, triangle, offset + 2 * cell);
    if (triangle % 2000 === 1999) {
      yield triangle / count;
    }
  }
  floodOutside(grid, offset);
  return grid;
}

function emptyGrid(positions: ArrayLike<number>, cell: number, offset: number): DistanceGrid {
  const { low, high } = boxOf(positions);
  const margin = offset + 2 * cell;
  const size = [0, 1, 2].map((k) => 2 + Math.ceil((high[k] - low[k] + 2 * margin) / cell));
  const count = size[0] * size[1] * size[2];
  return {
    low: [low[0] - margin, low[1] - margin, low[2] - margin],
    cell,
    size: size as never,
    distances: new Float32Array(count).fill(Infinity),
    outside: new Uint8Array(count),
  };
}

function splat(
  grid: DistanceGrid,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  triangle: number,
  reach: number,
): void {
  const { low, cell, size, distances } = grid;
  const [a, b, c] = [0, 1, 2].map((k) => pointAt(positions, triangles[3 * triangle + k]));
  const first = (k: number) =>
    Math.max(0, Math.ceil((Math.min(a[k], b[k], c[k]) - reach - low[k]) / cell));
  const last = (k: number) =>
    Math.min(size[k] - 1, Math.floor((Math.max(a[k], b[k], c[k]) + reach - low[k]) / cell));
  const [x0, x1, y0, y1, z0, z1] = [first(0), last(0), first(1), last(1), first(2), last(2)];
  for (let z = z0; z <= z1; ++z) {
    for (let y = y0; y <= y1; ++y) {
      for (let x = x0; x <= x1; ++x) {
        const p: Triple = [low[0] + cell * x, low[1] + cell * y, low[2] + cell * z];
        const [u, v, w] = nearestOfTriangle(p, a, b, c);
        const far = Math.hypot(
          u * a[0] + v * b[0] + w * c[0] - p[0],
          u * a[1] + v * b[1] + w * c[1] - p[1],
          u * a[2] + v * b[2] + w * c[2] - p[2],
        );
        const node = x + size[0] * (y + size[1] * z);
        if (far < distances[node] && far <= reach) {
          distances[node] = far;
        }
      }
    }
  }
}

function floodOutside(grid: DistanceGrid, offset: number): void {
  const { size, distances, outside } = grid;
  const strides = [1, size[0], size[0] * size[1]];
  const queue = [0]; // the border is a cell or more beyond the offset
  outside[0] = 1;
  while (queue.length > 0) {
    const node = queue.pop()!;
    for (let axis = 0; axis < 3; ++axis) {
      const place = Math.floor(node / strides[axis]) % size[axis];
      for (const way of [-1, 1]) {
        const next = node + way * strides[axis];
        const within = place + way >= 0 && place + way < size[axis];
        if (within && !outside[next] && distances[next] > offset) {
          outside[next] = 1;
          queue.push(next);
        }
      }
    }
  }
}
