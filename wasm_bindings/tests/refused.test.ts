// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the fuzz of the typed API found: arguments that are nothing at all, caches, workers and characters of other people
// that are not what they should be. Each is refused in one sentence that names the argument, and changes nothing.
import { readFileSync } from 'node:fs';
import { Group, Mesh, PlaneGeometry, Skeleton, SphereGeometry, Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { makeCharacter, makeSkinned } from '../../tests/fuzz/character.mjs';
import { Lab } from '../src/lab.js';
import { bodyFromGeometry, clothFromGeometry, Weft, WeftError } from '../src/main.js';
import { BodyCollider, ClothMesh, mergeVertices } from '../src/three/index.js';
import { box, loadWeft, sheet } from './support.js';

let weft: Weft;
beforeAll(async () => {
  weft = await loadWeft();
});

const anything = (value: unknown) => value as never;

function caught(error: unknown): WeftError {
  expect(error).toBeInstanceOf(WeftError);
  return error as WeftError;
}

function errorOf(call: () => unknown): WeftError {
  try {
    call();
  } catch (error) {
    return caught(error);
  }
  throw new Error('nothing was thrown');
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(() => {
    throw new Error('nothing was refused');
  }, caught);

const NOTHING = [null, undefined, 7, 'x', true, {}];

test.each(NOTHING)('%j is no geometry, no array and no cloth', (value) => {
  expect(errorOf(() => bodyFromGeometry(anything(value))).where).toBe('geometry');
  expect(errorOf(() => clothFromGeometry(anything(value))).where).toBe('geometry');
  expect(errorOf(() => mergeVertices(anything(value), [])).where).toBe('positions');
  expect(errorOf(() => mergeVertices([], anything(value))).where).toBe('indices');
  expect(errorOf(() => new ClothMesh(anything(value), [])).where).toBe('cloth');
});

test('numbers that are none are refused where vertices are merged', () => {
  const { positions, indices } = sheet(3, 0.2, 1);
  const texts = Array.from(positions, String);
  expect(errorOf(() => mergeVertices(anything(texts), indices)).element).toBe(0);
  const symbols = [...indices.slice(1), Symbol('x')];
  expect(errorOf(() => mergeVertices(positions, anything(symbols))).where).toBe('indices');
  const big = new BigInt64Array(27);
  expect(errorOf(() => mergeVertices(anything(big), indices)).where).toBe('positions');
  const alike = [new Float32Array(8)];
  expect(errorOf(() => mergeVertices(positions, indices, 0, alike)).where).toBe('alike[0]');
  expect(errorOf(() => mergeVertices(positions, indices, 0, anything(5))).where).toBe('alike');
});

test('what is drawn is checked when it is made, and a hit when it is asked about', () => {
  using world = weft.createWorld();
  const cloth = world.addCloth(sheet(3, 0.2, 1));
  expect(errorOf(() => new ClothMesh(cloth, [], new Float32Array(17))).where).toBe('uvs');
  const mesh = new ClothMesh(cloth, []);
  const face = (a: number) => ({ a, b: 1, c: 2, normal: new Vector3(), materialIndex: 0 });
  for (const hit of [null, {}, { face: face(0) }, { face: face(9), point: new Vector3() }]) {
    expect(errorOf(() => mesh.clothVertex(anything(hit))).where).toBe('clothVertex');
  }
  expect(mesh.clothVertex({ face: face(0), point: new Vector3(9, 9, 9) })).toBeLessThan(3);
});

test('of a world that was disposed that is said first', () => {
  const world = weft.createWorld();
  world.dispose();
  for (const call of [
    () => world.pick([0, 1, 0], [0, -1, 0]),
    () => world.setMethod('solver', 'vbd'), // and this module has no such method
    () => world.setParameter('structure', 'leaf', 'one'), // nor such a parameter
  ]) {
    expect(errorOf(call).message).toContain('disposed');
  }
});

test('a hit of something else is no grip on this cloth', () => {
  using world = weft.createWorld();
  const body = world.addBody(box(0.2));
  const [cloth, other] = [world.addCloth(sheet(3, 0.2, 1)), world.addCloth(sheet(3, 0.2, 2))];
  const hit = world.pick([0.02, 3, 0.02], [0, -1, 0])!;
  expect(hit.cloth).toBe(other);
  expect(errorOf(() => cloth.grab(hit)).where).toBe('grip');
  expect(errorOf(() => cloth.grab(anything({ vertex: 0, place: [0, 0, 0], body }))).where).toBe(
    'grip',
  );
  expect(world.grabs).toEqual([]);
  expect(other.grab(hit).vertex).toBe(hit.vertex);
});

test('a fabric with one bad number changes nothing at all', () => {
  using world = weft.createWorld();
  const cloth = world.addCloth(sheet(3, 0.2, 1));
  const before = world.snapshot();
  expect(errorOf(() => cloth.setFabric({ preset: 'denim', density: 99 })).code).toMatch(/^WEFT/);
  expect(errorOf(() => cloth.setFabric({ preset: 'denim', drag: anything('x') })).code).toMatch(
    /^WEFT/,
  );
  expect(world.snapshot()).toEqual(before);
});

test('what let go with its world holds nothing', () => {
  const world = weft.createWorld();
  const grab = world.addCloth(sheet(3, 0.2, 1)).grab(0);
  world.dispose();
  expect(grab.isHolding).toBe(false);
  grab.release();
  expect(errorOf(() => grab.moveTo([0, 0, 0])).message).toContain('let go');
});

test('a collider of bones that are none is refused', () => {
  using world = weft.createWorld();
  const [body, cloth] = [world.addBody(box(0.2)), world.addCloth(sheet(3, 0.2, 1))];
  const pin = (collider: unknown) =>
    errorOf(() => cloth.pinTo(anything(collider), { vertices: [0], bone: 'hips' }));
  expect(pin({ body, bones: 5 }).where).toBe('bones');
  expect(pin({ body, bones: [undefined, null] }).where).toBe('bone');
  expect(pin(7).message).toContain('not a body');
});

test.each([
  [{ within: {} }, 'within'],
  [{ proxy: { surface: 1 } }, 'proxy'],
  [{ pad: [{ part: 'head', by: NaN }] }, 'pad[0].by'],
  [{ pad: { part: 'head', thickness: 1 } }, 'pad[0].thickness'],
  [{ repair: { tolerance: -1 } }, 'repair.tolerance'],
  [{ repair: 'all' }, 'repair'],
  [{ exclude: 5 }, 'exclude'],
  [{ repairs: true }, 'options.repairs'],
  [{ friction: 'x' }, 'friction'],
  [null, 'options'],
])('fromObject3D refuses the options %j', (options, where) => {
  using world = weft.createWorld();
  const root = makeCharacter();
  const error = errorOf(() => BodyCollider.fromObject3D(world, root, anything(options)));
  expect(error.where).toBe(where);
  expect(world.bodies).toEqual([]);
});

test('characters with parts that are missing are refused, before they are added and after', () => {
  using world = weft.createWorld();
  type Spoil = (mesh: ReturnType<typeof makeSkinned>) => unknown;
  const faults: Spoil[] = [
    (mesh) => (mesh.geometry = anything(undefined)),
    (mesh) => (mesh.geometry.morphAttributes.position = [anything(undefined)]),
    (mesh) => (mesh.geometry.attributes.skinWeight.array[0] = Infinity),
    (mesh) => mesh.skeleton.bones[0].position.setX(NaN),
    (mesh) => mesh.morphTargetInfluences!.fill(NaN),
  ];
  for (const fault of faults) {
    const [mesh, root] = [makeSkinned(), new Group()];
    fault(mesh);
    root.add(mesh);
    expect(errorOf(() => BodyCollider.fromObject3D(world, root)).code).toMatch(/^WEFT_ERROR/);
    const alone = { open: true };
    expect(errorOf(() => BodyCollider.fromSkinnedMesh(world, mesh, alone)).code).toMatch(
      /^WEFT_ERROR/,
    );
    expect(world.bodies).toEqual([]);
    expect(world.origin).toEqual([0, 0, 0]);
  }
  const named = new Group().add(makeSkinned());
  named.children[0].name = anything(undefined);
  BodyCollider.fromObject3D(world, named, { exclude: /head/ });
  const [one, other] = [makeSkinned(), makeSkinned()];
  const colliders = [
    BodyCollider.fromObject3D(world, one),
    BodyCollider.fromSkinnedMesh(world, other),
  ];
  one.skeleton = other.skeleton = anything(undefined);
  for (const collider of colliders) {
    expect(errorOf(() => void collider.update()).message).toContain('has lost its skeleton');
  }
});

test('the origin follows nobody who stands nowhere or too far from others', () => {
  using world = weft.createWorld();
  const roots = [makeSkinned(), makeSkinned()];
  const colliders = roots.map((root) => BodyCollider.fromObject3D(world, root));
  roots[0].position.x = NaN;
  expect(errorOf(() => void colliders[0].update()).code).toBe('WEFT_ERROR_NOT_FINITE');
  roots[0].position.x = 40; // the other one stays at home
  expect(errorOf(() => void colliders[0].update()).code).toMatch(/^WEFT_ERROR/);
  expect(world.origin).toEqual([0, 0, 0]);
  roots[0].position.x = 0;
  colliders[0].update();
  roots.forEach((root) => (root.position.x = 5));
  colliders.forEach((collider) => void collider.update());
  expect(world.origin[0]).toBeGreaterThan(1);
});

test.each([
  [{ cell: Symbol('x') }, 'cell'],
  [{ gap: 5n }, 'gap'],
  [{ onProgress: 5 }, 'onProgress'],
  [{ worker: 'yes' }, 'worker'],
  [{ cache: {} }, 'cache.get'],
  [{ cells: 1 }, 'options.cells'],
  [{ worker: () => 5 }, 'worker'],
  [{ cache: { get: () => 7, set: () => {} } }, 'cache: positions'],
])('proxyOf refuses %o', async (options, where) => {
  const proxy = BodyCollider.proxyOf(makeCharacter(), { cell: 0.1, ...anything(options) });
  expect((await rejection(proxy)).where).toBe(where);
});

test('a surface of a cache or a worker is looked at before it is used', async () => {
  const root = makeCharacter();
  const surface = {
    positions: new Float32Array(9),
    triangles: new Uint32Array([0, 1, 2]),
    nearest: new Uint32Array([0, 0, 999]),
    weights: new Float32Array(9),
    cell: 0.1,
    error: { meanMm: 1, maxMm: 2 },
  };
  const cache = { get: () => surface, set: () => {} };
  expect((await rejection(BodyCollider.proxyOf(root, { cell: 0.1, cache }))).where).toBe(
    'cache: nearest',
  );
  const saying = (data: unknown) => () =>
    ({
      postMessage() {
        queueMicrotask(() => this.onmessage?.({ data }));
      },
      terminate() {},
      onmessage: undefined as ((event: { data: unknown }) => void) | undefined,
    }) as unknown as Worker;
  const made = (data: unknown) => BodyCollider.proxyOf(root, { cell: 0.11, worker: saying(data) });
  expect((await rejection(made({ error: 'no room' }))).code).toBe('WEFT_ERROR_WORKER_LOST');
  expect((await rejection(made(null))).code).toBe('WEFT_ERROR_WORKER_LOST');
  expect((await rejection(made({ surface: {} }))).where).toBe('worker: positions');
});

test('what cannot be loaded says so', async () => {
  for (const options of [null, 7, [], { link: 'x' }, { lab: 5 }, { locateFile: 'x' }]) {
    await rejection(Weft.load(anything(options)));
  }
  expect((await rejection(Weft.load({ bytes: anything(5n) }))).where).toBe('bytes');
  expect((await rejection(Weft.load({ url: 'http://[' }))).message).toContain('no address');
  expect((await rejection(Weft.load({ url: 'no://where' }))).message).toContain('no://where');
  await rejection(Lab.load(anything(null)));
});

test.each([
  { structure: 'distance_field', response: 'offset_surfaces' },
  { structure: 'inclusion_field', response: { name: 'projection', parts: 'rigid' } },
] as const)('a body whose skeleton lacks a bone gets no segments, %j', async (methods) => {
  const lab = readFileSync(new URL('../dist/weft-lab.wasm', import.meta.url));
  const all = await loadWeft({ lab: { bytes: lab } });
  await all.prepare(methods);
  using world = all.createWorld(methods);
  world.addCloth(sheet(5, 0.3, 0.15));
  const says = /Vertex \d+ .*names bone 1\b.*; add that bone, or hang the vertex on another\.$/;
  const lacking = makeSkinned();
  lacking.bind(new Skeleton(lacking.skeleton.bones.slice(0, 1)));
  expect(errorOf(() => BodyCollider.fromSkinnedMesh(world, lacking)).message).toMatch(says);
  expect(errorOf(() => BodyCollider.fromObject3D(world, lacking)).message).toMatch(says);
  const cube = box(0.2);
  const skin = (bone: number) => ({
    boneIndices: Array.from({ length: 32 }, (_, i) => (i % 4 === 0 && i >= 16 ? bone : 0)),
    boneWeights: Array.from({ length: 32 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
    boneHeads: [0, 0, 0],
  });
  expect(errorOf(() => world.addBody({ ...cube, ...skin(1) })).message).toMatch(says);
  // a bone that no vertex hangs on is none of the segments'
  world.addBody({ ...cube, ...skin(0), boneHeads: [0, 0, 0, 0, 1, 0] });
  expect(world.step().problem).toBeUndefined();
});

test('has looks at what it is asked, whatever is loaded', async () => {
  const lab = readFileSync(new URL('../dist/weft-lab.wasm', import.meta.url));
  const all = await loadWeft({ lab: { bytes: lab } });
  await all.prepare({ solver: 'vbd' });
  expect(errorOf(() => all.has(anything({ solvers: 'vbd' }))).message).toContain('solvers');
});

test('a geometry says the groups of its body', () => {
  using world = weft.createWorld();
  world.addBody(new SphereGeometry(0.1, 8, 6), { group: 2, mask: 1 });
  expect(errorOf(() => world.addBody(new SphereGeometry(), { mask: -1 })).where).toBe('mask');
  const plane = new Mesh(new PlaneGeometry(0.1, 0.1));
  expect(errorOf(() => world.addBody(plane.geometry, anything(null))).where).toBe('options');
});
