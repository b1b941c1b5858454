// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The API across a worker: the same verbs and the same bits; errors cross, and a worker that dies says so. It runs the
// built package, since a worker needs its script as a file.
import {
  Bone,
  CylinderGeometry,
  Float32BufferAttribute,
  MeshBasicMaterial,
  PlaneGeometry,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Uint16BufferAttribute,
} from 'three';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Weft, WeftError, type RemoteWeft, type RemoteWorld, type World } from '../dist/main.js';
import { BodyCollider, ClothMesh } from '../dist/three/index.js';
import { publicSurface } from '../../tests/fuzz/public_surface.mjs';
import { box, sheet } from './support.js';

let here: Weft;
let there: RemoteWeft;

beforeAll(async () => {
  here = await Weft.load();
  there = await Weft.load({ worker: true });
});

afterAll(() => there.dispose());

async function errorOf(work: Promise<unknown>): Promise<WeftError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WeftError);
  return error as WeftError;
}

/** The same scene on both sides. */
async function both(): Promise<[World, RemoteWorld]> {
  const [a, b] = [here.createWorld(), await there.createWorld()];
  for (const world of [a, b]) {
    await world.addBody(box(0.2));
    await world.addCloth({ ...sheet(9, 0.3, 0.15), fabric: 'silk' });
  }
  return [a, b];
}

test('the same verbs give the same bits and the same arrays', async () => {
  const [a, b] = await both();
  for (let step = 1; step <= 20; ++step) {
    for (const world of [a, b]) {
      const [body] = world.bodies;
      const next = body.positions.map((x, i) => (i % 3 === 0 ? x + 0.002 : x));
      void body.setPositions(next);
      if (step === 5) {
        void world.pushEvent({ kind: 'wind', p: [2, 0, 1] });
      }
    }
    const [one, other] = [a.step(), await b.step()];
    expect({ ...other, ms: one.ms }).toEqual(one);
  }
  expect(await b.hash()).toBe(a.hash());
  const [cloth] = a.cloths;
  const [remote] = b.cloths;
  const arrays = ['positions', 'velocities', 'normals', 'strain', 'pressure', 'captured'] as const;
  for (const name of [
    ...arrays,
    'mergeMap',
    'indices',
    'shownPositions',
    'shownNormals',
  ] as const) {
    expect(remote[name], name).toEqual(cloth[name]);
  }
  expect(b.bodies[0].positions).toEqual(a.bodies[0].positions);
  for (const name of ['stepCount', 'frameSeconds', 'shownSeconds', 'memoryBytes'] as const) {
    expect(b[name], name).toBe(a[name]);
  }
  expect([remote.name, remote.vertexCount, remote.triangleCount]).toEqual(['sheet', 81, 128]);
  expect(remote.world).toBe(b);
  expect(await there.fabric('silk')).toEqual(here.fabric('silk'));
  expect(await there.methods()).toEqual(here.methods());
  a.dispose();
  await b.dispose();
});

/** What the page's side of a worker needs of the classes beside what is public. */
const CROSSING = {
  Weft: ['takeLab'],
  World: ['stepShown', 'show'],
  Body: ['followPose'],
  Cloth: [],
  Grab: [],
};
/** What only the page can do: it holds no memory of the module. */
const HERE_ONLY = ['pointer'];

test('an object in the worker has every public member of its class, and nothing else', async () => {
  const surface = publicSurface();
  const [a, b] = await both();
  const [local, remote] = [a.cloths[0].grab(0), await b.cloths[0].grab(0)];
  const pairs = {
    Weft: [here, there],
    World: [a, b],
    Body: [a.bodies[0], b.bodies[0]],
    Cloth: [a.cloths[0], b.cloths[0]],
    Grab: [local, remote],
  } as const;
  for (const [owner, [one, other]] of Object.entries(pairs)) {
    const members = surface.filter(
      (each) => each.owner === owner && !each.isStatic && !HERE_ONLY.includes(each.name),
    );
    const names = members.map(({ name }) => name);
    expect(
      names.filter((name) => !(name in one)),
      owner,
    ).toEqual([]);
    // a field that has no value, such as how a cloth is drawn, need not be there
    const missing = names.filter((name) => (one as never)[name] !== undefined && !(name in other));
    expect(missing, owner).toEqual([]);
    const more = Object.getOwnPropertyNames(other).filter((name) => !names.includes(name));
    expect(more.sort(), owner).toEqual([...CROSSING[owner as keyof typeof CROSSING]].sort());
    for (const { name, kind } of members) {
      const value = (other as unknown as Record<string, unknown>)[name];
      expect(typeof value === 'function', `${owner}.${name}`).toBe(kind === 'verb');
    }
  }
  a.dispose();
  await b.dispose();
});

test('what sleeps, holds or is gone there says so here', async () => {
  const [a, b] = [here.createWorld({ sleep: true }), await there.createWorld({ sleep: true })];
  const pins = [0, 3, 12, 15].map((vertex) => ({ vertex, kind: 'fixed' as const }));
  const options = { ...sheet(4, 0.2, 1), pins };
  const [one, other] = [a.addCloth(options), await b.addCloth(options)];
  for (let step = 0; step < 200 && !one.isAsleep; ++step) {
    expect((await b.step()).asleep).toBe(a.step().asleep);
    expect(other.isAsleep).toBe(one.isAsleep);
  }
  expect([one.isAsleep, other.isAsleep]).toEqual([true, true]);
  const [local, remote] = [one.grab(5), await other.grab(5)];
  expect([local.isHolding, remote.isHolding]).toEqual([true, true]);
  expect([a.step().clothsAsleep, (await b.step()).clothsAsleep]).toEqual([0, 0]);
  expect(other.isAsleep).toBe(false);
  local.release();
  await remote.release();
  await remote.release();
  expect([local.isHolding, remote.isHolding]).toEqual([false, false]);
  expect((await errorOf(remote.moveTo([0, 0, 0]))).message).toContain('has let go');
  const snapshot = await b.snapshot();
  const again = await other.grab(3);
  await b.restore(snapshot);
  expect(again.isHolding).toBe(false);
  a.removeCloth(one);
  await b.removeCloth(other);
  expect([one.isRemoved, other.isRemoved]).toEqual([true, true]);
  expect((await errorOf(other.pin(0))).code).toBe('WEFT_ERROR_INVALID_ARGUMENT');
  await b.dispose();
  expect((await errorOf(again.moveTo([0, 0, 0]))).message).toContain('disposed');
  a.dispose();
});

test('what is no argument at all is refused as it is here', async () => {
  const [a, b] = await both();
  const wrong = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      return (error as WeftError).code;
    }
    return undefined;
  };
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  const bad = [null, 7, 'x', [], circle, { cookie: 1 }, { beforeStep: 5 }] as never[];
  for (const value of bad) {
    for (const call of [
      (world: World | RemoteWorld) => world.advance(0.01, value),
      (world: World | RemoteWorld) => world.cloths[0].copyPositions(value),
      (world: World | RemoteWorld) => world.addCloth(new PlaneGeometry() as never, value),
      (world: World | RemoteWorld) => world.addBody(new SphereGeometry() as never, value),
      (world: World | RemoteWorld) => world.cloths[0].pinTo(value, value),
    ]) {
      const expected = wrong(() => call(a));
      expect(expected).toMatch(/^WEFT_ERROR/);
      expect((await errorOf(call(b) as Promise<unknown>)).code).toBe(expected);
    }
  }
  a.dispose();
  await b.dispose();
});

test('a world can be awaited to be used up', async () => {
  let kept: RemoteWorld;
  {
    await using world = await there.createWorld();
    kept = world;
    expect(kept.isDisposed).toBe(false);
  }
  expect(kept.isDisposed).toBe(true);
});

test('a hand in the worker takes hold where a ray hit there', async () => {
  const [a, b] = await both();
  const hit = await b.pick([0.01, 2, 0.01], [0, -1, 0]);
  expect(hit?.cloth).toBe(b.cloths[0]);
  expect(hit?.vertex).toBe(a.pick([0.01, 2, 0.01], [0, -1, 0])?.vertex);
  const grab = await b.cloths[0].grab(hit!.vertex);
  expect(b.grabs).toEqual([grab]);
  await b.cloths[0].pin(0, [0, 1, 0]);
  await b.advance(0.1);
  await grab.moveTo([0, 1, 0]);
  await grab.release();
  expect(b.grabs).toEqual([]);
  await b.removeCloth(b.cloths[0]);
  expect(b.cloths).toEqual([]);
  a.dispose();
  await b.dispose();
});

test('snapshots cross, and a run goes on from them on the other side', async () => {
  const [a, b] = await both();
  for (let step = 0; step < 10; ++step) {
    await b.step();
  }
  const snapshot = await b.snapshot();
  a.restore(snapshot);
  a.step();
  await b.step();
  expect(await b.hash()).toBe(a.hash());
  await b.restore(snapshot);
  expect(b.stepCount).toBe(10);
  await b.reset();
  expect(b.stepCount).toBe(0);
  expect((await errorOf(b.restore(snapshot.slice(8)))).code).toBe('WEFT_ERROR_SNAPSHOT_MISMATCH');
  a.dispose();
  await b.dispose();
});

test('time passes as it does here, with a pose before each step', async () => {
  const [a, b] = await both();
  const rest = a.bodies[0].positions.slice();
  const poseOf = (world: World | RemoteWorld) => (seconds: number) =>
    void world.bodies[0].setPositions(rest.map((x, i) => (i % 3 ? x : x + 0.2 * seconds)));
  for (let picture = 0; picture < 30; ++picture) {
    const one = a.advance(0.021, { beforeStep: poseOf(a) });
    const other = await b.advance(0.021, { beforeStep: poseOf(b) });
    expect(other.steps).toBe(one.steps);
    expect(other.reports.map(({ pairs }) => pairs)).toEqual(one.reports.map(({ pairs }) => pairs));
    expect(b.cloths[0].shownPositions).toEqual(a.cloths[0].shownPositions);
    expect(b.shownSeconds).toBe(a.shownSeconds);
  }
  expect(await b.hash()).toBe(a.hash());
  expect((await errorOf(b.advance(-1))).message).toContain('seconds');
  a.dispose();
  await b.dispose();
});

test('pictures that come while the worker is busy are one call, and the cap holds', async () => {
  const [a, b] = await both();
  const calls = Array.from({ length: 50 }, () => b.advance(1 / 60));
  const reports = await Promise.all(calls);
  expect(new Set(reports).size).toBe(2);
  expect([reports[0].steps, reports[1].steps]).toEqual([1, 3]);
  expect(reports[1].skippedSeconds).toBeCloseTo(46 / 60, 6);
  expect(b.stepCount).toBe(4);
  await b.advance(1 / 60);
  expect(b.stepCount).toBe(5);
  a.dispose();
  await b.dispose();
});

test('a geometry becomes a cloth there and is drawn here', async () => {
  const world = await there.createWorld();
  const geometry = new PlaneGeometry(0.3, 0.3, 6, 6).rotateX(-Math.PI / 2).toNonIndexed();
  const cloth = await world.addCloth(geometry, { fabric: 'cotton', name: 'cover' });
  expect([cloth.vertexCount, cloth.name]).toEqual([49, 'cover']);
  const mesh = new ClothMesh(cloth, new MeshBasicMaterial());
  for (let step = 0; step < 10; ++step) {
    await world.step();
    mesh.update();
  }
  const { position, uv } = mesh.geometry.attributes;
  expect(position.count).toBe(216);
  expect(uv.array).toEqual(geometry.attributes.uv.array);
  expect(position.getY(0)).toBe(cloth.positions[1]);
  expect(position.getY(0)).toBeLessThan(-0.05);
  const { array } = geometry.attributes.position;
  array[3 * 7] = NaN;
  expect(await errorOf(world.addCloth(geometry))).toMatchObject({
    code: 'WEFT_ERROR_NOT_FINITE',
    element: 7,
  });
  await world.dispose();
});

test('a character and geometries become bodies there', async () => {
  const bones = [new Bone(), new Bone()];
  bones[0].add(bones[1]);
  bones[1].position.y = 0.5;
  const geometry = new CylinderGeometry(0.1, 0.1, 1, 12, 4).translate(0, 0.5, 0);
  const { position } = geometry.attributes;
  const upper = Array.from({ length: position.count }, (_, v) => (position.getY(v) > 0.4 ? 1 : 0));
  const pairs = (of: (u: number) => number[]) => upper.flatMap(of);
  geometry.setAttribute(
    'skinIndex',
    new Uint16BufferAttribute(
      pairs(() => [0, 1, 0, 0]),
      4,
    ),
  );
  const weights = pairs((u) => [1 - u, u, 0, 0]);
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  mesh.add(bones[0]);
  mesh.bind(new Skeleton(bones));
  const [a, b] = [here.createWorld(), await there.createWorld()];
  const colliders = [BodyCollider.fromObject3D(a, mesh), await BodyCollider.fromObject3D(b, mesh)];
  const ball = new SphereGeometry(0.1, 12, 8).translate(1, 0, 0);
  a.addBody(ball, { name: 'ball' });
  expect((await b.addBody(ball, { name: 'ball' })).name).toBe('ball');
  expect(b.bodies[0].positions).toEqual(a.bodies[0].positions);
  for (let step = 1; step <= 5; ++step) {
    bones[1].rotation.z = 0.02 * step;
    for (const collider of colliders) {
      void collider.update();
    }
    a.step();
    await b.step();
  }
  expect(b.bodies[0].positions).toEqual(a.bodies[0].positions);
  // the origin follows on both sides, with cloth on the character
  bones.forEach((bone, i) => (bone.name = `bone ${i}`));
  const worn = { ...sheet(5, 0.2, 1.1), fabric: 'silk' } as const;
  const cloths = [a.addCloth(worn), await b.addCloth(worn)] as const;
  const grip = { vertices: [0, 4, 20], bone: 'bone 1' };
  cloths[0].pinTo(colliders[0], grip);
  await cloths[1].pinTo(colliders[1], grip);
  const wrong = errorOf(cloths[1].pinTo(colliders[1], { ...grip, bone: 'bone 2' }));
  expect((await wrong).message).toContain('bone 1');
  expect(() => cloths[0].pinTo(colliders[0], { ...grip, bone: 'bone 2' })).toThrow(
    (await wrong).message,
  );
  for (let step = 1; step <= 120; ++step) {
    mesh.position.x = step / 16;
    for (const collider of colliders) {
      void collider.update();
    }
    a.step();
    await b.step();
    expect(await b.hash()).toBe(a.hash());
  }
  expect(a.origin[0]).toBeGreaterThan(3);
  expect(b.origin).toEqual(a.origin);
  expect(b.bodies[0].positions).toEqual(a.bodies[0].positions);
  const plane = new PlaneGeometry(0.2, 0.2, 3, 3);
  const attributes = { positions: plane.attributes.position, indices: plane.index! };
  const local = a.addCloth(attributes);
  const remote = await b.addCloth(attributes); // accessors are read here
  expect(remote.positions).toEqual(local.positions);
  a.dispose();
  await b.dispose();
});

test('the buffers of arrays travel back and forth', async () => {
  const [a, b] = await both();
  const seen = new Set<ArrayBufferLike>();
  for (let step = 0; step < 12; ++step) {
    await b.step();
    seen.add(b.cloths[0].positions.buffer);
    expect(b.cloths[0].positions.length).toBe(243);
  }
  // A buffer that comes back is a new object each time: what was given away holds nothing any more.
  expect([...seen].filter((buffer) => buffer.byteLength > 0).length).toBeLessThanOrEqual(2);
  const kept = await b.cloths[0].copyPositions(new Float32Array(243));
  await b.step();
  expect(kept.length).toBe(243);
  a.dispose();
  await b.dispose();
});

test('errors cross as what they are', async () => {
  const world = await there.createWorld();
  const { positions, indices } = box(0.2);
  const open = { positions, indices: indices.slice(3) };
  const local = here.createWorld();
  let expected: unknown;
  try {
    local.addBody(open);
  } catch (error) {
    expected = error;
  }
  const { code, message, where, element } = expected as WeftError;
  expect(await errorOf(world.addBody(open))).toMatchObject({ code, message, where, element });
  const magic = there.createWorld({ solver: 'magic' });
  expect((await errorOf(magic)).message).toContain('there is no solver "magic');
  const verb = world.setMethod((() => 1) as never, 'x');
  expect((await errorOf(verb)).message).toContain('cannot be sent to the worker');
  await world.dispose();
  expect(world.isDisposed).toBe(true);
  expect((await errorOf(world.step())).message).toContain('disposed');
  local.dispose();
});

test('dispose ends the worker and rejects what waits', async () => {
  const weft = await Weft.load({ worker: true });
  const world = await weft.createWorld();
  const waiting = world.step();
  weft.dispose();
  expect((await errorOf(waiting)).code).toBe('WEFT_ERROR_WORKER_LOST');
  expect((await errorOf(world.step())).message).toContain('it was disposed');
  weft.dispose();
});

test('a worker that dies rejects every call that waits, and every later one', async () => {
  const script = `
    const { parentPort } = require('node:worker_threads');
    const weft = { object: 1, kind: 'Weft', verbs: ['fabrics'], fixed: {} };
    const ready = { id: 0, value: { weftObject: 1 }, news: { objects: [weft], values: [], frames: [], gone: [] } };
    parentPort.on('message', ({ type }) => {
      if (type === 'start') parentPort.postMessage(ready);
      else process.exit(3);
    });`;
  const weft = await Weft.load({ worker: () => new Worker(script, { eval: true }) });
  const calls = await Promise.allSettled([weft.fabrics(), weft.fabrics(), weft.fabrics()]);
  for (const call of calls) {
    expect(call).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'WEFT_ERROR_WORKER_LOST',
        message: expect.stringContaining('ended with code 3') as string,
      },
    });
  }
  expect((await errorOf(weft.fabrics())).code).toBe('WEFT_ERROR_WORKER_LOST');
});

/** A worker that loses the message number `count` of those that it gets or says. */
function forgetful(count: number, loses: 'asked' | 'said') {
  let number = 0;
  const script = new URL('../dist/worker/weft_worker.js', import.meta.url);
  return () => {
    const worker = new Worker(script);
    const { postMessage, on } = worker;
    const isLost = (kind: typeof loses) => kind === loses && ++number === count;
    return Object.assign(worker, {
      postMessage: (...message: Parameters<typeof postMessage>) =>
        isLost('asked') || postMessage.apply(worker, message),
      on: (event: string, listener: (message: unknown) => void) =>
        on.call(worker, event, (message: unknown) => {
          if (event !== 'message' || !isLost('said')) listener(message);
        }),
    });
  };
}

test.each(['asked', 'said'] as const)('a message that is lost is noticed (%s)', async (loses) => {
  const weft = await Weft.load({ worker: forgetful(3, loses) });
  const world = await weft.createWorld();
  const lost = errorOf(world.addBody(box(0.2)));
  const next = errorOf(world.step());
  expect((await lost).message).toContain('messages was lost');
  expect((await next).code).toBe('WEFT_ERROR_WORKER_LOST');
  expect((await errorOf(weft.fabrics())).code).toBe('WEFT_ERROR_WORKER_LOST');
});

test('what a worker says that is no answer is not heard', async () => {
  let worker: Worker | undefined;
  const script = new URL('../dist/worker/weft_worker.js', import.meta.url);
  const weft = await Weft.load({ worker: () => (worker = new Worker(script)) });
  for (const message of [
    null,
    7,
    'hello',
    {},
    { id: 1 },
    { id: 'x', news: {} },
    { id: 99, news: {} },
  ]) {
    worker!.emit('message', message);
  }
  expect(await weft.fabrics()).toContain('silk');
  weft.dispose();
  for (const nothing of [undefined, null, 7, {}, { postMessage: 1 }]) {
    const made = Weft.load({ worker: () => nothing });
    expect((await errorOf(made)).code).toBe('WEFT_ERROR_INVALID_ARGUMENT');
  }
});

test('a worker that is ended from outside is noticed', async () => {
  let worker: Worker | undefined;
  const make = () =>
    (worker = new Worker(new URL('../dist/worker/weft_worker.js', import.meta.url)));
  const weft = await Weft.load({ worker: make });
  const world = await weft.createWorld();
  await worker!.terminate();
  expect((await errorOf(world.step())).message).toContain('The worker is gone');
});

test('a script that is none or not there is said, not waited for', async () => {
  const missing = Weft.load({ worker: new URL('nowhere.js', import.meta.url) });
  expect((await errorOf(missing)).code).toBe('WEFT_ERROR_WORKER_LOST');
  const broken = () => new Worker('throw new Error("torn")', { eval: true });
  expect((await errorOf(Weft.load({ worker: broken }))).message).toContain('torn');
});

test('the copy of the script in the code of weft-cloth/inline works as the file does', async () => {
  const inline = (await import('../dist/inline.js')) as { Weft: typeof Weft };
  const weft = await inline.Weft.load({ worker: true });
  const world = await weft.createWorld();
  await world.addCloth(sheet(4, 0.2, 1));
  await world.step();
  expect(world.cloths[0].positions[1]).toBeLessThan(1);
  weft.dispose();
});

test('without a worker dispose frees all worlds', async () => {
  const weft = await Weft.load();
  const worlds = [weft.createWorld(), weft.createWorld()];
  weft.dispose();
  worlds.forEach((world) => expect(() => world.step()).toThrow('disposed'));
});
