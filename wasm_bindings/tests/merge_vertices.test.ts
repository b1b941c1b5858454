// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Vertices at one place become one; holes are counted.
import { BoxGeometry } from 'three';
import { expect, test } from 'vitest';
import { mergeVertices } from '../src/three/merge_vertices.js';

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
