// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Inputs of every wrong type, length and range are refused with the name of the argument and of its element, and
// what can be understood is taken: other number arrays, attributes of three.js.
import * as THREE from 'three';
import { beforeAll, expect, test } from 'vitest';
import { Weft, WeftError } from '../src/main.js';
import { box, loadWeft, sheet } from './support.js';

let weft: Weft;
beforeAll(async () => {
  weft = await loadWeft();
});

/** The error of a call, which is to be a WeftError. */
function errorOf(call: () => unknown): WeftError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(WeftError);
    return error as WeftError;
  }
  throw new Error('nothing was thrown');
}

type Bad = Record<string, unknown>;

test.each<[Bad, string, number]>([
  [{ gravity: -9.81 }, 'gravity', -1],
  [{ gravity: [0, -9.81] }, 'gravity', -1],
  [{ gravity: [0, 0, 0, 0] }, 'gravity', -1],
  [{ gravity: [0, NaN, 0] }, 'gravity', 1],
  [{ gravity: [0, '9', 0] }, 'gravity', 1],
  [{ gravity: [0, -101, 0] }, 'gravity', 1],
  [{ gravity: null }, 'gravity', -1],
  [{ minSubsteps: 1.5 }, 'minSubsteps', -1],
  [{ minSubsteps: -1 }, 'minSubsteps', -1],
  [{ dopK: 8 }, 'world.dopK', -1],
  [{ structure: { k: 7 } }, 'structure.k', -1],
  [{ structure: { name: 'dop_tree', cell: 1 } }, 'structure.cell', -1],
  [{ frameSeconds: '0.1' }, 'frameSeconds', -1],
  [{ frameSeconds: Infinity }, 'frameSeconds', -1],
  [{ frameSeconds: 1e39 }, 'frameSeconds', -1],
  [{ frameSeconds: 0 }, 'frameSeconds', 0],
  [{ solver: 3 }, 'solver', -1],
  [{ gravitation: 1 }, 'world.gravitation', -1],
])('a world of %j is refused', (options, where, element) => {
  expect(errorOf(() => weft.createWorld(options))).toMatchObject({ where, element });
});

test.each([null, 7, 'x', [], new Float32Array(3)])('%o is no object of options', (options) => {
  expect(errorOf(() => weft.createWorld(options as object)).where).toBe('world');
});

function badMesh(change: Bad, where: string, element: number, make = sheet(3, 0.2, 1)) {
  const world = weft.createWorld();
  const options = { ...make, ...change } as never;
  expect(errorOf(() => world.addCloth(options))).toMatchObject({ where, element });
  expect(world.cloths.length).toBe(0);
  world.dispose();
}

const places = () => [...sheet(3, 0.2, 1).positions];
const corners = () => [...sheet(3, 0.2, 1).indices];

test.each<[string, Bad, string, number]>([
  ['no positions', { positions: undefined }, 'positions', -1],
  ['bytes for positions', { positions: new Uint8Array(27) }, 'positions', -1],
  ['whole numbers for positions', { positions: Int32Array.from(places()) }, 'positions', -1],
  ['a buffer for positions', { positions: new ArrayBuffer(108) }, 'positions', -1],
  ['texts for positions', { positions: places().map(String) }, 'positions', 0],
  [
    'a hole in positions',
    { positions: places().map((x, i) => (i === 7 ? NaN : x)) },
    'positions',
    2,
  ],
  ['a third of a vertex', { positions: new Float32Array(28) }, 'positions', -1],
  ['floats for indices', { indices: new Float32Array(corners()) }, 'indices', -1],
  ['big numbers for indices', { indices: new BigUint64Array(3) }, 'indices', -1],
  [
    'a fraction in indices',
    { indices: corners().map((v, i) => (i === 4 ? 0.5 : v)) },
    'indices',
    1,
  ],
  ['a negative index', { indices: Int32Array.from(corners(), (v) => -v) }, 'indices', 0],
  ['an index too large', { indices: corners().map((v) => v + 1) }, 'indices', 7],
  ['velocities too short', { velocities: new Float32Array(26) }, 'velocities', -1],
  ['material of three', { material: new Float32Array(27) }, 'material', -1],
  ['half a seam', { seams: [1] }, 'seams', -1],
  ['a seam to nowhere', { seams: [0, 99] }, 'seams', 0],
  ['pins that are no array', { pins: { vertex: 0, kind: 'fixed' } }, 'pins', -1],
  ['a pin that is nothing', { pins: [null] }, 'pins[0]', -1],
  ['a pin of no kind', { pins: [{ vertex: 0, kind: 'glue' }] }, 'pins[0].kind', -1],
  ['a pin of no vertex', { pins: [{ kind: 'fixed' }] }, 'pins[0].vertex', -1],
  ['a pin between', { pins: [{ vertex: 0.5, kind: 'fixed' }] }, 'pins[0].vertex', -1],
  [
    'a pin with half an offset',
    { pins: [{ vertex: 0, kind: 'spring', offset: [1] }] },
    'pins[0].offset',
    -1,
  ],
  ['a pin of a vertex too many', { pins: [{ vertex: 9, kind: 'fixed' }] }, 'pins', 0],
  ['no such fabric', { fabric: 'wood' }, 'fabric', -1],
  ['a fabric of wood', { fabric: { preset: 'wood' } }, 'fabric', -1],
  ['a fabric with a slip', { fabric: { densty: 1 } }, 'fabric.densty', -1],
  ['a fabric of text', { fabric: { density: '0.2' } }, 'fabric.density', -1],
  ['half a layer', { layer: 0.5 }, 'layer', -1],
  ['a name of numbers', { name: 5 }, 'name', -1],
])('%s is refused by name', (_, change, where, element) => badMesh(change, where, element));

test('a body is refused by name, too', () => {
  const world = weft.createWorld();
  const bad = (change: Bad) => errorOf(() => world.addBody({ ...box(0.2), ...change } as never));
  expect(bad({ open: 1 }).where).toBe('open');
  expect(bad({ friction: -1 }).where).toBe('friction');
  expect(bad({ parts: [0] }).where).toBe('parts');
  expect(bad({ parts: Array(12).fill(9) })).toMatchObject({ where: 'parts', element: 0 });
  expect(bad({ boneIndices: new Uint16Array(32) }).where).toBe('boneHeads');
  const skin = { boneHeads: [0, 0, 0], boneIndices: new Uint16Array(32) };
  expect(bad(skin).where).toBe('boneCount');
  expect(bad({ ...skin, boneWeights: new Uint8Array(32) }).where).toBe('boneWeights');
  expect(bad({ ...skin, boneWeights: new Uint16Array(32) })).toMatchObject({
    where: 'boneWeights',
    element: 0,
  });
  expect(bad({ ...skin, boneIndices: Array(32).fill(70000) })).toMatchObject({
    where: 'boneIndices',
    element: 0,
  });
  expect(bad({ vertexCount: 99 }).where).toBe('body.vertexCount');
  expect(world.bodies.length).toBe(0);
  world.dispose();
});

test.each<[string, Bad, string]>([
  ['nothing', { kind: undefined }, 'event.kind'],
  ['no kind', { kind: 'toString' }, 'event.kind'],
  ['a number of text', { kind: 'gravity', p: [0, '1', 0] }, 'event.p'],
  ['one number', { kind: 'gravity', p: 9.81 }, 'event.p'],
  ['nine numbers', { kind: 'gravity', p: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'event.p'],
  ['half a step', { kind: 'drop', step: 0.5 }, 'event.step'],
  ['half a cloth', { kind: 'weld', target: 0.5 }, 'event.target'],
  ['another cloth', { kind: 'weld', target: 7 }, 'events'],
  ['too strong', { kind: 'gravity', p: [0, 1e6, 0] }, 'events'],
  ['a fabric by a wrong name', { kind: 'fabric', index: 'wood' }, 'fabric'],
  ['a slip', { kind: 'drop', steps: 5 }, 'event.steps'],
])('an event of %s is refused', (_, event, where) => {
  const world = weft.createWorld();
  world.addCloth(sheet(3, 0.2, 1));
  expect(errorOf(() => world.pushEvent(event as never)).where).toBe(where);
  world.dispose();
});

test('a fabric event takes the name of its fabric', () => {
  const hashes = [1, 'denim', 'cotton'].map((index) => {
    const world = weft.createWorld();
    world.addCloth({ ...sheet(5, 0.3, 1), pins: [{ vertex: 0, kind: 'fixed' }] });
    world.pushEvent({ kind: 'fabric', target: 0, index });
    for (let step = 0; step < 5; ++step) world.step();
    const hash = world.hash();
    world.dispose();
    return hash;
  });
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[2]).not.toBe(hashes[0]);
});

test('every array that holds the same numbers gives the same cloth', () => {
  const { positions, indices } = sheet(5, 0.3, 1);
  const given: [unknown, unknown][] = [
    [positions, indices],
    [Float64Array.from(positions), Uint16Array.from(indices)],
    [[...positions], Uint8Array.from(indices)],
    [
      new THREE.BufferAttribute(positions, 3),
      new THREE.BufferAttribute(Uint16Array.from(indices), 1),
    ],
  ];
  const hashes = given.map(([positions, indices]) => {
    const world = weft.createWorld();
    world.addCloth({ positions, indices } as never);
    world.step();
    const hash = world.hash();
    world.dispose();
    return hash;
  });
  expect(new Set(hashes).size).toBe(1);
});

test('where a body is to be is checked number by number', () => {
  const world = weft.createWorld();
  const body = world.addBody(box(0.2));
  const now = Float32Array.from(body.positions);
  const bad = (positions: unknown) => errorOf(() => body.setPositions(positions as never));
  expect(bad(now.slice(1)).where).toBe('positions');
  expect(bad(Uint8Array.from(now)).where).toBe('positions');
  expect(bad(undefined).where).toBe('positions');
  expect(bad(now.map((x, i) => (i === 7 ? NaN : x)))).toMatchObject({
    where: 'positions',
    element: 2,
  });
  expect(bad(now.map((x, i) => (i === 3 ? 40 : x)))).toMatchObject({
    where: 'positions',
    element: 1,
  });
  expect(errorOf(() => body.setPose(new Float32Array(12))).message).toContain('no bones');
  expect(errorOf(() => body.copyPositions(new Float32Array(3))).where).toBe('target');
  expect([...body.positions]).toEqual([...now]);
  world.dispose();
});

test('a view on the module stays itself when memory grows under a call', () => {
  const world = weft.createWorld();
  const first = world.addCloth(sheet(160, 1, 1));
  const before = weft.memoryBytes;
  const copies = [];
  while (weft.memoryBytes === before) {
    copies.push(world.addCloth({ positions: first.positions, indices: first.indices }));
  }
  const last = copies.at(-1)!;
  expect(last.positions.every((x, i) => x === first.positions[i])).toBe(true);
  world.dispose();
});

test('bytes of another kind are no scene and no snapshot', () => {
  const world = weft.createWorld();
  for (const bad of [undefined, null, 'WEFT', 12, [1, 2, 3], {}]) {
    expect(errorOf(() => weft.loadScene(bad as never)).where).toBe('scene');
    expect(errorOf(() => world.restore(bad as never)).where).toBe('snapshot');
  }
  const snapshot = world.snapshot();
  world.restore(snapshot.buffer as ArrayBuffer);
  world.restore(snapshot);
  world.dispose();
});
