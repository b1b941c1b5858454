// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Uneven time of a screen becomes even steps: no step lost or gained, motion smooth at any rate of pictures.
import { beforeAll, expect, test } from 'vitest';
import { WeftError, type Weft, type World } from '../src/index.js';
import { Pacing, plainSeconds } from '../src/pacing.js';
import { box, loadWeft, sheet } from './support.js';

let weft: Weft;

beforeAll(async () => {
  weft = await loadWeft();
});

const STEP = 1 / 60;

/** A sheet that falls without air. */
function falling(): World {
  const world = weft.createWorld();
  world.addCloth({ ...sheet(3, 0.1, 3), fabric: { drag: 0, lift: 0 } });
  return world;
}

test.each([24, 30, 50, 60, 75, 90, 100, 120, 144, 165, 240])(
  'ten minutes at %i Hz are thirty-six thousand steps, spread evenly',
  (rate) => {
    const pacing = new Pacing();
    let [steps, skipped, worst, most] = [0, 0, 0, 0];
    for (let picture = 1; picture <= 600 * rate; ++picture) {
      const plan = pacing.plan(1 / rate, STEP);
      steps += plan.steps;
      skipped += plan.skippedSeconds;
      worst = Math.max(worst, Math.abs(steps + plan.blend - (picture * 60) / rate));
      most = Math.max(most, plan.steps);
    }
    expect(steps).toBe(36_000);
    expect(worst).toBeLessThan(1e-5);
    expect(most).toBe(Math.ceil(60 / rate));
    expect(skipped).toBe(0);
  },
);

test('a clock that trembles loses nothing', () => {
  const pacing = new Pacing();
  let [state, seconds, steps, worst] = [12345, 0, 0, 0]; // seed 12345
  for (let picture = 0; picture < 20_000; ++picture) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    const passed = (0.2 + (1.6 * state) / 2 ** 31) / 60;
    seconds += passed;
    const plan = pacing.plan(passed, STEP);
    steps += plan.steps;
    worst = Math.max(worst, Math.abs((steps + plan.blend) * STEP - seconds));
  }
  expect(worst).toBeLessThan(1e-6);
  expect(steps).toBe(Math.floor(seconds * 60));
});

test('a slow device slows down: steps are capped, the time beyond is dropped and said', () => {
  const pacing = new Pacing();
  let [steps, skipped] = [0, 0];
  for (let picture = 0; picture < 50; ++picture) {
    const plan = pacing.plan(0.5, STEP);
    expect(plan.steps).toBe(3);
    steps += plan.steps;
    skipped += plan.skippedSeconds;
  }
  expect(steps * STEP + skipped).toBeCloseTo(25, 9);
  expect(pacing.plan(STEP, STEP).steps).toBe(1); // and nothing is made up for afterwards
  expect(new Pacing().plan(0.5, STEP, 100).steps).toBe(30);
});

test('the length of a step is the fraction that its float32 stands for', () => {
  expect(plainSeconds(Math.fround(1 / 60))).toBe(1 / 60);
  expect(plainSeconds(Math.fround(1 / 90))).toBe(1 / 90);
  expect(plainSeconds(Math.fround(0.0123))).toBe(Math.fround(0.0123));
  expect(weft.createWorld({ frameSeconds: 1 / 90 }).frameSeconds).toBe(1 / 90);
});

test.each([60, 120, 144, 37])('free fall is smooth at %i pictures a second', (rate) => {
  const heights = [3];
  const plain = falling();
  for (let step = 0; step < 32; ++step) {
    plain.step();
    heights.push(plain.cloths[0].positions[1]);
  }
  const world = falling();
  const cloth = world.cloths[0];
  const own = cloth.shownPositions;
  for (let picture = 1; picture <= rate / 2; ++picture) {
    world.advance(1 / rate);
    const t = Math.max(0, picture / rate - STEP); // the picture is one step behind
    expect(world.shownSeconds).toBeCloseTo(t, 6);
    const before = Math.floor(t / STEP + 1e-6);
    const part = t / STEP - before;
    const height = cloth.shownPositions[1];
    expect(height).toBeCloseTo(heights[before] * (1 - part) + heights[before + 1] * part, 5);
    // a straight line within a step is g h h / 8 = 0.34 mm off the parabola
    expect(Math.abs(3 - height - (9.81 * t * t) / 2)).toBeLessThan(0.00036);
  }
  expect(cloth.shownPositions).toBe(own);
  world.dispose();
  plain.dispose();
});

test('what is shown ends where the exact state is, and the state is that of plain steps', () => {
  const build = () => {
    const world = weft.createWorld();
    world.addBody(box(0.2));
    world.addCloth(sheet(9, 0.3, 0.15));
    return world;
  };
  const [plain, paced] = [build(), build()];
  let done = 0;
  for (let picture = 0; picture < 72; ++picture) {
    done += paced.advance(1 / 144).steps;
  }
  for (let step = 0; step < done; ++step) {
    plain.step();
  }
  expect(done).toBe(30);
  expect(paced.hash()).toBe(plain.hash());
  const [cloth] = paced.cloths;
  expect(cloth.shownPositions).not.toEqual(cloth.positions);
  for (let i = 0; i < cloth.shownNormals.length; i += 3) {
    expect(Math.hypot(...cloth.shownNormals.subarray(i, i + 3))).toBeCloseTo(1, 5);
  }
  paced.step(); // a step without advance is shown as it is
  expect(cloth.shownPositions).toEqual(cloth.positions);
  expect(paced.shownSeconds).toBeCloseTo(31 / 60, 9);
  plain.dispose();
  paced.dispose();
});

test('bodies are posed for every step, and shown between steps as cloth is', () => {
  const world = weft.createWorld();
  const body = world.addBody(box(0.2));
  world.addCloth(sheet(5, 0.1, 0.4));
  const rest = body.positions.slice();
  const beforeStep = (seconds: number) =>
    body.setPositions(rest.map((x, i) => (i % 3 === 0 ? x + 0.3 * seconds : x)));
  for (let picture = 0; picture < 100; ++picture) {
    world.advance(0.011, { beforeStep });
    expect(body.shownPositions[0] - rest[0]).toBeCloseTo(0.3 * world.shownSeconds, 5);
  }
  world.dispose();
});

test('going back shows the state that is gone back to, and its time starts anew', () => {
  const world = falling();
  const [cloth] = world.cloths;
  world.advance(1.5 * STEP);
  const snapshot = world.snapshot();
  const there = cloth.positions.slice();
  world.advance(2.75 * STEP);
  world.restore(snapshot);
  expect(cloth.shownPositions).toEqual(there);
  expect(world.advance(0.9 * STEP).steps).toBe(0);
  expect(cloth.shownPositions).toEqual(there);
  world.advance(0.4 * STEP);
  world.reset();
  expect(world.advance(0.9 * STEP).steps).toBe(0);
  expect(cloth.shownPositions).toEqual(cloth.positions);
  expect(world.shownSeconds).toBe(0);
  world.addCloth(sheet(3, 0.1, 2));
  expect(world.cloths[1].shownPositions).toEqual(world.cloths[1].positions);
  world.dispose();
});

test('a time that is none is refused', () => {
  const world = falling();
  for (const seconds of [-0.1, NaN, Infinity, '1' as unknown as number]) {
    expect(() => world.advance(seconds)).toThrow(WeftError);
  }
  expect(() => world.advance(0.1, { maxSteps: 0.5 })).toThrow('maxSteps');
  expect(world.stepCount).toBe(0);
  world.dispose();
});
