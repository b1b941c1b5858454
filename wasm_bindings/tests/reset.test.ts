// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A reset goes back to step 0 with all objects that there are, and the run that follows has the same bits.
import { beforeAll, expect, test } from 'vitest';
import { Weft, type World } from '../src/main.js';
import { box, loadWeft, sheet } from './support.js';

let weft: Weft;
beforeAll(async () => {
  weft = await loadWeft();
});

function run(world: World, steps: number): string {
  for (let step = 0; step < steps; ++step) world.step();
  return world.hash();
}

const first = { ...sheet(6, 0.3, 0.4), pins: [{ vertex: 0, kind: 'fixed' as const }] };
const second = { ...sheet(5, 0.2, 0.6), name: 'second' };

test('a reset repeats the run bit for bit, live events apart', () => {
  const world = weft.createWorld();
  world.addBody(box(0.2));
  world.addCloth(first);
  world.pushEvent({ kind: 'wind', step: 5, p: [1, 0, 0, 0] });
  const once = run(world, 30);
  world.pushEvent({ kind: 'gravity', p: [0, 5, 0] });
  run(world, 7);
  for (let again = 0; again < 2; ++again) {
    world.reset();
    expect(world.stepCount).toBe(0);
    expect(Array.from(world.cloths[0].positions)).toEqual(Array.from(first.positions));
    expect(run(world, 30)).toBe(once);
  }
  world.dispose();
});

test('what was added on the way is there at step 0', () => {
  const together = weft.createWorld();
  together.addBody(box(0.2));
  together.addCloth(first);
  together.addCloth(second);
  const expected = run(together, 40);
  const world = weft.createWorld();
  world.addBody(box(0.2));
  world.addCloth(first);
  run(world, 77);
  const late = world.addCloth(second);
  world.reset();
  expect(world.stepCount).toBe(0);
  expect(run(world, 40)).toBe(expected);
  late.positions; // is still a cloth of this world
  world.reset();
  expect(run(world, 40)).toBe(expected);
  together.dispose();
  world.dispose();
});

test('a body goes back to where it was put before its first step', () => {
  const world = weft.createWorld();
  const body = world.addBody(box(0.2));
  const home = body.positions.map((x, i) => (i % 3 === 1 ? x + 0.5 : x));
  body.setPositions(home);
  world.addCloth(first);
  run(world, 2);
  body.setPositions(home.map((x) => x + 0.01));
  run(world, 2);
  expect(body.positions[0]).toBeCloseTo(home[0] + 0.01, 5);
  world.reset();
  expect(Array.from(body.positions)).toEqual(Array.from(home));
  world.step();
  expect(Array.from(body.positions)).toEqual(Array.from(home));
  world.dispose();
});

test('what was removed stays away, and its pins with it', () => {
  const world = weft.createWorld();
  const body = world.addBody(box(0.2));
  const cloth = world.addCloth({
    ...second,
    pins: [{ vertex: 0, kind: 'body', body: 0, element: 0 }],
  });
  world.addCloth(first);
  world.pushEvent({ kind: 'damping', step: 90, target: 1, p: [1] });
  run(world, 10);
  world.heap.exports.weft_world_remove_body(world.pointer, body.id);
  run(world, 10);
  world.reset();
  world.step();
  expect(cloth.positions[1]).toBeLessThan(0.6); // nothing holds it
  run(world, 5);
  world.dispose();
});

test('a world that has not moved stays as it is', () => {
  const world = weft.createWorld();
  world.reset();
  world.addCloth(first);
  world.reset();
  expect(Array.from(world.cloths[0].positions)).toEqual(Array.from(first.positions));
  world.dispose();
});
