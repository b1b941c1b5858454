// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is pinned to a body rides in the frame of its skin: it turns when the body turns.
import * as THREE from 'three';
import { beforeAll, expect, test } from 'vitest';
import { Weft, type Pin } from '../src/main.js';
import { mergeVertices } from '../src/three/index.js';
import { loadWeft } from './support.js';

const RADIUS = 0.2; // m
const GAP = 0.008; // m
const SIDES = 24;

let weft: Weft;
beforeAll(async () => {
  weft = await loadWeft();
});

function cylinder() {
  const { attributes, index } = new THREE.CylinderGeometry(RADIUS, RADIUS, 0.4, SIDES, 4);
  return mergeVertices(attributes.position.array, index!.array, 1e-4);
}

/** A band around the cylinder, its upper ring pinned to the nearest vertices of the body. */
function band(body: Float32Array) {
  const positions: number[] = [];
  const indices: number[] = [];
  const pins: Pin[] = [];
  for (let i = 0; i < SIDES; ++i) {
    const angle = (2 * Math.PI * i) / SIDES;
    const [x, z] = [Math.sin(angle) * (RADIUS + GAP), Math.cos(angle) * (RADIUS + GAP)];
    positions.push(x, 0.1, z, x, 0.05, z);
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => (2 * i + k) % (2 * SIDES));
    indices.push(a, b, c, c, b, d);
    pins.push({ vertex: 2 * i, kind: 'body', body: 0, element: nearest(body, [x, 0.1, z]) });
  }
  return { positions, indices, pins };
}

function nearest(body: Float32Array, [x, y, z]: number[]): number {
  let [best, least] = [0, Infinity];
  for (let v = 0; v < body.length / 3; ++v) {
    const d = Math.hypot(body[3 * v] - x, body[3 * v + 1] - y, body[3 * v + 2] - z);
    if (d < least) [best, least] = [v, d];
  }
  return best;
}

function turned(positions: ArrayLike<number>, by: THREE.Matrix4): Float32Array {
  const to = Float32Array.from(positions);
  for (let v = 0; v < to.length / 3; ++v) {
    new THREE.Vector3()
      .fromArray(positions, 3 * v)
      .applyMatrix4(by)
      .toArray(to, 3 * v);
  }
  return to;
}

// About its own axis, about another, and along a way.
test.each<[string, (t: number) => THREE.Matrix4]>([
  ['its axis', (t) => new THREE.Matrix4().makeRotationY(Math.PI * t)],
  [
    'a tilted axis',
    (t) => new THREE.Matrix4().makeRotationAxis(new THREE.Vector3(0.6, 0, 0.8), Math.PI * t),
  ],
  ['a way', (t) => new THREE.Matrix4().makeRotationY(Math.PI * t).setPosition(t, 0, -t)],
])('a ring 8 mm outside a cylinder stays there while it turns half round: %s', (_, matrixAt) => {
  const world = weft.createWorld();
  const { positions, indices } = cylinder();
  const body = world.addBody({ positions, indices });
  const cloth = world.addCloth(band(positions));
  const start = Float32Array.from(cloth.positions);
  for (let step = 1; step <= 120; ++step) {
    const matrix = matrixAt(step / 120);
    body.setPositions(turned(positions, matrix));
    const report = world.step();
    expect(report.crossingsBody).toBe(0);
    const expected = turned(start, matrix);
    for (let v = 0; v < 2 * SIDES; v += 2) {
      const at = new THREE.Vector3().fromArray(cloth.positions, 3 * v);
      expect(at.distanceTo(new THREE.Vector3().fromArray(expected, 3 * v))).toBeLessThan(1e-5);
    }
  }
  world.dispose();
});

test('the report counts the seams that are open', () => {
  const world = weft.createWorld();
  const square = (x: number) => [x, 1, 0, x + 0.1, 1, 0, x, 1, 0.1, x + 0.1, 1, 0.1];
  world.addCloth({
    positions: [...square(0), ...square(0.105)],
    indices: [0, 2, 1, 1, 2, 3, 4, 6, 5, 5, 6, 7],
    seams: [1, 4, 3, 6],
    seamCloseSeconds: 0.2,
  });
  expect(world.step().seamsOpen).toBe(2);
  let open = 2;
  for (let step = 0; step < 60; ++step) {
    const now = world.step().seamsOpen;
    expect(now).toBeLessThanOrEqual(open);
    open = now;
  }
  expect(open).toBe(0);
  expect([...world.cloths[0].mergeMap]).toEqual([0, 1, 2, 3, 1, 5, 3, 7]);
  world.dispose();
});
