// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Smooth vertex normals: the sum of the faces around a vertex, weighted by their area.

/** Writes unit normals of a triangle mesh; `normals` is as long as `positions`. */
export function vertexNormals(
  positions: Float32Array,
  triangles: Uint32Array,
  normals: Float32Array,
): void {
  normals.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (const k of [a, b, c]) {
      normals[k] += nx;
      normals[k + 1] += ny;
      normals[k + 2] += nz;
    }
  }
  for (let k = 0; k < normals.length; k += 3) {
    const length = Math.hypot(normals[k], normals[k + 1], normals[k + 2]) || 1;
    normals[k] /= length;
    normals[k + 1] /= length;
    normals[k + 2] /= length;
  }
}

/** Unit normals that are one where points are one: the edges of a picture's islands would show as partings in hair. */
export function weldedNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const first = new Map<string, number>();
  const weld = Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
    const key = positions.subarray(3 * v, 3 * v + 3).join();
    if (!first.has(key)) first.set(key, v);
    return first.get(key)!;
  });
  const welded = triangles.map((v) => weld[v]);
  const normals = new Float32Array(positions.length);
  vertexNormals(positions, welded, normals);
  weld.forEach((from, v) => normals.copyWithin(3 * v, 3 * from, 3 * from + 3));
  return normals;
}
