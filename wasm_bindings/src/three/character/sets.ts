// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Disjoint sets of numbers, for connected pieces and for corners that are one vertex (Tarjan 1975).

/** Sets over 0 .. count-1; each number begins alone. */
export class DisjointSets {
  private readonly parent: Uint32Array;

  constructor(count: number) {
    this.parent = Uint32Array.from({ length: count }, (_, i) => i);
  }

  /** The smallest number of a set stands for it. */
  find(item: number): number {
    const { parent } = this;
    while (parent[item] !== item) {
      parent[item] = parent[parent[item]];
      item = parent[item];
    }
    return item;
  }

  /** Makes two sets one. */
  join(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    this.parent[Math.max(first, second)] = Math.min(first, second);
  }
}
