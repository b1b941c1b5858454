// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which vertices are neighbours along the skin: within some length of path over the edges of the rest mesh. Cloth cannot
// be caught between them, for it would have to lie in the crease itself.
import type { Avatar } from '../types.js';

/** Finds, once per vertex, all others within `length` metres along the skin: ways are shortened in a queue (Moore 1959). */
export class SkinReach {
  private readonly near = new Map<number, Set<number>>();
  private readonly edges: number[][];
  /** Ways from the vertex that is looked at, m. */
  private readonly far: Float64Array;

  constructor(
    private readonly avatar: Avatar,
    private readonly length: number,
  ) {
    this.edges = Array.from({ length: avatar.positions.length / 3 }, () => []);
    this.far = new Float64Array(this.edges.length).fill(Infinity);
    const { triangles: t } = avatar;
    // every edge has two triangles, which walk it in opposite directions
    for (let i = 0; i < t.length; i++) this.edges[t[i]].push(t[i % 3 === 2 ? i - 2 : i + 1]);
  }

  /** Vertices within reach of `vertex`, itself included. */
  of(vertex: number): Set<number> {
    const known = this.near.get(vertex);
    if (known) return known;
    const { far, edges } = this;
    const reached = [vertex];
    const queue = [vertex];
    far[vertex] = 0;
    for (let at = 0; at < queue.length; at++) {
      const v = queue[at];
      for (const w of edges[v]) {
        const way = far[v] + this.between(v, w);
        if (way > this.length || way >= far[w]) continue;
        if (far[w] === Infinity) reached.push(w);
        far[w] = way;
        queue.push(w);
      }
    }
    for (const v of reached) far[v] = Infinity;
    const near = new Set(reached);
    this.near.set(vertex, near);
    return near;
  }

  private between(a: number, b: number): number {
    const p = this.avatar.positions;
    const x = p[3 * a] - p[3 * b];
    const y = p[3 * a + 1] - p[3 * b + 1];
    const z = p[3 * a + 2] - p[3 * b + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }
}
