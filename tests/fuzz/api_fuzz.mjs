// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Calls of the typed API with arguments of wrong types, lengths, ranges and in a wrong order. Each is to end in a
// WeftError or in a right answer, and one that fails changes nothing: no world's hash, no list of triangles. A world
// takes its own snapshot back at any time, and is what it was. After a round everything is disposed, and every block that the bindings took is given back. The same calls go to a simulator in
// a worker.
import { ADDING_OBJECTS, ALONE, DRAWING, USING_OBJECTS } from './adapter_verbs.mjs';
import { damaged } from './bad_values.mjs';
import { makeDice, worldOptions } from './inputs.mjs';
import { ADDING, USING } from './verbs.mjs';

/** Calls that a simulator in a worker takes like one that is here. */
const CROSSING = { adding: [...ADDING, ...ADDING_OBJECTS], using: [...USING, ...USING_OBJECTS] };
const OF_COLLIDERS = [...ADDING_OBJECTS, ...USING_OBJECTS];
const HERE = { adding: CROSSING.adding, using: [...CROSSING.using, ...DRAWING, ...ALONE] };

/** All calls there are, by name. */
export const CALLS = [...HERE.adding, ...HERE.using];

/** The code of what cannot be sent to a worker. */
export const UNSENT = 'unsent';

/** What the calls say of a state that they expected; their own words, in verbs.mjs. */
const STATE =
  /^(the report is of another step|not at step 0|it is still there|it holds nothing|it still holds|what came back)/;

// FNV-1a over words.
function hashOf(bytes) {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  return words.reduce((hash, word) => Math.imul(hash ^ word, 0x01000193), bytes.length);
}

/** One run of the fuzz over a loaded module, here or in a worker. */
export class ApiFuzz {
  /** `adapter` holds what the package exports; `scene` is a cooked scene, `remote` says that weft is in a worker. */
  constructor({ weft, WeftError, adapter, seed, scene, remote = false, crossing = remote }) {
    Object.assign(this, { weft, WeftError, adapter, seed, scene, remote });
    this.calls = crossing ? CROSSING : HERE;
    this.dice = makeDice(seed);
    this.blocks = new Set(); // that the bindings hold
    this.counts = { calls: 0, errors: 0, answers: 0 };
    this.outcomes = []; // name and code of each call, and the hashes after it
    this.told = []; // what the error of an outcome said
    if (!remote) this.watchMemory();
    [this.wrong, this.rare] = [0.3, 0.15]; // parts of the arguments and of the calls
    this.begin();
  }

  begin() {
    this.worlds = [];
    this.gone = []; // disposed, and still called
    this.buried = []; // removed, and still called
    this.snapshots = [];
    this.grabs = [];
    this.colliders = [];
    this.meshes = [];
    this.hit = this.lab = this.proxy = undefined;
  }

  watchMemory() {
    const { heap } = this.weft;
    const { malloc, free } = heap.exports;
    const watched = Object.create(heap.exports, {
      malloc: {
        value: (bytes) => {
          const pointer = malloc(bytes);
          this.blocks.add(pointer);
          return pointer;
        },
      },
      free: {
        value: (pointer) => {
          this.blocks.delete(pointer);
          free(pointer);
        },
      },
    });
    heap.exports = watched;
    this.unwatch = () => (heap.exports = Object.getPrototypeOf(watched));
  }

  /** A value as it should be, or, more often than not, one that is not. */
  bad(value) {
    return this.dice.chance(this.wrong) ? damaged(this.dice, value, this.liveView()) : value;
  }

  liveView() {
    const world = this.worlds[0];
    return world?.cloths[0]?.positions ?? new Float32Array(9);
  }

  /** One of the objects, or sometimes one that was removed: a `cloth`, a `body` or any `object`. */
  any(objects, kind) {
    const buried = this.buried.filter((each) => kind === 'object' || kind === each.kind);
    const isGone = buried.length > 0 && this.dice.chance(0.05);
    return isGone ? this.dice.of(buried).object : this.dice.of([...objects]);
  }

  vertexOf(world) {
    const cloth = this.any(world.cloths, 'cloth');
    return [cloth, this.dice.below(cloth?.vertexCount ?? 1)];
  }

  bury(object, kind, among) {
    if (object && !among.includes(object)) {
      this.buried = [...this.buried.slice(-3), { kind, object }];
    }
  }

  /** A collider is to be where its object is, and is moved later. */
  follow(collider) {
    const { body } = collider;
    body.made = Array.from(body.indices);
    this.colliders = [...this.colliders.slice(-3), collider];
  }

  fault(name, what) {
    return new Error(`seed ${this.seed}, call ${this.counts.calls}, ${name}: ${what}`);
  }

  /** Does calls and checks each; throws an Error that names seed and call on the first that is wrong. */
  async run(calls) {
    for (let i = 0; i < calls; ++i) {
      const world =
        this.dice.chance(0.05) && this.gone.length > 0
          ? this.dice.of(this.gone)
          : this.dice.of(this.worlds);
      const [name, call] = this.choose(world);
      await this.once(name, call, this.dice.chance(0.1));
    }
  }

  /** Makes a world and some things in it. */
  async warmUp(calls) {
    this.worlds.push(await this.weft.createWorld());
    for (let i = 0; i < calls; ++i) {
      const call = this.dice.of(this.calls.adding);
      await call.call(this, this.worlds[0]).catch((error) => this.codeOf(call.name, error));
    }
  }

  /** Makes calls that nobody waits for; promises that end when they do, each as a call is to end. */
  burst(calls) {
    return Array.from({ length: calls }, () => {
      const [name, call] = this.choose(this.dice.of([...this.worlds, ...this.gone]));
      return call().catch((error) => {
        // what a call finds out about the state, others have changed meanwhile
        if (!STATE.test(error.message)) this.codeOf(name, error);
      });
    });
  }

  /** Does every call that there is so many times, the arguments more often right than not. */
  async runEach(times) {
    [this.wrong, this.rare] = [0.1, 0.8];
    for (let i = 0; i < times; ++i) {
      await this.once('createWorld', () => this.createWorld());
      if (this.worlds.length > 2) await this.worlds.shift().dispose();
      for (const call of [...this.calls.adding, ...this.calls.using]) {
        const world = this.worlds.at(-1);
        if (!world) break;
        const isFull = world.cloths.length + world.bodies.length >= 8;
        if (isFull && this.calls.adding.includes(call)) continue;
        await this.once(call.name, () => call.call(this, world));
      }
    }
  }

  hashes(worlds) {
    return Promise.all(worlds.map((world) => world.hash()));
  }

  /**
   * All that a step may depend on, waiting events included. In a worker the hash stands for it. A collider whose pose is
   * refused has taken a slot, and the origin may have been there and back, which rounds.
   */
  async states(name, worlds) {
    if (OF_COLLIDERS.some((call) => call.name === name)) {
      return worlds.map(({ bodies }) => bodies.length);
    }
    return this.remote ? this.hashes(worlds) : worlds.map((world) => hashOf(world.snapshot()));
  }

  async once(name, call, thorough = false) {
    this.counts.calls += 1;
    const worlds = [...this.worlds];
    const before = await this.states(name, worlds);
    let code = 'answer';
    try {
      await call();
      this.counts.answers += 1;
    } catch (error) {
      this.counts.errors += 1;
      code = this.codeOf(name, error);
      this.told[this.outcomes.length] = error.message;
      const now = await this.states(name, worlds);
      if (now.some((hash, i) => hash !== before[i])) {
        throw this.fault(name, `a refused call changed a world: ${error.message}`);
      }
    }
    this.outcomes.push(`${name} ${code}`);
    if (thorough) {
      this.checkAll(name);
      for (const world of this.worlds) await this.takeBack(name, world);
      this.outcomes.push(...(await this.hashes(this.worlds)));
    }
  }

  codeOf(name, error) {
    const isSound =
      error instanceof this.WeftError && error.code !== 'WEFT_ASSERT' && error.message.length >= 20;
    if (!isSound) {
      throw this.fault(name, error?.stack ?? error);
    }
    return /cannot be sent/.test(error.message) ? UNSENT : error.code;
  }

  /** Every object shows its own data: the triangles it was made with, finite places, its own vertex count. */
  checkAll(name) {
    for (const { cloths, bodies } of this.worlds) {
      for (const each of [...cloths, ...bodies]) {
        const good =
          each.positions.length === 3 * each.vertexCount &&
          each.positions.every(Number.isFinite) &&
          (!each.made || each.made.every((corner, i) => corner === each.indices[i]));
        if (!good) {
          throw this.fault(name, 'foreign data');
        }
      }
    }
  }

  /** What a world says of itself it takes back, and is the same then. */
  async takeBack(name, world) {
    const bytes = await world.snapshot();
    const hash = await world.hash();
    try {
      await world.restore(bytes);
    } catch (error) {
      throw this.fault(name, `a world does not take its own snapshot back: ${error.message}`);
    }
    const again = await world.snapshot();
    if ((await world.hash()) !== hash || hashOf(again) !== hashOf(bytes)) {
      throw this.fault(name, 'a world that took its own snapshot back is another');
    }
  }

  choose(world) {
    const { dice } = this;
    if (!world || (this.worlds.length < 3 && dice.chance(0.03)))
      return ['createWorld', () => this.createWorld()];
    const { adding, using } = this.calls;
    const calls = world.cloths.length + world.bodies.length < 6 ? [...adding, ...using] : using;
    const call = dice.of(calls);
    return [call.name, () => call.call(this, world)];
  }

  async createWorld() {
    this.worlds.push(await this.weft.createWorld(this.bad(worldOptions(this.dice))));
  }

  /** Gives everything back; blocks that are left are a leak. */
  async end() {
    for (const world of this.worlds) await world.dispose();
    this.begin();
    this.unwatch?.();
    if (this.blocks.size > 0) {
      throw new Error(`seed ${this.seed}: ${this.blocks.size} blocks were not given back`);
    }
  }
}
