// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Short runs of the fuzz of the typed API, here and in a worker; tests/fuzz/api.mjs is the long one. And nothing that is
// public may be missing from it.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { ApiFuzz } from '../../tests/fuzz/api_fuzz.mjs';
import { publicSurface } from '../../tests/fuzz/public_surface.mjs';
import { Recorder } from '../../tests/fuzz/recorder.mjs';
import { smallScene } from '../../tests/fuzz/scene.mjs';
import { playBeside, playMany } from '../../tests/fuzz/worker_fuzz.mjs';
import * as built from '../dist/main.js';
import * as builtThree from '../dist/three/index.js';
import { Lab } from '../src/lab.js';
import * as main from '../src/main.js';
import { offsetSurface } from '../src/three/character/offset_surface.js';
import * as three from '../src/three/index.js';

const SEED = 20261123;
const { Weft, WeftError, World, Body, Cloth, Grab } = main;

const compiled = (name: string) =>
  WebAssembly.compile(readFileSync(new URL(`../dist/${name}`, import.meta.url)));
const scene = smallScene();
let modules: { weft: WebAssembly.Module; lab: WebAssembly.Module };
let load: () => { bytes: WebAssembly.Module; lab: { bytes: WebAssembly.Module } };

beforeAll(async () => {
  modules = { weft: await compiled('weft.wasm'), lab: await compiled('weft-lab.wasm') };
  load = () => ({ bytes: modules.weft, lab: { bytes: modules.lab } });
});

const adapter = () => ({ ...main, ...three, Lab, offsetSurface, modules });

test(`wrong calls end in a WeftError or a right answer, without a leak (seed ${SEED})`, async () => {
  const weft = await Weft.load(load());
  const round = async (seed: number, calls: number) => {
    const fuzz = new ApiFuzz({ weft, WeftError, adapter: adapter(), seed, scene });
    await fuzz.run(calls);
    await fuzz.end();
    return fuzz.counts;
  };
  const { calls, errors } = await round(SEED, 1500);
  expect(errors / calls).toBeGreaterThan(0.2);
  expect(errors / calls).toBeLessThan(0.8);
  await round(SEED + 1, 200);
  const before = weft.memoryBytes;
  for (let again = 0; again < 5; ++again) {
    await round(SEED + 1, 200);
  }
  expect(weft.memoryBytes).toBe(before);
});

test('in a worker calls end as they end here, and many at once all end', async () => {
  const parts = {
    WeftError: built.WeftError,
    adapter: { ...built, ...builtThree, offsetSurface, modules },
    scene,
  };
  const script = new URL('../dist/worker/weft_worker.js', import.meta.url);
  const start = (wrap: (worker: never) => unknown = (worker) => worker) =>
    built.Weft.load({ ...load(), worker: () => wrap(new Worker(script) as never) });
  const [weft, remote] = [await built.Weft.load(load()), await start()];
  const { calls, errors } = await playBeside(parts, weft, remote, SEED, 600);
  expect(errors / calls).toBeGreaterThan(0.2);
  remote.dispose();
  for (let seed = SEED; seed < SEED + 4; ++seed) {
    await playMany(parts, start, seed);
  }
});

/** Errors are made by the package, and an address is anything with an `href`. */
const LEFT_OUT = [
  'static WeftError.new',
  'World.pointer',
  'static Weft.load: href',
  'static Lab.load: href',
];

test('every public verb, value and option is in the fuzz', async () => {
  const recorder = new Recorder();
  const { BodyCollider, ClothMesh } = three;
  [Weft, World, Body, Cloth, Grab, Lab, BodyCollider, ClothMesh].forEach((kind) =>
    recorder.watchClass(kind as never),
  );
  const watched = {
    ...adapter(),
    ClothMesh: recorder.watched('static ClothMesh.new', ClothMesh),
    mergeVertices: recorder.watched('mergeVertices', three.mergeVertices),
    clothFromGeometry: recorder.watched('clothFromGeometry', main.clothFromGeometry),
    bodyFromGeometry: recorder.watched('bodyFromGeometry', main.bodyFromGeometry),
  };
  const weft = await Weft.load(load());
  const fuzz = new ApiFuzz({ weft, WeftError, adapter: watched, seed: SEED, scene });
  await fuzz.runEach(90);
  await fuzz.end();
  weft.dispose();
  recorder.stop();
  const surface = publicSurface();
  const unheard = { owner: 'World', name: 'unheard', kind: 'verb', isStatic: false } as const;
  expect(recorder.missing([{ ...unheard, options: [] }])).toEqual(['World.unheard']);
  const missing = recorder.missing(surface);
  expect(missing.filter((each) => !LEFT_OUT.includes(each))).toEqual([]);
}, 300_000);
