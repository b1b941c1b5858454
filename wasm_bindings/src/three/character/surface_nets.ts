// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The surface between the inside and the outside of a grid: a vertex in every cell that has both, in the middle of
// where its edges pass the offset, and two triangles round every edge of the grid that goes from one to the other
// (Gibson 1998, "Constrained elastic surface nets"). Where two sheets pass one cell they share a vertex; the repair
// splits it.
import type { DistanceGrid } from './distance_grid.js';

/** The mesh at distance `offset`, m, fronts outwards. */
export function surfaceNets(grid: DistanceGrid, offset: number) {
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertexOf = new Map<number, number>();
  const { size, outside } = grid;
  const strides = [1, size[0], size[0] * size[1]];
  const vertexAt = (cell: number) => {
    let vertex = vertexOf.get(cell);
    if (vertex === undefined) {
      vertex = positions.length / 3;
      positions.push(...cellVertex(grid, cell, strides, offset));
      vertexOf.set(cell, vertex);
    }
    return vertex;
  };
  for (let node = 0; node < outside.length; ++node) {
    for (let axis = 0; axis < 3; ++axis) {
      const next = node + strides[axis];
      if (next < outside.length && outside[node] !== outside[next]) {
        const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]];
        const [a, b, c, d] = [node - u - v, node - v, node, node - u].map(vertexAt);
        triangles.push(...(outside[node] ? [a, d, c, a, c, b] : [a, b, c, a, c, d]));
      }
    }
  }
  return { positions, triangles };
}

// Mean of the points in which the cell's twelve edges pass the offset.
function cellVertex(
  { low, cell, size, distances, outside }: DistanceGrid,
  corner: number,
  strides: readonly number[],
  offset: number,
): number[] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let from = 0; from < 8; ++from) {
    for (let axis = 0; axis < 3; ++axis) {
      const node = corner + strides.reduce((at, s, k) => at + (from & (1 << k) ? s : 0), 0);
      const next = node + strides[axis];
      if (from & (1 << axis) || outside[node] === outside[next]) {
        continue;
      }
      const [d0, d1] = [distances[node], distances[next]].map((d) => Math.min(d, 3 * offset));
      const part = Math.min(0.95, Math.max(0.05, d0 === d1 ? 0.5 : (offset - d0) / (d1 - d0)));
      for (let k = 0; k < 3; ++k) {
        sum[k] += (from & (1 << k) ? 1 : 0) + (k === axis ? part : 0);
      }
      ++count;
    }
  }
  const place = [
    corner % size[0],
    Math.floor(corner / size[0]) % size[1],
    Math.floor(corner / strides[2]),
  ];
  return place.map((x, k) => low[k] + cell * (x + sum[k] / count));
}
