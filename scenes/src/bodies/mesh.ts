// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A plain triangle mesh and what can be said about it.

/** Three numbers a vertex, three indices a triangle, counter-clockwise seen from outside. */
export interface Mesh {
  positions: ArrayLike<number>;
  triangles: ArrayLike<number>;
}

/** Signed volume: positive for a closed mesh whose normals point outward. */
export function signedVolume({ positions: p, triangles: t }: Mesh): number {
  let six = 0;
  for (let i = 0; i < t.length; i += 3) {
    const [a, b, c] = [3 * t[i], 3 * t[i + 1], 3 * t[i + 2]];
    six +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return six / 6;
}

/** Counts of vertices, edges and faces, and whether every edge has two triangles that agree. */
export function topology({ positions, triangles: t }: Mesh): {
  euler: number;
  closed: boolean;
  manifold: boolean;
} {
  const count = positions.length / 3;
  const halfEdges = new Map<number, number>();
  for (let i = 0; i < t.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const key = t[i + k] * count + t[i + ((k + 1) % 3)];
      halfEdges.set(key, (halfEdges.get(key) ?? 0) + 1);
    }
  }
  let edges = 0;
  let closed = true;
  let manifold = true;
  for (const [key, n] of halfEdges) {
    const a = Math.floor(key / count);
    const b = key % count;
    const back = halfEdges.get(b * count + a) ?? 0;
    if (n > 1 || back > 1) manifold = false;
    if (back === 0) closed = false;
    edges += back === 0 || a < b ? 1 : 0;
  }
  return { euler: count - edges + t.length / 3, closed, manifold };
}
