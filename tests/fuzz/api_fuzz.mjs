// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Calls of the typed API with arguments of wrong types, lengths, ranges and in a wrong order. Each is to end in a
// WeftError or in a right answer, and one that fails changes nothing: no world's hash, no list of triangles. After a
// round everything is disposed, and every block that the bindings took is given back.
import { damaged } from './bad_values.mjs';

/** Repeatable choices: numbers from 0 to 1 (SplitMix with 32 bits), whole numbers, elements, chances. */
export function makeDice(seed) {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(number() * count);
  return {
    number,
    below,
    of: (list) => list[below(list.length)],
    chance: (part) => number() < part,
  };
}

function sheet(dice) {
  const n = 3 + dice.below(3);
  const positions = new Float32Array(3 * n * n);
  const indices = [];
  for (let v = 0; v < n * n; ++v) {
    positions.set([(v % n) * 0.05, 0.5 + 0.2 * dice.number(), Math.floor(v / n) * 0.05], 3 * v);
    if (v % n < n - 1 && v < n * n - n) indices.push(v, v + n, v + 1, v + 1, v + n, v + n + 1);
  }
  return { positions, indices: Uint32Array.from(indices) };
}

function box(dice) {
  const h = 0.05 + 0.05 * dice.number();
  const positions = Float32Array.from({ length: 24 }, (_, i) =>
    ((i / 3) >> (i % 3)) & 1 ? h : -h,
  );
  const quads = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
  const indices = [];
  for (let i = 0; i < 24; i += 4) {
    const [a, b, c, d] = quads.slice(i, i + 4);
    indices.push(a, b, c, a, c, d);
  }
  return { positions, indices: Uint32Array.from(indices) };
}

function skinned(dice) {
  const boneWeights = new Uint16Array(32);
  for (let v = 0; v < 8; ++v) boneWeights[4 * v] = 65535;
  return {
    ...box(dice),
    boneIndices: new Uint16Array(32),
    boneWeights,
    boneHeads: new Float32Array(3),
  };
}

const attribute = (array, itemSize) => ({
  count: array.length / itemSize,
  itemSize,
  getComponent: (i, k) => array[itemSize * i + k],
});

const geometry = ({ positions, indices }) => ({
  attributes: { position: attribute(positions, 3) },
  index: attribute(indices, 1),
  groups: [],
});

function clothOptions(dice) {
  const mesh = sheet(dice);
  const count = mesh.positions.length / 3;
  const pins = [
    {
      vertex: dice.below(count),
      kind: dice.of(['fixed', 'spring']),
      offset: [0, 1, 0],
      stiffness: 50,
    },
  ];
  return {
    ...mesh,
    ...(dice.chance(0.3) && { velocities: new Float32Array(3 * count) }),
    ...(dice.chance(0.3) && { pins }),
    ...(dice.chance(0.3) && {
      fabric: dice.of(['silk', 'denim', { density: 0.2, preset: 'wool' }]),
    }),
    ...(dice.chance(0.2) && { seams: [0, count - 1], seamCloseSeconds: 0.1 }),
    ...(dice.chance(0.2) && { layer: dice.below(3), name: 'coat' }),
  };
}

function anEvent(dice) {
  const kind = dice.of([
    'gravity',
    'wind',
    'grab',
    'drag',
    'drop',
    'fabric',
    'friction',
    'release',
    'damping',
    'weld',
    'hold',
    'play',
    'morph',
  ]);
  return {
    kind,
    target: dice.below(2),
    index: dice.below(4),
    p: [0.1, 0.5, 0.1, 20].slice(0, 1 + dice.below(4)),
  };
}

/** One run of the fuzz over a loaded module. */
export class ApiFuzz {
  constructor({ weft, WeftError, adapter, seed }) {
    Object.assign(this, { weft, WeftError, adapter, seed });
    this.dice = makeDice(seed);
    this.blocks = new Set(); // that the bindings hold
    this.counts = { calls: 0, errors: 0, answers: 0 };
    this.watchMemory();
    this.begin();
  }

  begin() {
    this.worlds = [];
    this.gone = []; // disposed, and still called
    this.snapshots = [];
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
  }

  /** A value as it should be, or, more often than not, one that is not. */
  bad(value) {
    return this.dice.chance(0.6) ? damaged(this.dice, value, this.liveView()) : value;
  }

  liveView() {
    const world = this.worlds[0];
    return world?.cloths[0]?.positions ?? new Float32Array(9);
  }

  /** Does calls and checks each; throws an Error that names seed and call on the first that is wrong. */
  run(calls) {
    for (let i = 0; i < calls; ++i) {
      const world =
        this.dice.chance(0.05) && this.gone.length > 0
          ? this.dice.of(this.gone)
          : this.dice.of(this.worlds);
      const [name, call] = this.choose(world);
      this.counts.calls += 1;
      this.once(name, call, this.dice.chance(0.1));
    }
  }

  once(name, call, thorough) {
    const before = this.worlds.map((world) => world.hash());
    const worlds = [...this.worlds];
    try {
      call();
      this.counts.answers += 1;
    } catch (error) {
      if (
        !(error instanceof this.WeftError) ||
        error.code === 'WEFT_ASSERT' ||
        error.message.length < 20
      ) {
        throw new Error(
          `seed ${this.seed}, call ${this.counts.calls}, ${name}: ${error?.stack ?? error}`,
        );
      }
      this.counts.errors += 1;
      this.same(
        name,
        worlds.map((world) => world.hash()),
        before,
      );
    }
    if (thorough) this.checkAll(name);
  }

  same(name, now, before) {
    if (now.some((hash, i) => hash !== before[i])) {
      throw new Error(
        `seed ${this.seed}, call ${this.counts.calls}, ${name}: a refused call changed a world`,
      );
    }
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
          throw new Error(
            `seed ${this.seed}, call ${this.counts.calls}, after ${name}: foreign data`,
          );
        }
      }
    }
  }

  choose(world) {
    const { dice } = this;
    if (!world || (this.worlds.length < 3 && dice.chance(0.03)))
      return ['createWorld', () => this.createWorld()];
    const calls = world.cloths.length + world.bodies.length < 6 ? [...ADDING, ...USING] : USING;
    const call = dice.of(calls);
    return [call.name, () => call.call(this, world)];
  }

  createWorld() {
    const options = dice3(this.dice, {
      gravity: [0, -9.81, 0],
      minSubsteps: 2,
      solver: 'vbd',
      structure: { name: 'dop_tree', k: 8, arity: 4 },
      frameSeconds: 1 / 60,
    });
    this.worlds.push(this.weft.createWorld(this.bad(options)));
  }

  /** Gives everything back; blocks that are left are a leak. */
  end() {
    this.worlds.forEach((world) => world.dispose());
    this.begin();
    if (this.blocks.size > 0) {
      throw new Error(`seed ${this.seed}: ${this.blocks.size} blocks were not given back`);
    }
  }
}

// Some of the options, so that most worlds can be made.
function dice3(dice, options) {
  return Object.fromEntries(Object.entries(options).filter(() => dice.chance(0.4)));
}

function remember(object, options, right) {
  if (!right) throw new Error('what came back is not what went in');
  object.made = Array.from(object.indices);
}

const ADDING = [
  function addBody(world) {
    const options = this.bad(this.dice.chance(0.4) ? skinned(this.dice) : box(this.dice));
    const body = world.addBody(options);
    remember(
      body,
      options,
      body.positions.every((x, i) => Object.is(x, Math.fround(read(options.positions, i)))),
    );
  },
  function addCloth(world) {
    const options = this.bad(clothOptions(this.dice));
    const cloth = world.addCloth(options);
    remember(
      cloth,
      options,
      cloth.positions.every((x, i) => Object.is(x, Math.fround(read(options.positions, i)))),
    );
  },
  function addGeometry(world) {
    const cloth = world.addCloth(
      this.bad(geometry(sheet(this.dice))),
      this.bad({ fabric: 'silk' }),
    );
    remember(cloth, undefined, cloth.vertexCount > 0);
  },
  function addCharacter(world) {
    const mesh = this.bad(this.adapter.character());
    const collider = this.adapter.BodyCollider.fromSkinnedMesh(
      world,
      mesh,
      this.bad({ open: true }),
    );
    collider.update();
  },
];

const read = (numbers, i) =>
  numbers.getComponent ? numbers.getComponent(Math.floor(i / 3), i % 3) : numbers[i];

const USING = [
  function step(world) {
    const report = world.step();
    if (report.step !== world.stepCount) throw new Error('the report is of another step');
  },
  function advance(world) {
    const options = this.bad({ maxSteps: 2 });
    if (typeof options?.maxSteps === 'number' && options.maxSteps > 5) options.maxSteps = 5; // a right answer, but not today
    world.advance(this.bad(0.02), options);
  },
  function pushEvent(world) {
    world.pushEvent(this.bad(anEvent(this.dice)));
  },
  function setMethod(world) {
    world.setMethod(this.bad('solver'), this.bad('implicit_euler'));
  },
  function snapshot(world) {
    this.snapshots = [...this.snapshots.slice(-5), world.snapshot()];
  },
  function restore(world) {
    world.restore(this.bad(this.dice.of(this.snapshots) ?? new Uint8Array(64)));
  },
  function reset(world) {
    world.reset();
    if (world.stepCount !== 0) throw new Error('not at step 0');
  },
  function blocks(world) {
    world.blocks();
  },
  function loadScene() {
    this.weft
      .loadScene(this.bad(Uint8Array.from({ length: 200 }, () => this.dice.below(256))))
      .dispose();
  },
  function fabric() {
    this.weft.fabric(this.bad('silk'));
  },
  function setPositions(world) {
    const body = this.dice.of(world.bodies);
    body?.setPositions(this.bad(body.positions.map((x) => x + 0.002)));
  },
  function setPose(world) {
    const body = this.dice.of(world.bodies);
    const rows = Float32Array.from({ length: 12 * (body?.boneCount ?? 1) }, (_, i) =>
      (i % 12) % 5 === 0 ? 1 : 0.01,
    );
    body?.setPose(this.bad(rows), this.bad({ place: [0, 0.01, 0] }));
  },
  function copyPositions(world) {
    const object = this.dice.of([...world.cloths, ...world.bodies]);
    object?.copyPositions(this.bad(new Float32Array(3 * (object?.vertexCount ?? 0))));
  },
  function look(world) {
    for (const cloth of world.cloths)
      void [cloth.normals, cloth.strain, cloth.pressure, cloth.captured, cloth.mergeMap];
    for (const body of world.bodies) void [body.boneMatrices, body.clips, body.shownPositions];
  },
  function draw(world) {
    const cloth = this.dice.of(world.cloths);
    if (cloth) new this.adapter.ClothMesh(cloth, undefined).update();
  },
  function merge() {
    const { positions, indices } = sheet(this.dice);
    this.adapter.mergeVertices(positions, indices, this.bad(1e-6));
  },
  function dispose(world) {
    if (!this.dice.chance(0.1)) return;
    world.dispose();
    this.worlds = this.worlds.filter((each) => each !== world);
    this.gone = [...this.gone.slice(-3), world];
  },
];
