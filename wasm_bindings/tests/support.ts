// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the tests of the real module share.
import { readFileSync } from 'node:fs';
import { Weft, type BodyOptions, type ClothOptions, type LoadOptions } from '../src/index.js';

const bytes = readFileSync(new URL('../dist/weft.wasm', import.meta.url));

/** A fresh instance of the built module. */
export function loadWeft(options: LoadOptions = {}): Promise<Weft> {
  return Weft.load({ bytes, ...options });
}

/** Options whose arrays are the typed ones. */
type Typed<T> = T & { positions: Float32Array; indices: Uint32Array };

/** A square sheet in the plane y = height, n x n vertices. */
export function sheet(n: number, size: number, height: number): Typed<ClothOptions> {
  const positions = new Float32Array(3 * n * n);
  const indices: number[] = [];
  for (let row = 0; row < n; ++row) {
    for (let column = 0; column < n; ++column) {
      const v = row * n + column;
      positions.set([(column / (n - 1) - 0.5) * size, height, (row / (n - 1) - 0.5) * size], 3 * v);
      if (row + 1 < n && column + 1 < n) {
        indices.push(v, v + n, v + 1, v + 1, v + n, v + n + 1);
      }
    }
  }
  return { positions, indices: Uint32Array.from(indices), name: 'sheet' };
}

/** A closed box around the origin. */
export function box(size: number): Typed<BodyOptions> {
  const h = size / 2;
  const positions = new Float32Array(24);
  for (let v = 0; v < 8; ++v) {
    positions.set([v & 1 ? h : -h, v & 2 ? h : -h, v & 4 ? h : -h], 3 * v);
  }
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  return { positions, indices: Uint32Array.from(indices), name: 'box' };
}

/** Repeatable numbers from -1 to 1 (Steele, Lea and Flood's SplitMix with 32 bits). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 31 - 1;
  };
}
