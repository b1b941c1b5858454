// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Threads of the module on shared memory: the same bits with any number, and a run that goes on whatever becomes of a worker.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import workerThreads from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { Weft, type LoadOptions, type World } from 'weft-cloth';
import { Weft as InlineWeft } from 'weft-cloth/inline';
import { sharedMemory } from '../src/crew/shared.js';
import { box, sheet } from './support.js';

const STEPS = 8;
const NodeWorker = workerThreads.Worker;
type NodeWorker = InstanceType<typeof NodeWorker>;
const shared = { bytes: readFileSync(new URL('../dist/weft-threads.wasm', import.meta.url)) };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  workerThreads.Worker = NodeWorker;
  syncBuiltinESMExports();
});

/** Sheets that fall on a box and on each other: loops of several blocks. */
function fill(world: World): World {
  world.addBody(box(0.4));
  world.addCloth(sheet(31, 0.6, 0.204));
  world.addCloth({ ...sheet(31, 0.6, 0.208), name: 'upper', layer: 1 });
  return world;
}

function steps(world: World, count = STEPS): string {
  for (let i = 0; i < count; ++i) {
    expect(world.step().status).toBe('WEFT_OK');
  }
  return world.hash();
}

const known = new Map<number, string>();

async function hashAlone(count = STEPS): Promise<string> {
  const hash = known.get(count) ?? steps(fill((await Weft.load()).createWorld()), count);
  known.set(count, hash);
  return hash;
}

/** Workers that are made from now on; `change` may spoil what they are told. */
function watchWorkers(change: (order: { stack: number }, number: number) => void = () => {}) {
  const made: NodeWorker[] = [];
  workerThreads.Worker = class extends NodeWorker {
    private readonly number: number;

    constructor(...given: ConstructorParameters<typeof NodeWorker>) {
      super(...given);
      this.number = made.push(this);
    }

    override postMessage(...[order, ...more]: Parameters<NodeWorker['postMessage']>): void {
      change(order as { stack: number }, this.number);
      super.postMessage(order, ...more);
    }
  };
  syncBuiltinESMExports();
  return made;
}

const quietly = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

test('any number of threads gives the same bits', async () => {
  const alone = await hashAlone();
  for (const threads of [2, 4, 8]) {
    const weft = await Weft.load({ threads });
    expect(weft.threads).toBe(threads);
    expect(weft.threadsNote).toBe('');
    const world = fill(weft.createWorld());
    expect(world.threadCount).toBe(threads);
    expect(steps(world)).toBe(alone);
    weft.dispose();
    expect(weft.threads).toBe(1);
  }
});

test('what comes on the way has the same bits, though a snapshot is taken before every step', async () => {
  const hashes = [];
  for (const weft of [await Weft.load(), await Weft.load({ threads: 2, shared })]) {
    const world = weft.createWorld();
    world.addBody(box(0.4));
    steps(world, 20); // long substeps, were there cloth
    world.addCloth(sheet(31, 0.6, 0.204));
    hashes.push(steps(world, 3));
    weft.dispose();
  }
  expect(hashes[1]).toBe(hashes[0]);
});

test('the number may change between steps, for all worlds that have more than one', async () => {
  const alone = await hashAlone();
  const weft = await Weft.load({ threads: 4 });
  const [first, second] = [fill(weft.createWorld()), fill(weft.createWorld())];
  for (let i = 0; i < STEPS; ++i) {
    first.setThreadCount(1 + (i % 4));
    first.step();
    second.step();
  }
  expect([first.threadCount, second.threadCount]).toEqual([4, 4]);
  first.setThreadCount(3);
  expect([first.threadCount, second.threadCount]).toEqual([3, 3]);
  second.setThreadCount(1);
  expect([first.threadCount, second.threadCount]).toEqual([3, 1]);
  expect([first.hash(), second.hash()]).toEqual([alone, alone]);
  first.dispose();
  expect(steps(second, 3)).toBe(await hashAlone(STEPS + 3));
  expect(weft.createWorld().threadCount).toBe(3);
  weft.dispose();
});

test('a number that is none is refused in one sentence', async () => {
  const load = (threads: unknown) => Weft.load({ threads } as LoadOptions);
  await expect(load(0)).rejects.toThrow('threads: 0 is not a whole number from 1 to 64');
  await expect(load(1000)).rejects.toThrow('threads: 1000 is not a whole number from 1 to 64');
  await expect(load(1.5)).rejects.toThrow('threads: 1.5 is not a whole number from 1 to 64');
  await expect(load('many')).rejects.toThrow(
    `threads: "many" is neither a whole number from 1 to 64 nor 'auto'`,
  );
  const world = (await Weft.load()).createWorld();
  expect(() => world.setThreadCount(0)).toThrow('count: 0');
  expect(() => world.setThreadCount(2)).toThrow(
    'count: 2 threads are more than the 1 that Weft.load({ threads }) gave this world.',
  );
  world.setThreadCount(1);
});

test('where memory cannot be shared one thread does the work, and a sentence says why', async () => {
  const said = quietly();
  vi.stubGlobal('crossOriginIsolated', false);
  const weft = await Weft.load({ threads: 2 });
  expect([weft.threads, said.mock.calls.length]).toEqual([1, 1]);
  expect(weft.threadsNote).toContain('this page is not isolated');
  expect(steps(fill(weft.createWorld()))).toBe(await hashAlone());
  expect((await Weft.load({ threads: 'auto' })).threads).toBe(1);
  expect(said).toHaveBeenCalledTimes(1);
});

test('without the module, or where no worker starts, one thread does the work', async () => {
  quietly();
  const none = await Weft.load({
    threads: 2,
    shared: { url: new URL('none.wasm', import.meta.url) },
  });
  expect([none.threads, none.threadsNote]).toEqual([1, expect.stringContaining('none.wasm')]);
  const detached = await Weft.load({ threads: 2, detachViews: true });
  expect([detached.threads, detached.threadsNote]).toEqual([1, expect.stringContaining('detach')]);
  workerThreads.Worker = class {
    constructor() {
      throw new Error('no more threads');
    }
  } as never;
  syncBuiltinESMExports();
  const lonely = await Weft.load({ threads: 3 });
  expect([lonely.threads, lonely.threadsNote]).toEqual([
    1,
    'Threads cannot be had: no more threads; one thread does the work.',
  ]);
  expect(steps(fill(lonely.createWorld()))).toBe(await hashAlone());
});

test('on a device with one core the choice is one thread, and a sentence says why', async () => {
  vi.spyOn(os, 'availableParallelism').mockReturnValue(1);
  syncBuiltinESMExports();
  const weft = await Weft.load({ threads: 'auto' });
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  expect([weft.threads, weft.threadsNote]).toEqual([
    1,
    'This device has no core to spare; one thread does the work.',
  ]);
  expect(steps(fill(weft.createWorld()))).toBe(await hashAlone());
});

test('memory that cannot grow refuses what has no room, and what there is goes on', async () => {
  const weft = await Weft.load({ threads: 2, shared: { ...shared, maxBytes: 2 ** 25 } });
  const world = fill(weft.createWorld());
  const before = steps(world);
  expect(() => world.addCloth({ ...sheet(500, 1, 0.6), name: 'large' })).toThrow(
    'WEFT_ERROR_OUT_OF_MEMORY',
  );
  expect(world.hash()).toBe(before);
  expect(steps(world, 3)).toBe(await hashAlone(STEPS + 3));
  weft.dispose();
});

test('memory of threads may grow as far as that of the plain module', () => {
  const memory = sharedMemory();
  memory.grow(20_000);
  expect(memory.buffer.byteLength).toBeGreaterThan(2 ** 30);
});

test('memory of threads grows, and views are made anew', async () => {
  const weft = await Weft.load({ threads: 2, shared });
  const world = fill(weft.createWorld());
  const { buffer } = world.cloths[0].positions;
  const bytes = weft.memoryBytes;
  world.addCloth({ ...sheet(90, 1, 0.6), name: 'large' });
  steps(world, 1);
  expect(weft.memoryBytes).toBeGreaterThan(bytes);
  expect(world.cloths[0].positions.buffer).not.toBe(buffer);
  expect(new Set(world.cloths.map((cloth) => cloth.name))).toEqual(
    new Set(['sheet', 'upper', 'large']),
  );
  weft.dispose();
});

test('workers that began before the memory grew work on in what it grew by', () => {
  // A worker never leaves its loop. Compiled well from the start it keeps in a register how large the memory was.
  const program = `import { Weft } from 'weft-cloth';
    const weft = await Weft.load({ threads: 4 });
    const world = weft.createWorld();
    const { malloc } = world.heap.exports;
    const begin = weft.memoryBytes;
    while (weft.memoryBytes < 2 * begin) malloc(448);
    for (const count of [1, 2, 3, 4]) {
      world.setThreadCount(count);
      world.step();
    }
    console.log(weft.threads);`;
  const cwd = new URL('.', import.meta.url);
  const flags = ['--no-liftoff', '--input-type=module', '-e', program];
  const ran = spawnSync(process.execPath, flags, { cwd });
  expect([String(ran.stdout), String(ran.stderr)]).toEqual(['4\n', '']);
});

test('a worker that ends between steps is not missed, and a sentence tells of it', async () => {
  const said = quietly();
  const made = watchWorkers();
  const weft = await Weft.load({ threads: 3 });
  const world = fill(weft.createWorld());
  steps(world, 2);
  await made[0].terminate();
  await vi.waitFor(() => expect(weft.threads).toBe(2));
  steps(world, 2);
  await made[1].terminate();
  await vi.waitFor(() => expect(weft.threads).toBe(1));
  expect(said.mock.calls.flat()).toEqual([
    expect.stringMatching(/^weft-cloth: A worker that helps .* one thread less \(2\) worlds go on/),
    expect.stringContaining('one thread less (1)'),
  ]);
  expect(steps(world, STEPS - 4)).toBe(await hashAlone());
  weft.dispose();
});

test('a worker that dies in the middle of a step costs that step a second try, and no bit', async () => {
  // Its stack has no room: the first loop that needs some traps.
  const said = quietly();
  watchWorkers((order, number) => number === 1 && Object.assign(order, { stack: 16 }));
  const weft = await Weft.load({ threads: 2 });
  const world = fill(weft.createWorld());
  expect(steps(world)).toBe(await hashAlone());
  expect([weft.threads, world.threadCount]).toEqual([1, 1]);
  const { exports } = world.heap;
  expect(exports.weft_crew_failed!()).toBe(1);
  expect(said.mock.calls.flat()).toEqual([
    expect.stringContaining('was lost in the middle of a step. One thread'),
  ]);
  weft.dispose();
});

test('workers are ended while a simulator in a worker steps, again and again', async () => {
  const count = 12; // the last ends come while some are still to do
  quietly();
  const alone = await hashAlone(count);
  for (let turn = 0; turn < 3; ++turn) {
    const made = watchWorkers();
    const weft = await Weft.load({ threads: 3, worker: true });
    const world = await weft.createWorld();
    await world.addBody(box(0.4));
    await world.addCloth(sheet(31, 0.6, 0.204));
    await world.addCloth({ ...sheet(31, 0.6, 0.208), name: 'upper', layer: 1 });
    expect([weft.threads, world.threadCount]).toEqual([3, 3]);
    const waiting = Array.from({ length: count }, () => world.step());
    setTimeout(() => made.slice(0, 2).forEach((worker) => void worker.terminate()), 7 * turn);
    await Promise.all(waiting);
    expect(await world.hash()).toBe(alone);
    weft.dispose();
  }
});

test('threads of the inlined package come from its code', async () => {
  const made = watchWorkers();
  const weft = await InlineWeft.load({ threads: 2, shared });
  expect([weft.threads, made.length]).toEqual([2, 1]);
  expect(steps(fill(weft.createWorld()))).toBe(await hashAlone());
  weft.dispose();
});

test('the inlined package alone says that it has no module for threads, and steps without', () => {
  const program = `import { Weft } from 'weft-cloth/inline';
    const weft = await Weft.load({ threads: 2 });
    weft.createWorld().step();
    console.log(weft.threads, weft.threadsNote);`;
  const cwd = new URL('.', import.meta.url);
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd });
  expect(String(ran.stdout)).toMatch(
    /^1 .*nobody said where it is.*\{ url \}; one thread does the/,
  );
  expect(String(ran.stderr)).toMatch(/^weft-cloth: Threads cannot be had[^\n]*\n$/);
});

test('a choice by itself is tried and changes no bit', async () => {
  const weft = await Weft.load({ threads: 'auto' });
  const world = fill(weft.createWorld());
  const seen = new Set<number>();
  for (let i = 0; i < 40; ++i) {
    world.step();
    seen.add(world.threadCount);
  }
  expect(seen).toEqual(new Set(weft.threads > 1 ? [1, weft.threads] : [1]));
  expect(world.hash()).toBe(await hashAlone(40));
  weft.dispose();
});
