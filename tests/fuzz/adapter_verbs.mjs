// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The calls of the fuzz that need the page: the adapter of three.js, functions of the package, simulators of their own.
import { Raycaster, Vector3 } from 'three';
import { makeCharacter, makeSkinned, move, spoil } from './character.mjs';
import * as inputs from './inputs.mjs';
import { remember } from './verbs.mjs';

const PATTERNS = ['head', /^he/, ({ name }) => name === 'head', ['head', /x/], 'chest'];

const within = (dice, root) => dice.of([root, root.parent ?? root]);

/** Workers of a proxy, good and bad; `offsetSurface` is what the package's own one calls. */
function proxyWorker(dice, offsetSurface) {
  const answer = ({ positions, triangles, options }) => {
    const making = offsetSurface(positions, triangles, options);
    let step = making.next();
    while (!step.done) step = making.next();
    return { surface: step.value };
  };
  const say = dice.of([
    (worker, order) => worker.onmessage({ data: answer(order) }),
    (worker, order) => worker.onmessage({ data: answer(order) }),
    (worker) => worker.onmessage({ data: { error: 'RangeError: no room in the worker' } }),
    (worker) => worker.onmessage({ data: { surface: { positions: [NaN] } } }),
    (worker) => worker.onmessage({ data: null }),
    (worker) => worker.onerror({ message: 'it broke' }),
  ]);
  return () => ({
    postMessage(order) {
      queueMicrotask(() => {
        try {
          say(this, order);
        } catch (error) {
          this.onerror({ message: String(error) });
        }
      });
    },
    terminate() {},
  });
}

/** Keeps what it is given, or something else. */
function proxyCache(dice) {
  const kept = new Map();
  const wrong = dice.of([undefined, undefined, undefined, null, 7, {}, { positions: 'none' }]);
  return { get: (key) => kept.get(key) ?? wrong, set: (key, surface) => kept.set(key, surface) };
}

function proxyOptions(fuzz, root) {
  const { dice, adapter } = fuzz;
  return {
    cell: 0.08 + 0.05 * dice.number(),
    ...dice.some({
      gap: 0.003,
      onProgress: () => {},
      worker: dice.of([true, false, proxyWorker(dice, adapter.offsetSurface)]),
      cache: proxyCache(dice),
      exclude: dice.of(PATTERNS),
      within: within(dice, root),
    }),
  };
}

/** What adds to a world from objects of three.js, here or in a worker. */
export const ADDING_OBJECTS = [
  async function fromSkinnedMesh(world) {
    const mesh = this.bad(spoil(this.dice, makeSkinned()));
    const options = this.dice.some({ open: true, mergeTolerance: 1e-5, friction: 0.5 }, 0.6);
    const collider = await this.adapter.BodyCollider.fromSkinnedMesh(
      world,
      mesh,
      this.bad(options),
    );
    this.follow(collider);
  },
  async function fromObject3D(world) {
    const { dice } = this;
    const fresh = spoil(dice, makeCharacter());
    const [root, proxy] = dice.chance(0.3) && this.proxy ? this.proxy : [fresh, this.proxy?.[1]];
    const options = dice.some(
      {
        exclude: dice.of(PATTERNS),
        repair: dice.of([true, false, dice.some({ tolerance: 1e-5, thickness: 1e-4 }, 0.8)]),
        pad: dice.of([{ part: 'head', by: 0.01 }, [{ part: /chest/, by: -0.005 }]]),
        within: within(dice, root),
        friction: 0.5,
        name: 'somebody',
        proxy,
      },
      0.3,
    );
    const collider = await this.adapter.BodyCollider.fromObject3D(
      world,
      this.bad(root),
      this.bad(options),
    );
    this.follow(collider);
  },
];

/** What goes to what was added so. */
export const USING_OBJECTS = [
  async function proxyOf() {
    const root = spoil(this.dice, makeCharacter(), 0.3);
    const options = this.bad(proxyOptions(this, root));
    const proxy = await this.adapter.BodyCollider.proxyOf(this.bad(root), options);
    if (!(proxy.error.maxMm < 500 && proxy.cell > 0 && proxy.key.length === 16)) {
      throw new Error('the proxy says nothing of itself');
    }
    this.proxy = [root, proxy];
  },
  async function update() {
    const collider = this.dice.of(this.colliders);
    if (!collider) return;
    move(this.dice, collider.root);
    spoil(this.dice, collider.root, 0.1);
    await collider.update();
  },
];

/** What can be drawn without being a cloth. */
const likeness = ({ name, vertexCount, indices, shownPositions, shownNormals, captured }) => ({
  name,
  vertexCount,
  indices: indices.slice(),
  shownPositions: shownPositions.slice(),
  shownNormals: shownNormals.slice(),
  captured: captured.slice(),
  world: { origin: [0, 0, 0], bodies: [{ shownPositions: new Float32Array([0, 1, 0]) }] },
});

/** Drawing: of a cloth in a worker it shows what the last answer brought, also when that is gone. */
export const DRAWING = [
  async function draw(world) {
    const cloth = this.any(world.cloths, 'cloth');
    const uvs = new Float32Array(2 * (cloth?.drawn?.vertices.length ?? cloth?.vertexCount ?? 0));
    const ClothMesh = this.adapter.ClothMesh;
    const drawn = this.dice.of([cloth, cloth && likeness(cloth)]);
    const mesh = new ClothMesh(
      this.bad(drawn),
      undefined,
      this.bad(this.dice.of([uvs, undefined])),
      this.bad(this.dice.of([undefined, { smooth: this.bad(this.dice.of([0, 1, 2])) }])),
    );
    this.meshes = [...this.meshes.slice(-3), mesh];
  },
  async function redraw() {
    const mesh = this.dice.of(this.meshes);
    mesh?.update();
    const { position } = mesh?.geometry.attributes ?? {};
    if (position && !position.array.every(Number.isFinite)) throw new Error('it draws no place');
  },
  async function clothVertex() {
    const mesh = this.dice.of(this.meshes);
    if (!mesh) return;
    const ray = new Raycaster(new Vector3(0.1, 2, 0.1), new Vector3(0, -1, 0));
    const [hit] = ray.intersectObject(mesh);
    const place = { face: { a: 0, b: 1, c: 2 }, point: new Vector3() };
    const vertex = mesh.clothVertex(this.bad(hit ?? place));
    if (!(vertex >= 0 && vertex < mesh.cloth.vertexCount))
      throw new Error('there is no such vertex');
  },
  async function disposeMesh() {
    this.dice.of(this.meshes)?.dispose();
  },
];

/** Functions and classes of the package, without a world. */
export const ALONE = [
  async function merge() {
    const { positions, indices } = inputs.sheet(this.dice);
    const alike = [new Float32Array(positions.length / 3)];
    const given = this.dice.chance(0.5) ? [this.bad(alike)] : [];
    const { mergeVertices } = this.adapter;
    const merged = mergeVertices(this.bad(positions), this.bad(indices), this.bad(1e-6), ...given);
    if (merged.indices.some((corner) => corner >= merged.positions.length / 3)) {
      throw new Error('a corner is no vertex');
    }
  },
  async function clothFromGeometry() {
    const mesh = inputs.sheet(this.dice);
    const extras = inputs.clothExtras(this.dice, mesh.positions.length / 3);
    const options = { ...extras, ...this.dice.some({ mergeTolerance: 1e-6 }) };
    this.adapter.clothFromGeometry(this.bad(inputs.geometry(mesh)), this.bad(options));
  },
  async function bodyFromGeometry() {
    const options = this.bad(inputs.geometryBodyOptions(this.dice));
    this.adapter.bodyFromGeometry(this.bad(inputs.geometry(inputs.box(this.dice))), options);
  },
  async function load() {
    if (!this.dice.chance(this.rare)) return;
    const { modules } = this.adapter;
    const options = this.bad({
      bytes: modules.weft,
      methods: inputs.methods(this.dice),
      ...this.dice.some({
        detachViews: true,
        lab: { bytes: modules.lab },
        locateFile: (name) => `no://${name}`,
        threads: this.dice.of([1, 'auto']),
        shared: { maxBytes: 2 ** 24 },
        url: 'no://where',
        worker: false,
      }),
    });
    if (options?.worker === true) options.worker = false; // another campaign
    if (options?.threads > 2) options.threads = 2; // a right answer, but dear
    const weft = await this.adapter.Weft.load(options);
    weft.createWorld().step();
    weft.dispose();
  },
  async function loadLab() {
    if (!this.dice.chance(this.rare)) return;
    this.lab = await this.adapter.Lab.load(this.bad({ bytes: this.adapter.modules.lab }));
  },
  async function ccd() {
    const { dice } = this;
    const points = Float64Array.from({ length: 48 }, () => dice.number());
    const kind = this.bad(dice.of(['vf', 'ee']));
    const verdicts = this.lab?.ccd(kind, this.bad(points), this.bad(new Float64Array(2)));
    if (verdicts && verdicts.some((verdict) => verdict > 1)) throw new Error('that is no verdict');
  },
];

export { remember };
