// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A world that changes while it runs: things come and go, pins, hands, wind, fabric, groups, rays.
import { beforeAll, expect, test } from 'vitest';
import { WeftError, type Cloth, type Weft, type World } from '../src/index.js';
import { box, loadWeft, sheet } from './support.js';

let weft: Weft;
beforeAll(async () => {
  weft = await loadWeft();
});

const steps = (world: World, count: number) => {
  for (let i = 0; i < count; ++i) {
    world.step();
  }
};

const placeOf = (cloth: Cloth, vertex: number) => [
  ...cloth.positions.subarray(3 * vertex, 3 * vertex + 3),
];

const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof WeftError ? error.code : String(error);
  }
  return 'nothing thrown';
};
const INVALID = 'WEFT_ERROR_INVALID_ARGUMENT';

test('bodies and cloths come and go, and what is gone says so', () => {
  using world = weft.createWorld();
  const body = world.addBody(box(0.2));
  const first = world.addCloth(sheet(6, 0.2, 0.12));
  const second = world.addCloth(sheet(8, 0.3, 0.3));
  steps(world, 3);
  const grab = second.grab(0);
  world.removeCloth(second);
  expect(world.cloths).toEqual([first]);
  expect(second.isRemoved).toBe(true);
  expect(grab.isHolding).toBe(false);
  expect(codeOf(() => second.positions)).toBe(INVALID);
  expect(codeOf(() => second.pin(0))).toBe(INVALID);
  expect(codeOf(() => second.grab(0))).toBe(INVALID);
  expect(codeOf(() => world.removeCloth(second))).toBe(INVALID);
  steps(world, 3);
  const third = world.addCloth(sheet(5, 0.2, 0.4));
  expect(third.index).toBe(1);
  expect(third.id).not.toBe(second.id);
  steps(world, 3);
  world.removeBody(body);
  expect(codeOf(() => body.setPositions(new Float32Array(24)))).toBe(INVALID);
  expect(codeOf(() => body.positions)).toBe(INVALID);
  steps(world, 30);
  expect(placeOf(first, 0)[1]).toBeLessThan(-0.3);
});

test('a world that is gone takes no threads and has no figures', () => {
  const world = weft.createWorld();
  world.setThreadCount(1);
  expect(world.figures()).toEqual([]);
  world.dispose();
  expect(codeOf(() => world.setThreadCount(1))).toBe(INVALID);
  expect(codeOf(() => world.figures())).toBe(INVALID);
});

test('memory of what is removed is used again', () => {
  using world = weft.createWorld();
  steps(world, 1);
  for (let i = 0; i < 3; ++i) {
    world.removeCloth(world.addCloth(sheet(24, 1, 1)));
    steps(world, 1);
  }
  const { memoryBytes } = weft;
  const held = world.memoryBytes;
  for (let i = 0; i < 6; ++i) {
    const cloth = world.addCloth(sheet(24, 1, 1));
    steps(world, 1);
    world.removeCloth(cloth);
    steps(world, 1);
  }
  expect(weft.memoryBytes).toBe(memoryBytes);
  expect(world.memoryBytes).toBe(held);
});

test('pins hold, move and let go', () => {
  using world = weft.createWorld();
  const cloth = world.addCloth(sheet(6, 0.2, 1));
  const corner = placeOf(cloth, 0);
  cloth.pin(0);
  cloth.pin(5, { x: 0.1, y: 1, z: -0.1 }, { stiffness: 500 });
  steps(world, 60);
  expect(placeOf(cloth, 0)).toEqual(corner);
  expect(placeOf(cloth, 5)[1]).toBeGreaterThan(0.9);
  expect(placeOf(cloth, 35)[1]).toBeLessThan(0.9);
  const up = [corner[0], corner[1] + 0.2, corner[2]];
  cloth.pin(0, up);
  steps(world, 30);
  placeOf(cloth, 0).forEach((x, axis) => expect(x).toBeCloseTo(up[axis], 5));
  cloth.unpin([0]);
  cloth.unpin();
  steps(world, 60);
  expect(placeOf(cloth, 0)[1]).toBeLessThan(0);
  expect(codeOf(() => cloth.pin(36))).toBe(INVALID);
  expect(codeOf(() => cloth.pin(0.5))).toBe(INVALID);
  expect(codeOf(() => cloth.pin(0, [0, NaN, 0]))).toBe(INVALID);
  expect(codeOf(() => cloth.pin(0, [0, 9, 0]))).toBe(INVALID);
  expect(codeOf(() => cloth.unpin([99]))).toBe(INVALID);
});

test('vertices are pinned to the skin that is nearest, or to that of a bone', () => {
  using world = weft.createWorld();
  const { positions, indices } = box(0.2);
  const boneIndices = new Uint16Array(32);
  const boneWeights = new Uint16Array(32);
  for (let v = 0; v < 8; ++v) {
    boneIndices[4 * v] = v & 1; // the right half follows bone 1
    boneWeights[4 * v] = 65535;
  }
  const body = world.addBody({
    positions,
    indices,
    boneIndices,
    boneWeights,
    boneHeads: new Float32Array(6),
  });
  const cloth = world.addCloth(sheet(5, 0.2, 0.2));
  const before = placeOf(cloth, 0);
  cloth.pinTo(
    { body, bones: [{ name: 'left' }, { name: 'right' }] },
    { vertices: [0], bone: 'right' },
  );
  cloth.pinTo(body, { vertices: new Uint32Array([4]) });
  steps(world, 2);
  const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const moved = [1, 0, 0, 0, 0, 1, 0, 0.01, 0, 0, 1, 0];
  for (let i = 1; i <= 5; ++i) {
    moved[7] = 0.01 * i;
    body.setPose([...moved, ...still]); // the left half rises
    steps(world, 1);
  }
  // Its triangle has corners on both halves: it may turn, but its vertex stays.
  expect(Math.abs(placeOf(cloth, 0)[1] - before[1])).toBeLessThan(0.15);
  expect(codeOf(() => cloth.pinTo(body, { vertices: [0], bone: 2 }))).toBe(INVALID);
  expect(codeOf(() => cloth.pinTo(body, { vertices: [0], bone: 'tail' }))).toBe(INVALID);
  expect(codeOf(() => cloth.pinTo(body, { vertices: [25] }))).toBe(INVALID);
  world.removeBody(body);
  expect(codeOf(() => cloth.pinTo(body, { vertices: [0] }))).toBe(INVALID);
});

test('a vertex that is pinned to a body turns with it, and goes where a closed form says', () => {
  using world = weft.createWorld({ gravity: [0, 0, 0] });
  const { positions, indices } = box(0.2);
  const body = world.addBody({
    positions,
    indices,
    boneIndices: new Uint16Array(32),
    boneWeights: new Uint16Array(32).map((_, i) => (i % 4 === 0 ? 65535 : 0)),
    boneHeads: new Float32Array(3),
  });
  const cloth = world.addCloth(sheet(5, 0.2, 0.2));
  const held = [0, 12, 24];
  const before = held.map((vertex) => placeOf(cloth, vertex));
  cloth.pinTo(body, { vertices: held });
  for (let step = 1; step <= 60; ++step) {
    const [angle, rise] = [step / 40, step / 400];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    body.setPose([c, 0, s, 0, 0, 1, 0, rise, -s, 0, c, 0]);
    steps(world, 1);
    held.forEach((vertex, k) => {
      const [x, y, z] = before[k];
      const expected = [c * x + s * z, y + rise, c * z - s * x];
      placeOf(cloth, vertex).forEach((at, axis) => {
        expect(Math.abs(at - expected[axis])).toBeLessThan(1e-5);
      });
    });
  }
});

test('cloth is pinned to the nearest place of the skin, not to the nearest vertex', () => {
  using world = weft.createWorld({ gravity: [0, 0, 0] });
  // A large box and a small one above its edge, on a bone each; the small one has the nearer vertices.
  const [large, small] = [box(0.4), box(0.02)];
  const vertices = [
    ...large.positions,
    ...small.positions.map((x, i) => x + [0, 0.24, 0.15][i % 3]),
  ];
  const boneIndices = Uint16Array.from({ length: 64 }, (_, i) => (i % 4 === 0 && i >= 32 ? 1 : 0));
  const body = world.addBody({
    positions: vertices,
    indices: [...large.indices, ...small.indices.map((corner) => corner + 8)],
    boneIndices,
    boneWeights: new Uint16Array(64).map((_, i) => (i % 4 === 0 ? 65535 : 0)),
    boneHeads: new Float32Array(6),
  });
  const cloth = world.addCloth(sheet(3, 0.05, 0.21));
  const before = placeOf(cloth, 4);
  cloth.pinTo(body, { vertices: [4] });
  const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const away = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  steps(world, 1);
  for (let step = 1; step <= 10; ++step) {
    away[3] = 0.01 * step;
    body.setPose([...still, ...away]); // the small one goes away
    steps(world, 1);
  }
  placeOf(cloth, 4).forEach((x, axis) => expect(x).toBeCloseTo(before[axis], 5));
  cloth.pinTo(body, { vertices: [4], bone: 1 });
  steps(world, 1);
  away[3] += 0.01;
  body.setPose([...still, ...away]);
  steps(world, 1);
  expect(placeOf(cloth, 4)[0]).toBeCloseTo(before[0] + 0.01, 5);
});

/** A bar along x of 5 rings of 4; the first two follow bone 0, the middle one both bones, the last two bone 1. */
function bendingBar() {
  const positions: number[] = [];
  const indices: number[] = [0, 2, 1, 0, 3, 2, 16, 17, 18, 16, 18, 19];
  const boneWeights: number[] = [];
  const boneIndices: number[] = [];
  for (let ring = 0; ring < 5; ++ring) {
    const shares = [1, 1, 0.6, 0, 0];
    for (let k = 0; k < 4; ++k) {
      positions.push(
        0.1 * (ring - 2),
        [-0.05, 0.05, 0.05, -0.05][k],
        [-0.05, -0.05, 0.05, 0.05][k],
      );
      boneWeights.push(shares[ring], 1 - shares[ring], 0, 0);
      boneIndices.push(0, 1, 0, 0);
      const [a, b] = [4 * ring + k, 4 * ring + ((k + 1) % 4)];
      if (ring < 4) indices.push(a, b, b + 4, a, b + 4, a + 4);
    }
  }
  const boneHeads = [0, 0, 0, 0, 0, 0];
  return { positions, indices, boneIndices, boneWeights, boneHeads };
}

test('cloth that hangs off the skin moves with the bone, not with the skin that bends', () => {
  const farthest = (height: number) => {
    using world = weft.createWorld({ gravity: [0, 0, 0] });
    const body = world.addBody(bendingBar());
    const cloth = world.addCloth(sheet(3, 0.1, height)); // from x = -0.05 to 0.05
    const held = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((v) => placeOf(cloth, v)[0] < 0.04);
    cloth.pinTo(body, { vertices: held });
    const before = held.map((v) => placeOf(cloth, v));
    const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    for (let step = 0; step <= 10; ++step) {
      body.setPose([...still, ...still.map((x, i) => (i === 3 ? 0.002 * step : x))]);
      steps(world, 1);
    }
    return Math.max(...held.map((v, k) => Math.abs(placeOf(cloth, v)[0] - before[k][0])));
  };
  expect(farthest(0.06)).toBeGreaterThan(0.005); // on the skin
  expect(farthest(0.13)).toBeLessThan(1e-5);
});

test('several hands hold, and one more never lets go of another', () => {
  using world = weft.createWorld();
  const cloth = world.addCloth(sheet(10, 0.3, 1));
  const grips = [0, 9, 90, 99].map((vertex) => cloth.grab(vertex));
  const corners = [0, 9, 90, 99].map((vertex) => placeOf(cloth, vertex)[1]);
  steps(world, 60);
  [0, 9, 90, 99].forEach((vertex, i) =>
    expect(Math.abs(placeOf(cloth, vertex)[1] - corners[i])).toBeLessThan(0.05),
  );
  expect(world.grabs).toHaveLength(4);
  const snapshot = world.snapshot();
  grips[0].release();
  grips[0].release();
  expect(codeOf(() => grips[0].moveTo([0, 0, 0]))).toBe(INVALID);
  const more = [1, 2, 3, 4, 5].map((vertex) => cloth.grab(vertex));
  expect(codeOf(() => cloth.grab(6))).toBe(INVALID);
  more.forEach((grab) => grab.release());
  steps(world, 60);
  expect(placeOf(cloth, 0)[1]).toBeLessThan(0.9);
  world.restore(snapshot);
  expect(world.grabs.map(({ vertex }) => vertex).sort((a, b) => a - b)).toEqual([0, 9, 90, 99]);
  expect(grips[1].isHolding).toBe(true);
  grips[1].moveTo(new Float32Array([0.1, 1.1, -0.1]));
  steps(world, 60);
  expect(placeOf(cloth, 9)[1]).toBeGreaterThan(1.03);
});

test('a ray finds the closest thing, and a hand takes hold there', () => {
  using world = weft.createWorld();
  const body = world.addBody(box(0.2));
  const cloth = world.addCloth(sheet(11, 0.4, 0.3));
  const hit = world.pick([0.005, 1, 0.003], [0, -2, 0])!;
  expect(hit.cloth).toBe(cloth);
  expect(hit.body).toBeUndefined();
  expect(hit.distance).toBeCloseTo(0.7, 6);
  expect(hit.vertex).toBe(60);
  expect(hit.barycentric.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 9);
  const corners = [...cloth.indices.subarray(3 * hit.triangle, 3 * hit.triangle + 3)];
  [0, 1, 2].forEach((axis) => {
    const blend = corners.map((v, k) => hit.barycentric[k] * cloth.positions[3 * v + axis]);
    expect(blend[0] + blend[1] + blend[2]).toBeCloseTo(hit.place[axis], 6);
  });
  expect(world.pick([0, -1, 0], [0, 1, 0])!.body).toBe(body);
  expect(world.pick([0, 1, 0], [0, -1, 0], { cloths: [] })!.body).toBe(body);
  expect(world.pick([0, 1, 0], [0, -1, 0], { bodies: [], maxDistance: 0.5 })).toBeUndefined();
  expect(world.pick([0, 1, 0], [0, 1, 0])).toBeUndefined();
  expect(world.pick([0.3, 1, 0], [0, -1, 0])).toBeUndefined();
  const grab = cloth.grab(hit);
  steps(world, 20);
  expect(grab.isHolding).toBe(true);
  expect(placeOf(cloth, 60)[1]).toBeGreaterThan(0.27);
  expect(codeOf(() => world.pick([0, 0, 0], [0, 0, 0]))).toBe(INVALID);
  expect(codeOf(() => world.pick([0, 0], [0, 0, 1]))).toBe(INVALID);
});

test('wind, gravity and fabric change by verbs', () => {
  using world = weft.createWorld();
  const cloth = world.addCloth(sheet(6, 0.2, 1));
  world.setGravity([0, 0, 0]);
  world.setWind([3, 0, 0], 0.1);
  cloth.setFabric({ density: 0.05 });
  steps(world, 30);
  expect(placeOf(cloth, 0)[0]).toBeGreaterThan(-0.09);
  expect(cloth.fabric.density).toBeCloseTo(0.05, 6);
  const { stretchWarp } = weft.fabric('cotton');
  expect(cloth.fabric.stretchWarp).toBe(stretchWarp);
  cloth.setFabric('denim');
  steps(world, 1);
  expect(cloth.fabric).toEqual(weft.fabric('denim'));
  cloth.setFabric({ preset: 'silk', poisson: 0.5, compression: 0.3 });
  steps(world, 1);
  expect(cloth.fabric.poisson).toBe(0.5);
  expect(cloth.fabric.bendWarp).toBe(weft.fabric('silk').bendWarp);
  expect(codeOf(() => cloth.setFabric({ density: 99 }))).toBe(INVALID);
  expect(codeOf(() => cloth.setFabric({ poisson: 0.5, compression: 0.1 }))).toBe(INVALID);
  expect(codeOf(() => cloth.setFabric('paper'))).toBe(INVALID);
  expect(codeOf(() => cloth.setFabric({ weight: 1 } as never))).toBe(INVALID);
});

test('groups say who touches whom', () => {
  using world = weft.createWorld();
  world.addBody({ ...box(0.2), group: 2 });
  const ghost = world.addCloth({ ...sheet(6, 0.15, 0.15), group: 4, mask: 1 | 4 });
  const solid = world.addCloth({ ...sheet(6, 0.15, 0.2), mask: 2 });
  steps(world, 60);
  expect(placeOf(ghost, 14)[1]).toBeLessThan(-1);
  expect(placeOf(solid, 14)[1]).toBeGreaterThan(0.09);
  solid.setCollision({ mask: 1 });
  steps(world, 60);
  expect(placeOf(solid, 14)[1]).toBeLessThan(0);
  expect(codeOf(() => solid.setCollision({ group: 65536 }))).toBe(INVALID);
  expect(codeOf(() => world.addBody({ ...box(0.2), mask: -1 }))).toBe(INVALID);
});

test('a world at rest sleeps, and wakes', () => {
  using world = weft.createWorld();
  world.addBody(box(0.2));
  const cloth = world.addCloth(sheet(6, 0.18, 0.105));
  let slept = 0;
  for (let i = 0; i < 400 && slept < 10; ++i) {
    slept += world.step().asleep;
  }
  expect(slept).toBe(10);
  const grab = cloth.grab(0, { place: [-0.1, 0.2, -0.1] });
  expect(world.step().asleep).toBe(0);
  grab.release();
});

test('where nobody is to sleep nobody does', () => {
  using world = weft.createWorld({ sleep: false });
  world.addBody(box(0.2));
  const cloth = world.addCloth(sheet(6, 0.18, 0.105));
  for (let i = 0; i < 400; ++i) {
    const report = world.step();
    expect([report.asleep, report.clothsAsleep, cloth.isAsleep]).toEqual([0, 0, false]);
  }
});

test('cloth sleeps alone', () => {
  using world = weft.createWorld();
  world.addBody(box(0.2));
  const lying = world.addCloth(sheet(6, 0.18, 0.105));
  const held = world.addCloth(sheet(6, 0.18, 2));
  const hand = held.grab(0, { place: [0, 2, 0] });
  for (let i = 0; i < 600 && !lying.isAsleep; ++i) {
    world.step();
  }
  const before = Float32Array.from(lying.positions);
  const report = world.step();
  expect([lying.isAsleep, held.isAsleep, report.clothsAsleep, report.asleep]).toEqual([
    true,
    false,
    1,
    0,
  ]);
  expect(Float32Array.from(lying.positions)).toEqual(before);
  lying.setFabric('denim');
  world.step();
  expect(lying.isAsleep).toBe(false);
  hand.release();
});
