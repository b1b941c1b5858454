// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vertices at one place become one; holes are counted.
import { BoxGeometry } from 'three';
import { expect, test } from 'vitest';
import { mergeVertices } from '../src/merge_vertices.js';

function box() {
  const geometry = new BoxGeometry(1, 1, 1);
  return { positions: geometry.attributes.position.array, indices: geometry.index!.array };
}

test('a box of 24 drawn vertices has 8 corners and no hole', () => {
  const { positions, indices } = box();
  const merged = mergeVertices(positions, indices);
  expect(merged.positions.length / 3).toBe(8);
  expect(merged.indices.length / 3).toBe(12);
  expect(merged.openEdges).toBe(0);
});

test('a missing face is a hole with four edges', () => {
  const { positions, indices } = box();
  expect(mergeVertices(positions, indices.slice(0, -6)).openEdges).toBe(4);
});

test('two triangles that disagree about their front are no closed surface', () => {
  const { positions, indices } = box();
  const turned = [...indices];
  [turned[0], turned[1]] = [turned[1], turned[0]];
  expect(mergeVertices(positions, turned).openEdges).toBe(3);
});

test('triangles that vanish by merging are dropped', () => {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-9];
  const merged = mergeVertices(positions, [0, 1, 2, 0, 3, 1]);
  expect([...merged.indices]).toEqual([0, 1, 2]);
  expect([...merged.source]).toEqual([0, 1, 2]);
});

test('places within the tolerance become one wherever they lie, and 0 means the same place', () => {
  const indices = [0, 1, 2];
  let state = 7; // seed 7
  const random = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  for (let round = 0; round < 2000; ++round) {
    const at = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
    const near = at.map((x) => x + (random() - 0.5) * 1.9e-6);
    const far = [at[0] + 1.5e-6, at[1], at[2]];
    const { merged } = mergeVertices([...at, ...near, ...far], indices);
    expect([...merged.subarray(0, 2)]).toEqual([0, 0]);
    expect(merged[2]).toBe(1);
  }
  const three = [0, 0, 0, 0, 0, 1e-12, -0, 0, 0];
  expect([...mergeVertices(three, indices, 0).merged]).toEqual([0, 1, 0]);
  for (const tolerance of [-1, NaN, Infinity]) {
    expect(() => mergeVertices(three, indices, tolerance)).toThrow('mergeTolerance');
  }
});

test('a large mesh is merged in a moment', () => {
  const count = 200_000;
  const positions = Float32Array.from(
    { length: 3 * count },
    (_, i) => ((i >> 1) % 977) / 977 + (i % 3),
  );
  const { merged, source } = mergeVertices(positions, [0, 1, 2]);
  expect(merged.every((vertex) => vertex < source.length)).toBe(true);
});
