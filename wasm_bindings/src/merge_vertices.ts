// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Drawing meshes repeat vertices along texture seams and hard edges. To the simulator a body is one closed
// surface: vertices at the same place become one, triangles that vanish by that are dropped.
import { numbers, oneNumber, refuse, shown } from './checks.js';

/** A mesh without repeated vertices. */
export interface MergedMesh {
  /** 3 per vertex. */
  positions: Float32Array;
  /** 3 per triangle. */
  indices: Uint32Array;
  /** For each merged vertex the first original one. */
  source: Uint32Array;
  /** For each original vertex the merged one. */
  merged: Uint32Array;
  /** Edges that do not have exactly two triangles with opposite directions; 0 for a closed surface. */
  openEdges: number;
}

/**
 * Merges vertices whose coordinates agree to within `tolerance` (0: exactly), each with the first such vertex, and
 * looks for holes. Throws for a tolerance that is negative or no number.
 * @param alike More numbers per vertex, such as skin weights: vertices become one only where these are equal.
 */
export function mergeVertices(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  tolerance = 1e-6,
  alike: readonly ArrayLike<number>[] = [],
): MergedMesh {
  oneNumber('mergeTolerance', tolerance, { least: 0 });
  numbers('positions', positions);
  numbers('indices', indices);
  if (positions.length % 3 !== 0 || indices.length % 3 !== 0) {
    refuse('mergeVertices', 'positions and indices are to be whole triples');
  }
  checkCorners(indices, positions.length / 3);
  if (!Array.isArray(alike)) {
    refuse('alike', `${shown(alike)} is not an array of arrays`);
  }
  alike.forEach((each, i) => {
    if (numbers(`alike[${i}]`, each).length % (positions.length / 3 || 1) !== 0) {
      refuse(`alike[${i}]`, `${each.length} numbers do not go evenly round the vertices`);
    }
  });
  const { merged, source } = numberPlaces(positions, tolerance, alike);
  const corners: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [merged[indices[i]], merged[indices[i + 1]], merged[indices[i + 2]]];
    if (a !== b && b !== c && c !== a) {
      corners.push(a, b, c);
    }
  }
  const places = new Float32Array(3 * source.length);
  source.forEach((original, vertex) => {
    for (let axis = 0; axis < 3; ++axis) {
      places[3 * vertex + axis] = positions[3 * original + axis];
    }
  });
  return {
    positions: places,
    indices: Uint32Array.from(corners),
    source: Uint32Array.from(source),
    merged,
    openEdges: countOpenEdges(corners),
  };
}

function checkCorners(indices: ArrayLike<number>, vertexCount: number): void {
  for (let i = 0; i < indices.length; ++i) {
    if (!(indices[i] >= 0 && indices[i] < vertexCount && Number.isInteger(indices[i]))) {
      refuse('indices', `corner ${i} is ${indices[i]}, and there are ${vertexCount} vertices`, i);
    }
  }
}

// Places are looked up in a grid of cells much wider than the tolerance, so that most vertices ask one cell. Two cells
// may share a number: what counts is the distance.
function numberPlaces(
  positions: ArrayLike<number>,
  tolerance: number,
  alike: readonly ArrayLike<number>[],
) {
  const width = Math.max(16 * tolerance, 1e-6);
  const cells = new Map<number, number[]>();
  const merged = new Uint32Array(positions.length / 3);
  const source: number[] = [];
  const isNear = (number: number, vertex: number) => {
    for (let axis = 0; axis < 3; ++axis) {
      const apart = positions[3 * source[number] + axis] - positions[3 * vertex + axis];
      if (!(Math.abs(apart) <= tolerance)) {
        return false;
      }
    }
    return alike.every((rows) =>
      isSameRow(rows, rows.length / merged.length, source[number], vertex),
    );
  };
  for (let vertex = 0; vertex < merged.length; ++vertex) {
    let found = Infinity;
    for (const cell of cellsAround(positions, vertex, tolerance, width)) {
      for (const number of cells.get(cell) ?? []) {
        found = number < found && isNear(number, vertex) ? number : found;
      }
    }
    if (found === Infinity) {
      found = source.length;
      source.push(vertex);
      const home = cellsAround(positions, vertex, 0, width)[0];
      cells.set(home, [...(cells.get(home) ?? []), found]);
    }
    merged[vertex] = found;
  }
  return { merged, source };
}

function isSameRow(rows: ArrayLike<number>, width: number, a: number, b: number): boolean {
  for (let k = 0; k < width; ++k) {
    if (rows[width * a + k] !== rows[width * b + k]) {
      return false;
    }
  }
  return true;
}

// The cells that a cube of the tolerance around a vertex touches.
function cellsAround(
  positions: ArrayLike<number>,
  vertex: number,
  tolerance: number,
  width: number,
): number[] {
  const primes = [73856093, 19349663, 83492791]; // Teschner et al. 2003, optimized spatial hashing
  let keys = [0];
  for (let axis = 0; axis < 3; ++axis) {
    const x = positions[3 * vertex + axis];
    const [low, high] = [Math.floor((x - tolerance) / width), Math.floor((x + tolerance) / width)];
    const add = (cell: number) => keys.map((key) => key ^ Math.imul(cell, primes[axis]));
    keys = low === high ? add(low) : [...add(low), ...add(high)];
  }
  return keys;
}

// Each directed edge of a closed surface occurs once, and so does its opposite.
function countOpenEdges(corners: readonly number[]): number {
  const vertexLimit = 2 ** 26;
  const counts = new Map<number, number>();
  for (let i = 0; i < corners.length; ++i) {
    const [from, to] = [corners[i], corners[i % 3 === 2 ? i - 2 : i + 1]];
    const key = Math.min(from, to) * vertexLimit + Math.max(from, to);
    const direction = from < to ? 1 : 1000;
    counts.set(key, (counts.get(key) ?? 0) + direction);
  }
  let open = 0;
  for (const count of counts.values()) {
    open += count === 1001 ? 0 : 1;
  }
  return open;
}
