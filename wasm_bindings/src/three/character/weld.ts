// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Drawing meshes repeat vertices along texture seams. Vertices nearer than a tolerance become the first of them.
import { keepTriangles, pointAt, type Surface } from './surface.js';

/** Whether two vertices at one place move alike. */
export type Alike = (a: number, b: number) => boolean;

/** For each vertex the first one within `tolerance` of it, m, that is like it. */
export function findTwins(
  positions: ArrayLike<number>,
  tolerance: number,
  alike: Alike = () => true,
): Uint32Array {
  const cells = new Map<number, number[]>();
  const twins = Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  if (!(tolerance > 0)) {
    return twins;
  }
  const size = 2 * tolerance;
  for (let vertex = 0; vertex < twins.length; ++vertex) {
    const place = pointAt(positions, vertex);
    const twin = nearbyFirst(cells, positions, vertex, size, tolerance, alike);
    if (twin >= 0) {
      twins[vertex] = twin;
    } else {
      const key = cellKey(
        Math.floor(place[0] / size),
        Math.floor(place[1] / size),
        Math.floor(place[2] / size),
      );
      const cell = cells.get(key);
      if (cell) {
        cell.push(vertex);
      } else {
        cells.set(key, [vertex]);
      }
    }
  }
  return twins;
}

/** Welds a surface in place; triangles that lose a corner go, and are returned as the caller's numbers. */
export function weld(surface: Surface, tolerance: number, alike?: Alike): number[] {
  const twins = findTwins(surface.positions, tolerance, alike);
  surface.triangles.forEach((corner, i) => (surface.triangles[i] = twins[corner]));
  const vanished: number[] = [];
  keepTriangles(surface, (triangle) => {
    const [a, b, c] = surface.triangles.slice(3 * triangle, 3 * triangle + 3);
    const whole = a !== b && b !== c && c !== a;
    if (!whole) {
      vanished.push(surface.origins[triangle]);
    }
    return whole;
  });
  return vanished;
}

// Different cells may share a key; distances decide.
function cellKey(x: number, y: number, z: number): number {
  return Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
}

// Cells are twice the tolerance wide, so a ball of that radius reaches into two along each axis at most.
function nearbyFirst(
  cells: Map<number, number[]>,
  positions: ArrayLike<number>,
  asked: number,
  size: number,
  tolerance: number,
  alike: Alike,
): number {
  const place = pointAt(positions, asked);
  let first = -1;
  for (let corner = 0; corner < 8; ++corner) {
    const at = (axis: number) =>
      Math.floor((place[axis] + (corner & (1 << axis) ? tolerance : -tolerance)) / size);
    for (const vertex of cells.get(cellKey(at(0), at(1), at(2))) ?? []) {
      const [x, y, z] = pointAt(positions, vertex);
      const far = Math.hypot(x - place[0], y - place[1], z - place[2]);
      if (far <= tolerance && (first < 0 || vertex < first) && alike(vertex, asked)) {
        first = vertex;
      }
    }
  }
  return first;
}
