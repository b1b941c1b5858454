// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The origin that follows: the same bits at home and far away, nothing moves when it moves, everything that has a
// place goes along, and what is out of range is told.
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { World, WorldOptions } from '../src/index.js';
import { BodyCollider, ClothMesh } from '../src/three/index.js';
import { loadWeft, sheet } from './support.js';

const FAR = [1000, 2, -3000] as const;

/** A ball that goes along x, and a sheet on it. */
async function walk(home: readonly [number, number, number], steps: number) {
  const world = (await loadWeft()).createWorld();
  const ball = new Mesh(new SphereGeometry(0.25, 24, 16), new MeshBasicMaterial());
  ball.position.set(...home);
  const collider = BodyCollider.fromObject3D(world, ball);
  const pins = [65, 66, 77, 78].map(
    (vertex) => ({ vertex, kind: 'body', body: 0, element: 0 }) as const,
  );
  const cloth = world.addCloth({ ...sheet(12, 0.6, 0.27), pins });
  const drawn = new ClothMesh(cloth, new MeshBasicMaterial());
  const hashes: string[] = [];
  const seen = new Vector3();
  let crossings = 0;
  for (let step = 1; step <= steps; ++step) {
    ball.position.x = home[0] + step / 32; // 1.9 m/s, exact at both places
    collider.update();
    crossings += world.step().crossingsBody;
    hashes.push(world.hash());
  }
  drawn.update();
  drawn.updateMatrixWorld();
  seen.fromBufferAttribute(drawn.geometry.attributes.position, 0).applyMatrix4(drawn.matrixWorld);
  const origin = [...world.origin];
  world.dispose();
  return {
    hashes,
    origin,
    crossings,
    seen: [seen.x - home[0], seen.y - home[1], seen.z - home[2]],
  };
}

test('seven metres of walking have the same bits at home and kilometres away', async () => {
  const [near, far] = [await walk([0, 0, 0], 220), await walk(FAR, 220)];
  expect(near.origin[0]).toBeGreaterThanOrEqual(4);
  expect(far.origin).toEqual(near.origin.map((x, axis) => x + FAR[axis]));
  expect(far.hashes).toEqual(near.hashes);
  expect(near.crossings).toBe(0);
  expect(near.seen[0]).toBeGreaterThan(5);
  far.seen.forEach((x, axis) => expect(Math.abs(x - near.seen[axis])).toBeLessThan(1e-9));
});

/** A sheet with a pin of every kind that has a place, a hand and a waiting event. */
async function scene(options: WorldOptions = {}): Promise<World> {
  const world = (await loadWeft()).createWorld({ wind: [1, 0, 0.5], ...options });
  world.addCloth({
    ...sheet(16, 0.8, 0.27),
    pins: [
      { vertex: 0, kind: 'fixed' },
      { vertex: 15, kind: 'spring', offset: [0.4, 0.3, -0.4], stiffness: 50 },
    ],
  });
  world.pushEvent({ kind: 'grab', target: 0, index: 255, p: [0.5, 0.5, 0.5, 100, 0] });
  world.pushEvent({ kind: 'drag', step: 40, p: [0.6, 0.5, 0.4, 0, 0] });
  return world;
}

function farthestApart(a: World, b: World): number {
  const [p, q] = [a.cloths[0].positions, b.cloths[0].positions];
  const { origin } = b;
  return p.reduce((most, x, i) => Math.max(most, Math.abs(x - q[i] - origin[i % 3])), 0);
}

test('moving the origin moves nothing: pins, hands and waiting events stay where they are', async () => {
  const [still, moved] = [await scene(), await scene()];
  for (let step = 0; step < 60; ++step) {
    if (step === 20) {
      moved.setOrigin(1, -0.5, 0.25);
      expect(moved.origin).toEqual([1, -0.5, 0.25]);
      expect(farthestApart(still, moved)).toBeLessThan(3e-7);
    }
    if (step === 45) {
      moved.setOrigin(0, 0, 0);
    }
    still.step();
    moved.step();
  }
  expect(farthestApart(still, moved)).toBeLessThan(1e-3); // rounding, grown by the dance of a held sheet
  still.dispose();
  moved.dispose();
});

test('cloth in contact and in gusts crosses nothing when the origin moves', async () => {
  const world = await scene({ gust: 1 });
  world.addBody(new SphereGeometry(0.25, 24, 16), { name: 'ball' });
  for (let step = 0; step < 60; ++step) {
    if (step % 10 === 5) {
      world.setOrigin((step % 3) - 1, 0.5, 0.001 * step);
    }
    const { crossingsBody, crossingsCloth, speedMax } = world.step();
    expect([crossingsBody, crossingsCloth]).toEqual([0, 0]);
    expect(speedMax).toBeLessThan(10);
  }
  world.dispose();
});

test('a snapshot keeps the origin', async () => {
  const world = await scene();
  world.step();
  world.setOrigin(0.5, 0, 0);
  const kept = world.snapshot();
  const hash = () => {
    world.step();
    return world.hash();
  };
  const first = hash();
  world.setOrigin(-0.5, 0, 1);
  world.restore(kept);
  expect(world.origin).toEqual([0.5, 0, 0]);
  expect(hash()).toBe(first);
  world.reset();
  expect(world.origin).toEqual([0, 0, 0]);
  world.dispose();
});

test('an origin that cannot be is refused, and says which cloth and vertex', async () => {
  const world = await scene();
  expect(() => world.setOrigin(NaN, 0, 0)).toThrow('origin: coordinate 0 is NaN');
  expect(() => world.setOrigin(5, 0, 0)).toThrow(
    /vertex \d+ of cloth "sheet" \d\.\d\d m away along x/,
  );
  expect(() => world.setOrigin(0, 0, 1e12)).toThrow('m away along z');
  expect(world.origin).toEqual([0, 0, 0]);
  world.setOrigin(0.1, 0, 0);
  expect(world.origin[0]).toBe(102 / 1024);
  world.dispose();
});

test('a body that goes too far is told where, and what to do', async () => {
  const world = (await loadWeft()).createWorld();
  const ball = new Mesh(new SphereGeometry(0.25, 24, 16), new MeshBasicMaterial());
  ball.name = 'ball';
  const collider = BodyCollider.fromObject3D(world, ball);
  world.addCloth(sheet(4, 0.1, 1)); // stays at home and keeps the origin there
  world.step();
  ball.position.x = 30;
  expect(() => collider.update()).toThrow(
    /"ball".*Bone 0 takes it farthest, to about . = -?\d\S* m.*outside the 4 m around the origin.*world\.setOrigin/,
  );
  world.dispose();
});

test('an event moves the origin as a call does, with what is shown', async () => {
  const run = async (queued: boolean) => {
    const world = (await loadWeft()).createWorld();
    const cloth = world.addCloth({ ...sheet(6, 0.3, 0.5), pins: [{ vertex: 0, kind: 'fixed' }] });
    const to = [2.0004, -1, 3] as const; // rounded to 1/1024 m by both
    if (queued) {
      world.pushEvent({ kind: 'origin', step: 5, p: to });
      expect(() => world.pushEvent({ kind: 'origin', p: [2e9, 0, 0] })).toThrow('origin');
    }
    const seen: number[] = [];
    for (let frame = 0; frame < 20; ++frame) {
      if (!queued && world.stepCount === 5) {
        world.setOrigin(...to);
      }
      world.advance(0.7 / 60);
      // in the frame that never changes
      seen.push(...cloth.shownPositions.slice(30, 33).map((x, axis) => x + world.origin[axis]));
    }
    const found = { hash: world.hash(), origin: world.origin, steps: world.stepCount, seen };
    world.dispose();
    return found;
  };
  const [called, queued] = [await run(false), await run(true)];
  expect([queued.hash, queued.origin, queued.steps]).toEqual([
    called.hash,
    called.origin,
    called.steps,
  ]);
  expect(queued.origin[0]).toBe(2048 / 1024);
  queued.seen.forEach((x, i) => {
    expect(Math.abs(x - called.seen[i])).toBeLessThan(1e-6);
  });
  const jumps = queued.seen.slice(3).map((x, i) => Math.abs(x - queued.seen[i]));
  expect(Math.max(...jumps)).toBeLessThan(0.05); // no picture shows the move
});
