// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The surface over 16 control points: its morphs take it exactly to where its control points are.
import { expect, it } from 'vitest';
import { bezier, bezierMorphs, bezierMoves } from '../src/bodies/bezier.js';
import { buildPrimitive } from '../src/bodies/primitive.js';
import { readScene } from './helpers/scenes.js';

const body = readScene('bezier-surface').bodies![0];
if (body.kind !== 'bezier') throw new Error('no Bezier surface');

it('has 81 x 81 vertices that follow the control points', () => {
  const rest = buildPrimitive(body).positions;
  const morphs = bezierMorphs(body, body);
  expect(new Set(morphs.flatMap(({ vertices }) => [...vertices])).size).toBe(81 * 81);
  for (const { heights } of body.moves!) {
    const moved = Float64Array.from(rest);
    morphs.forEach(({ vertices, deltas }, point) => {
      const weight = heights[point] - body.heights[point];
      vertices.forEach((vertex, i) => {
        for (let k = 0; k < 3; k++) moved[3 * vertex + k] += weight * deltas[3 * i + k];
      });
    });
    const wanted = bezier({ ...body, heights }).positions;
    const off = Array.from({ length: 3 * 81 * 81 }, (_, i) => Math.abs(moved[i] - wanted[i]));
    // places, shares and deltas lie on a grid of a micrometre; the heights of 16 points are below 0.15 m
    expect(Math.max(...off)).toBeLessThan(5e-6);
  }
});

it('moves no point by more than a fifth of a cell of 20 mm a frame', () => {
  let before = body.heights;
  for (const { seconds, heights } of body.moves!) {
    const fastest = Math.max(...heights.map((h, i) => Math.abs(h - before[i]))) / seconds;
    expect(fastest / 60).toBeLessThan(0.02 / 5);
    before = heights;
  }
  expect(bezierMoves(body).length).toBe(16 * body.moves!.length);
  expect(bezierMoves(body).at(-1)!.begin).toBe(4);
});
