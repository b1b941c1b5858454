// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which vertices are neighbours along the skin: within some length of path over the edges of the rest mesh. Cloth cannot
// be caught between them, for it would have to lie in the crease itself.
import type { Avatar } from '../types.js';

/** Finds, once per vertex, all others within `length` metres along the skin (Dijkstra 1959). */
export class SkinReach {
  private readonly near = new Map<number, Set<number>>();
  private readonly edges: number[][];

  constructor(
    private readonly avatar: Avatar,
    private readonly length: number,
  ) {
    this.edges = Array.from({ length: avatar.positions.length / 3 }, () => []);
    const { triangles: t } = avatar;
    // every edge has two triangles, which walk it in opposite directions
    for (let i = 0; i < t.length; i++) this.edges[t[i]].push(t[i % 3 === 2 ? i - 2 : i + 1]);
  }

  /** Vertices within reach of `vertex`, itself included. */
  of(vertex: number): Set<number> {
    const known = this.near.get(vertex);
    if (known) return known;
    const done = new Set<number>();
    const far = new Map([[vertex, 0]]);
    const queue = [vertex];
    while (queue.length > 0) {
      let next = 0;
      for (let i = 1; i < queue.length; i++) {
        if (far.get(queue[i])! < far.get(queue[next])!) next = i;
      }
      const [v] = queue.splice(next, 1);
      if (done.has(v)) continue;
      done.add(v);
      for (const w of this.edges[v]) {
        const way = far.get(v)! + this.between(v, w);
        if (way > this.length || way >= (far.get(w) ?? Infinity)) continue;
        far.set(w, way);
        queue.push(w);
      }
    }
    this.near.set(vertex, done);
    return done;
  }

  private between(a: number, b: number): number {
    const p = this.avatar.positions;
    const [x, y, z] = [0, 1, 2].map((k) => p[3 * a + k] - p[3 * b + k]);
    return Math.sqrt(x * x + y * y + z * z);
  }
}
