// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The calls of the fuzz. Each takes a world, and as `this` the fuzz; it ends in an answer, which it checks, or in an error.
// The same calls go to a world in a worker: answers are awaited.
import * as inputs from './inputs.mjs';

export function remember(object, right) {
  if (!right) throw new Error('what came back is not what went in');
  object.made = Array.from(object.indices);
  object.rest = object.positions.slice();
}

const read = (numbers, i) =>
  numbers.getComponent ? numbers.getComponent(Math.floor(i / 3), i % 3) : numbers[i];

const isAt = ({ positions }, places) =>
  positions.every((x, i) => Object.is(x, Math.fround(read(places, i))));

/** What adds to a world. */
export const ADDING = [
  async function addBody(world) {
    const options = this.bad(inputs.bodyOptions(this.dice));
    const body = await world.addBody(options);
    remember(body, !options.positions || isAt(body, options.positions));
  },
  async function addCloth(world) {
    const options = this.bad(inputs.clothOptions(this.dice));
    const cloth = await world.addCloth(options);
    remember(cloth, isAt(cloth, options.positions));
  },
  async function addClothGeometry(world) {
    const mesh = inputs.sheet(this.dice);
    const extras = inputs.clothExtras(this.dice, mesh.positions.length / 3);
    const options = { ...extras, ...this.dice.some({ mergeTolerance: 1e-6 }) };
    const cloth = await world.addCloth(this.bad(inputs.geometry(mesh)), this.bad(options));
    remember(cloth, cloth.vertexCount > 0);
  },
  async function addBodyGeometry(world) {
    const options = this.bad(inputs.geometryBodyOptions(this.dice));
    const given = this.bad(inputs.geometry(inputs.box(this.dice)));
    const body = await world.addBody(given, options);
    remember(body, body.vertexCount > 0);
  },
];

const WORLD = [
  async function step(world) {
    const before = world.stepCount;
    const report = await world.step();
    const refused = report.problem !== undefined; // a field on an open body, and nothing moves
    // explicit steps of cloth that lies in a knot may end nowhere, and are taken back
    const isTakenBack =
      report.status === 'WEFT_ERROR_NON_FINITE_STATE' &&
      (await world.methods()).solver.name === 'explicit_euler';
    if (refused === (report.status === 'WEFT_OK' || isTakenBack)) {
      throw new Error(`no reason: ${report.status}`);
    }
    if (report.step !== world.stepCount || report.step !== before + (refused ? 0 : 1)) {
      throw new Error('the report is of another step');
    }
  },
  async function advance(world) {
    const beforeStep = (seconds) => {
      if (!(seconds > 0)) throw new Error('a step ends at no time');
    };
    const options = this.bad({ maxSteps: 2, ...this.dice.some({ beforeStep }) });
    if (typeof options?.maxSteps === 'number' && options.maxSteps > 5) options.maxSteps = 5; // a right answer, but not today
    const { steps, reports } = await world.advance(this.bad(0.02), options);
    if (steps !== reports.length) throw new Error('a step has no report');
  },
  async function pushEvent(world) {
    await world.pushEvent(this.bad(inputs.anEvent(this.dice)));
  },
  async function setMethod(world) {
    await world.setMethod(this.bad('solver'), this.bad('implicit_euler'));
  },
  async function setParameter(world) {
    const stage = this.dice.of(['structure', 'narrow_phase', 'response']);
    await world.setParameter(this.bad(stage), this.bad('arity'), this.bad(4));
  },
  async function setThreadCount(world) {
    await world.setThreadCount(this.bad(1));
  },
  async function readMethods(world) {
    const { solver } = await world.methods();
    if (typeof solver.name !== 'string') throw new Error('a stage has no method');
  },
  async function snapshot(world) {
    this.snapshots = [...this.snapshots.slice(-5), await world.snapshot()];
  },
  async function restore(world) {
    await world.restore(this.bad(this.dice.of(this.snapshots) ?? new Uint8Array(64)));
  },
  async function reset(world) {
    await world.reset();
    if (world.stepCount !== 0) throw new Error('not at step 0');
  },
  async function blocks(world) {
    await world.blocks();
  },
  async function figures(world) {
    const figures = await world.figures();
    if (!figures.every(({ value }) => Number.isFinite(value))) throw new Error('no figure');
  },
  async function setOrigin(world) {
    const to = this.dice.of([0, 0.25, -1, 1000]);
    await world.setOrigin(this.bad(to), this.bad(0), this.bad(0));
    if (!world.origin.every((x) => x * 1024 === Math.round(x * 1024))) {
      throw new Error('the origin is between its places');
    }
  },
  async function removeBody(world) {
    if (!this.dice.chance(0.3)) return;
    const body = this.any(world.bodies, 'body');
    await world.removeBody(this.bad(body));
    this.bury(body, 'body', world.bodies);
  },
  async function removeCloth(world) {
    if (!this.dice.chance(0.3)) return;
    const cloth = this.any(world.cloths, 'cloth');
    await world.removeCloth(this.bad(cloth));
    this.bury(cloth, 'cloth', world.cloths);
  },
  async function pick(world) {
    const { dice } = this;
    const among = {
      maxDistance: 2,
      cloths: [...world.cloths].slice(dice.below(2)),
      bodies: [...world.bodies].slice(dice.below(2)),
    };
    const from = inputs.aVector(dice, [0.1, 2, 0.1]);
    const towards = inputs.aVector(dice, [0, -1, 0.1 * dice.number()]);
    const hit = await world.pick(this.bad(from), this.bad(towards), this.bad(dice.some(among)));
    if (
      hit &&
      !(hit.distance >= 0 && hit.place.every(Number.isFinite) && (hit.cloth ?? hit.body))
    ) {
      throw new Error('the ray met nothing that is there');
    }
    this.hit = hit?.cloth ? hit : this.hit;
  },
  async function setWind(world) {
    await world.setWind(this.bad(inputs.aVector(this.dice, [2, 0, 1])), this.bad(0.3));
  },
  async function setGravity(world) {
    await world.setGravity(this.bad(inputs.aVector(this.dice, [0, -9.81, 0])));
  },
  async function dispose(world) {
    if (!this.dice.chance(0.1)) return;
    await world.dispose();
    if (!world.isDisposed) throw new Error('it is still there');
    this.worlds = this.worlds.filter((each) => each !== world);
    this.gone = [...this.gone.slice(-3), world];
  },
];

const OBJECTS = [
  async function setPositions(world) {
    const body = this.any(world.bodies, 'body');
    const by = 0.002 * this.dice.number();
    await body?.setPositions(this.bad(body.rest?.map((x) => x + by)));
  },
  async function setTransform(world) {
    const body = this.any(world.bodies, 'body');
    const place = inputs.aVector(this.dice, [0, 0.01 * this.dice.number(), 0]);
    await body?.setTransform(this.bad(place), this.bad(inputs.aTurn(this.dice)));
  },
  async function setPose(world) {
    const body = this.any(world.bodies, 'body');
    const rows = Float32Array.from({ length: 12 * (body?.boneCount ?? 1) }, (_, i) =>
      (i % 12) % 5 === 0 ? 1 : 0.01,
    );
    const rest = new Float32Array(3 * (body?.vertexCount ?? 1)).fill(0.01);
    const place = inputs.aVector(this.dice, [0, 0.01, 0]);
    await body?.setPose(this.bad(rows), this.bad(this.dice.some({ place, rest })));
  },
  async function setBodyCollision(world) {
    await this.any(world.bodies, 'body')?.setCollision(this.bad(inputs.collision(this.dice)));
  },
  async function setClothCollision(world) {
    await this.any(world.cloths, 'cloth')?.setCollision(this.bad(inputs.collision(this.dice)));
  },
  async function copyPositions(world) {
    const object = this.any([...world.cloths, ...world.bodies], 'object');
    const to = this.bad(new Float32Array(3 * (object?.vertexCount ?? 0)));
    const isLive = to === this.liveView(); // writing there is allowed, and changes the world
    await object?.copyPositions(isLive ? to.slice() : to);
  },
  async function pin(world) {
    const [cloth, vertex] = this.vertexOf(world);
    const place = this.dice.chance(0.3) ? undefined : inputs.aVector(this.dice);
    const options = this.dice.some({ stiffness: 50 });
    await cloth?.pin(this.bad(vertex), this.bad(place), this.bad(options));
  },
  async function unpin(world) {
    const [cloth, vertex] = this.vertexOf(world);
    await cloth?.unpin(this.bad(this.dice.of([vertex, [vertex], new Uint16Array([0]), undefined])));
  },
  async function pinTo(world) {
    const [cloth, vertex] = this.vertexOf(world);
    const body = this.any(world.bodies, 'body');
    const collider = this.dice.of([body, { body, bones: [{ name: 'hips' }] }, ...this.colliders]);
    const bone = this.dice.of([0, 'hips']);
    const options = { vertices: [vertex], ...this.dice.some({ bone }) };
    await cloth?.pinTo(this.bad(collider), this.bad(options));
  },
  async function grab(world) {
    const [cloth, vertex] = this.vertexOf(world);
    const grip = this.dice.of([vertex, this.hit ?? vertex]);
    const options = this.dice.some({ place: inputs.aVector(this.dice), stiffness: 30 });
    const grab = await cloth?.grab(this.bad(grip), this.bad(options));
    if (grab) {
      this.grabs = [...this.grabs.slice(-9), grab];
      if (!grab.isHolding) throw new Error('it holds nothing');
    }
  },
  async function moveTo() {
    const grab = this.dice.of([this.dice.of(this.grabs), this.grabs.at(-1)]);
    await grab?.moveTo(this.bad(inputs.aVector(this.dice)));
  },
  async function release() {
    const grab = this.dice.of(this.grabs);
    await grab?.release();
    if (grab?.isHolding) throw new Error('it still holds');
  },
  async function setFabric(world) {
    await this.any(world.cloths, 'cloth')?.setFabric(this.bad(inputs.aFabric(this.dice)));
  },
  async function look(world) {
    if (world.isDisposed) return; // what a worker's world was stays to be seen
    const { origin, stepCount, frameSeconds, shownSeconds, memoryBytes, threadCount, grabs } =
      world;
    const told = [...origin, stepCount, frameSeconds, shownSeconds, memoryBytes, threadCount];
    if (!told.every(Number.isFinite)) {
      throw new Error('a number of the world is none');
    }
    if (!/^[0-9a-f]{16}$/.test(await world.hash())) throw new Error('that is no hash');
    if (grabs.some(({ cloth }) => !world.cloths.includes(cloth))) {
      throw new Error('a hand holds what is not there');
    }
    for (const cloth of world.cloths) {
      void [cloth.velocities, cloth.normals, cloth.strain, cloth.pressure, cloth.captured];
      void [cloth.mergeMap, cloth.shownPositions, cloth.shownNormals, cloth.isAsleep];
      void [cloth.fabric, cloth.index, cloth.isRemoved];
    }
    for (const body of world.bodies) {
      void [body.boneMatrices, body.boneIndices, body.boneWeights, body.clips, body.shownPositions];
      void [body.index, body.isRemoved];
    }
  },
];

const SIMULATOR = [
  async function loadScene() {
    const given = Uint8Array.from({ length: 200 }, () => this.dice.below(256));
    const scene = this.dice.chance(0.3) && this.scene ? this.scene : given;
    const world = await this.weft.loadScene(this.bad(scene), this.bad(inputs.methods(this.dice)));
    await world.dispose();
  },
  async function openScene() {
    const scene = this.scene ?? new Uint8Array(200);
    const world = await this.weft.openScene(this.bad(scene), this.bad(inputs.methods(this.dice)));
    await world.dispose();
  },
  async function prepare() {
    const wanted = this.dice.chance(0.3) && this.scene ? this.scene : inputs.methods(this.dice);
    await this.weft.prepare(this.bad(wanted), this.bad(inputs.methods(this.dice)));
  },
  async function has() {
    await this.weft.has(this.bad(inputs.methods(this.dice)));
  },
  async function fabric() {
    const { density } = await this.weft.fabric(this.bad('silk'));
    if (!(density > 0)) throw new Error('silk weighs nothing');
  },
  async function lists() {
    const [fabrics, methods] = [await this.weft.fabrics(), await this.weft.methods()];
    if (!fabrics.includes('silk') || methods.length < 5 || !(this.weft.memoryBytes > 0)) {
      throw new Error('something is not offered any more');
    }
    const { threads, threadsNote } = this.weft;
    if (!(threads >= 1) || typeof threadsNote !== 'string') throw new Error('no thread is told');
  },
];

/** What goes to a world, here or in a worker. */
export const USING = [...WORLD, ...OBJECTS, ...SIMULATOR];
