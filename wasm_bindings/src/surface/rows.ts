// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vertices that are weighted sums of the vertices of a coarser mesh.

/** A weighted sum of vertices, by their numbers. */
export type Row = Map<number, number>;

/** The sum of rows, each times a number. */
export function sumOf(...terms: [Row, number][]): Row {
  const sum: Row = new Map();
  for (const [row, times] of terms) {
    for (const [vertex, weight] of row) sum.set(vertex, (sum.get(vertex) ?? 0) + times * weight);
  }
  return sum;
}

/** Rows one behind the other, for many sums a second. */
export class PackedRows {
  /** Row r is from `first[r]` to `first[r + 1]`. */
  readonly first: Uint32Array;
  readonly vertices: Uint32Array;
  readonly weights: Float32Array;

  constructor(rows: readonly Row[]) {
    this.first = new Uint32Array(rows.length + 1);
    rows.forEach((row, r) => (this.first[r + 1] = this.first[r] + row.size));
    this.vertices = new Uint32Array(this.first[rows.length]);
    this.weights = new Float32Array(this.vertices.length);
    let at = 0;
    for (const row of rows) {
      for (const [vertex, weight] of row) {
        this.vertices[at] = vertex;
        this.weights[at++] = weight;
      }
    }
  }

  /** The sums over values of `width` numbers a vertex. */
  apply(values: ArrayLike<number>, width: number, out: Float32Array): Float32Array {
    const { first, vertices, weights } = this;
    if (width === 3) return this.applyTriples(values, out);
    for (let r = 0; r + 1 < first.length; ++r) {
      for (let c = 0; c < width; ++c) {
        let sum = 0;
        for (let i = first[r]; i < first[r + 1]; ++i) {
          sum += weights[i] * values[width * vertices[i] + c];
        }
        out[width * r + c] = sum;
      }
    }
    return out;
  }

  private applyTriples(values: ArrayLike<number>, out: Float32Array): Float32Array {
    const { first, vertices, weights } = this;
    for (let r = 0; r + 1 < first.length; ++r) {
      let [x, y, z] = [0, 0, 0];
      for (let i = first[r]; i < first[r + 1]; ++i) {
        const at = 3 * vertices[i];
        const w = weights[i];
        x += w * values[at];
        y += w * values[at + 1];
        z += w * values[at + 2];
      }
      out[3 * r] = x;
      out[3 * r + 1] = y;
      out[3 * r + 2] = z;
    }
    return out;
  }
}
