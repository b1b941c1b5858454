// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A rectangular sheet of cloth: a grid of vertices whose diagonals alternate, so that neither direction of
// shear is preferred. It lies in the XZ plane, weft along +X, warp along -Z, its face up.

export interface Sheet {
  positions: Float64Array;
  material: Float64Array;
  triangles: Uint32Array;
}

/** A sheet of `size` (along weft, along warp), `columns` by `rows` vertices, its middle at the origin. */
export function gridSheet(size: [number, number], columns: number, rows: number): Sheet {
  const positions = new Float64Array(3 * columns * rows);
  const material = new Float64Array(2 * columns * rows);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      const x = (size[0] * c) / (columns - 1);
      const y = (size[1] * r) / (rows - 1);
      material.set([x, y], 2 * i);
      positions.set([x - size[0] / 2, 0, size[1] / 2 - y], 3 * i);
    }
  }
  return { positions, material, triangles: gridTriangles(columns, rows) };
}

function gridTriangles(columns: number, rows: number): Uint32Array {
  const triangles: number[] = [];
  for (let r = 0; r + 1 < rows; r++) {
    for (let c = 0; c + 1 < columns; c++) {
      const a = r * columns + c;
      const [b, d, e] = [a + 1, a + columns, a + columns + 1];
      if ((r + c) % 2 === 0) triangles.push(a, b, e, a, e, d);
      else triangles.push(a, b, d, b, e, d);
    }
  }
  return Uint32Array.from(triangles);
}
