// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Smoother shading normals: rounds of means over neighbours. The simulation's folds are as fine as its triangles, and
// on smooth cloth each of them would be a highlight of its own, as on wet latex. Only what is drawn changes.

/** Filters the normals of one cloth. */
export class NormalFilter {
  /** Neighbours of vertex v are in `list` from `first[v]` to `first[v + 1]`. */
  private readonly first: Uint32Array;
  private readonly list: Uint32Array;
  private readonly spare: Float32Array;

  constructor(
    vertexCount: number,
    triangles: Uint32Array,
    /** Pairs of vertices that become one place when they are sewn. */
    private readonly seams: Uint32Array,
  ) {
    const sets = Array.from({ length: vertexCount }, () => new Set<number>());
    for (let t = 0; t < triangles.length; t += 3) {
      for (let c = 0; c < 3; c++) {
        const [a, b] = [triangles[t + c], triangles[t + ((c + 1) % 3)]];
        sets[a].add(b);
        sets[b].add(a);
      }
    }
    this.first = new Uint32Array(vertexCount + 1);
    sets.forEach((set, v) => (this.first[v + 1] = this.first[v] + set.size));
    this.list = Uint32Array.from(sets.flatMap((set) => [...set]));
    this.spare = new Float32Array(3 * vertexCount);
  }

  /** Smooths unit normals in place. Panels that meet in a seam keep a common normal there. */
  apply(normals: Float32Array, positions: Float32Array, rounds: number): void {
    for (let round = 0; round < rounds; round++) {
      this.spare.set(normals);
      this.addNeighbours(normals);
      this.join(normals, positions);
      normalize(normals);
    }
  }

  private addNeighbours(normals: Float32Array): void {
    const { first, list, spare } = this;
    for (let v = 0, k = 0; v + 1 < first.length; v++, k += 3) {
      let [x, y, z] = [0, 0, 0];
      for (let i = first[v]; i < first[v + 1]; i++) {
        const n = 3 * list[i];
        x += spare[n];
        y += spare[n + 1];
        z += spare[n + 2];
      }
      const count = first[v + 1] - first[v] || 1;
      normals[k] += x / count;
      normals[k + 1] += y / count;
      normals[k + 2] += z / count;
    }
  }

  /** Both sides of a closed seam get the sum of both. */
  private join(normals: Float32Array, positions: Float32Array): void {
    const { seams } = this;
    for (let i = 0; i < seams.length; i += 2) {
      const [a, b] = [3 * seams[i], 3 * seams[i + 1]];
      if (positions[a] !== positions[b] || positions[a + 1] !== positions[b + 1]) continue;
      for (let c = 0; c < 3; c++) normals[a + c] = normals[b + c] = normals[a + c] + normals[b + c];
    }
  }
}

function normalize(vectors: Float32Array): void {
  for (let k = 0; k < vectors.length; k += 3) {
    const length = Math.sqrt(vectors[k] ** 2 + vectors[k + 1] ** 2 + vectors[k + 2] ** 2) || 1;
    vectors[k] /= length;
    vectors[k + 1] /= length;
    vectors[k + 2] /= length;
  }
}
