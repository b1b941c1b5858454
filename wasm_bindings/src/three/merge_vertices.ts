// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Drawing meshes repeat vertices along texture seams and hard edges. To the simulator a body is one closed
// surface: vertices at the same place become one, triangles that vanish by that are dropped.

/** A mesh without repeated vertices. */
export interface MergedMesh {
  /** 3 per vertex. */
  positions: Float32Array;
  /** 3 per triangle. */
  indices: Uint32Array;
  /** For each merged vertex the first original one. */
  source: Uint32Array;
  /** Edges that do not have exactly two triangles with opposite directions; 0 for a closed surface. */
  openEdges: number;
}

/** Merges vertices whose coordinates agree to within `tolerance`, and looks for holes. */
export function mergeVertices(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  tolerance = 1e-6,
): MergedMesh {
  const { merged, source } = numberPlaces(positions, tolerance);
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
    openEdges: countOpenEdges(corners),
  };
}

function numberPlaces(positions: ArrayLike<number>, tolerance: number) {
  const numbers = new Map<string, number>();
  const merged = new Uint32Array(positions.length / 3);
  const source: number[] = [];
  for (let vertex = 0; vertex < merged.length; ++vertex) {
    const cell = (axis: number) => Math.round(positions[3 * vertex + axis] / tolerance);
    const key = `${cell(0)} ${cell(1)} ${cell(2)}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = source.length;
      numbers.set(key, number);
      source.push(vertex);
    }
    merged[vertex] = number;
  }
  return { merged, source };
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
