// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The other side of every vertex. The base mesh is exactly mirror symmetric in x.

/** For each of the first `count` vertices the one at (-x, y, z). */
export function mirrorMap(vertices: ArrayLike<number>, count: number): Uint16Array {
  const key = (v: number, sign: number) =>
    [sign * vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]]
      .map((c) => Math.round(c * 1e4) + 0)
      .join();
  const at = new Map<string, number>();
  for (let v = 0; v < count; v++) at.set(key(v, 1), v);
  return Uint16Array.from({ length: count }, (_, v) => {
    const other = at.get(key(v, -1));
    if (other === undefined) throw new Error(`Vertex ${v} has no mirror image.`);
    return other;
  });
}
