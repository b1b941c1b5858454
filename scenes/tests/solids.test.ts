// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { signedVolume, topology } from '../src/bodies/mesh.js';
import { buildPrimitive } from '../src/bodies/primitive.js';
import type { SceneBody } from '../src/scene.js';

type Primitive = Exclude<SceneBody, { kind: 'avatar' }>;

const SOLIDS: { body: Primitive; euler: number; volume: number }[] = [
  { body: { kind: 'sphere', radius: 0.3 }, euler: 2, volume: (4 / 3) * Math.PI * 0.027 },
  {
    body: { kind: 'torus', ring: 0.3, tube: 0.1 },
    euler: 0,
    volume: 2 * Math.PI ** 2 * 0.3 * 0.01,
  },
  { body: { kind: 'cube', size: 0.4 }, euler: 2, volume: 0.064 },
  { body: { kind: 'cone', radius: 0.3, height: 0.5 }, euler: 2, volume: Math.PI * 0.045 * (1 / 3) },
  { body: { kind: 'table', radius: 0.35 }, euler: 2, volume: Math.PI * 0.35 ** 2 * 0.03 },
  {
    body: { kind: 'plane', size: [1, 2], rotate: [0, 0, 20] },
    euler: 2,
    volume: 0.04,
  },
  { body: { kind: 'floor' }, euler: 2, volume: 0.8 },
  // over its lowest point by a quarter of its side; the mean of all control points is 0.05
  {
    body: {
      kind: 'bezier',
      size: 0.8,
      divisions: 20,
      heights: Array.from({ length: 16 }, (_, k) => 0.1 * (k % 2)),
    },
    euler: 2,
    volume: 0.8 * 0.8 * 0.25,
  },
];

describe('primitive bodies', () => {
  it.each(SOLIDS)('$body.kind is closed, manifold and faces outward', ({ body, euler, volume }) => {
    const mesh = buildPrimitive(body);
    expect(topology(mesh)).toEqual({ euler, closed: true, manifold: true });
    const ratio = signedVolume(mesh) / volume;
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(1.02);
  });

  it('stands where it is told', () => {
    const { positions } = buildPrimitive({ kind: 'floor', at: [0, 1, 0] });
    const heights = positions.filter((_, i) => i % 3 === 1);
    expect(Math.max(...heights)).toBe(1);
    expect(Math.min(...heights)).toBeCloseTo(0.95, 5);
  });

  it('turns about Z by degrees', () => {
    const plane = buildPrimitive({ kind: 'plane', size: [2, 2], rotate: [0, 0, 20] });
    const xs = plane.positions.filter((_, i) => i % 3 === 0);
    const ys = plane.positions.filter((_, i) => i % 3 === 1);
    expect(Math.max(...ys)).toBeCloseTo(Math.sin((20 * Math.PI) / 180), 3);
    expect(Math.max(...xs)).toBeLessThan(1);
  });
});
