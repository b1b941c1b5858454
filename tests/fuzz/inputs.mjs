// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Arguments as they should be, small and different each time: meshes, geometries, options, events.

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
    /** Some of the options, so that most calls are right. */
    some: (options, part = 0.4) =>
      Object.fromEntries(Object.entries(options).filter(() => number() < part)),
  };
}

/** Three numbers in one of the forms that a vector has. */
export function aVector(dice, [x, y, z] = [0.1, 0.5 + 0.1 * dice.number(), 0.1]) {
  return dice.of([[x, y, z], Float32Array.of(x, y, z), Float64Array.of(x, y, z), { x, y, z }]);
}

export function sheet(dice) {
  const n = 3 + dice.below(3);
  const positions = new Float32Array(3 * n * n);
  const indices = [];
  for (let v = 0; v < n * n; ++v) {
    positions.set([(v % n) * 0.05, 0.5 + 0.2 * dice.number(), Math.floor(v / n) * 0.05], 3 * v);
    if (v % n < n - 1 && v < n * n - n) indices.push(v, v + n, v + 1, v + 1, v + n, v + n + 1);
  }
  return { positions, indices: Uint32Array.from(indices) };
}

export function box(dice) {
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

/** Groups and mask. */
export const collision = (dice) => dice.some({ group: 1 + dice.below(3), mask: 0xffff }, 0.7);

/** A convex solid, with a mesh where it needs one. */
function solid(dice) {
  const shape = dice.of([
    { sphere: { radius: 0.1 } },
    { capsule: { radius: 0.1, length: 0.2 } },
    { box: { size: [0.2, 0.1, 0.2] } },
    { cone: { radius: 0.1, height: 0.2 } },
    { plane: { size: 1 } },
    { hull: {} },
  ]);
  const turn = { x: 0, y: 0.6, z: 0, w: 0.8 };
  const place = { shapeCenter: { x: 0, y: 0.01, z: 0 }, shapeRotation: turn };
  return { ...(shape.hull && box(dice)), shape, ...dice.some(place) };
}

/** A turn in one of the forms that it may have. */
export const aTurn = (dice) => dice.of([[0, 0, 0, 1], { x: 0, y: 0.6, z: 0, w: 0.8 }]);

export function bodyOptions(dice) {
  if (dice.chance(0.4)) return solid(dice);
  const mesh = dice.chance(0.4) ? skinned(dice) : box(dice);
  const others = {
    parts: new Uint8Array(mesh.indices.length / 3),
    friction: dice.number(),
    open: true,
    name: 'box',
    ...collision(dice),
  };
  return { ...mesh, ...dice.some(others, 0.2) };
}

const attribute = (array, itemSize) => ({
  count: array.length / itemSize,
  itemSize,
  getComponent: (i, k) => array[itemSize * i + k],
});

/** What is read of a BufferGeometry. */
export const geometry = ({ positions, indices }) => ({
  attributes: { position: attribute(positions, 3) },
  index: attribute(indices, 1),
  groups: [],
});

/** What is said of a geometry that becomes a body. */
export const geometryBodyOptions = (dice) =>
  dice.some({
    friction: 0.5,
    open: true,
    name: 'g',
    mergeTolerance: 1e-5,
    convex: true,
    ...collision(dice),
  });

export const aFabric = (dice) =>
  dice.of(['silk', 'denim', { density: 0.2, preset: 'wool' }, { bendWarp: 1e-5, density: 0.1 }]);

/** The options of a cloth of `count` vertices beside its mesh. */
export function clothExtras(dice, count) {
  const pin = dice.of([
    { kind: 'fixed' },
    { kind: 'spring', offset: [0, 1, 0], stiffness: 50 },
    { kind: 'body', body: 0, element: dice.below(8) },
    { kind: 'height', body: 0, element: dice.below(12), offset: [0, 0.1, 0], stiffness: 20 },
  ]);
  return dice.some(
    {
      velocities: new Float32Array(3 * count),
      material: Float32Array.from({ length: 2 * count }, () => 0.3 * dice.number()),
      pins: [{ vertex: dice.below(count), ...pin }],
      fabric: aFabric(dice),
      seams: [0, count - 1],
      bands: [{ vertices: [0, 1], rest: 0.05, stiffness: 20, ...dice.some({ mass: 1e-4 }) }],
      seamCloseSeconds: 0.1,
      layer: dice.below(3),
      name: 'coat',
      ...collision(dice),
    },
    0.25,
  );
}

export function clothOptions(dice) {
  const mesh = sheet(dice);
  const count = mesh.positions.length / 3;
  const vertices = Uint32Array.from({ length: count }, (_, v) => v);
  const drawn = { vertices, indices: mesh.indices, attributes: {}, groups: [] };
  return { ...mesh, ...clothExtras(dice, count), ...dice.some({ drawn }, 0.1) };
}

export function worldOptions(dice) {
  return {
    ...dice.some(
      {
        gravity: [0, -9.81, 0],
        wind: [1, 0, 0],
        gust: 0.1,
        airDensity: 1.2,
        contactRadius: 0.003,
        bodyMoveLimit: 0.01,
        minSubsteps: 2,
        frameSeconds: 1 / 60,
        sleep: dice.chance(0.5),
      },
      0.4,
    ),
    ...(dice.chance(0.5) && methods(dice)),
  };
}

/** Methods, most of them of the small module. */
export function methods(dice) {
  return dice.some(
    {
      structure: dice.of([
        dice.of([
          { name: 'dop_tree', k: 8, arity: 4 },
          { k: 14 },
          { name: 'uniform_grid', cell: 2 },
        ]),
        dice.of(['brute_force', { name: 'inclusion_field', cell: 0.05 }]),
        { name: 'spatial_hash', cell: 2, entries: 'triangles' },
        { name: 'distance_field', cell: 0.05, shell: 3, generator: 'exact' },
        {
          name: 'dop_tree',
          split: 'mezger',
          leaf: 'one',
          inflate: 'cones',
          update: 'lazy',
          tolerance: 0.002,
          traverse: 'longer',
          self: 'cones',
          self_angle: 100,
          leaf_test: 'reused',
          separation: 'list',
        },
      ]),
      narrow_phase: dice.of([
        'auto',
        { name: 'auto', every: 2, entry: 'forward', line: 'table' },
        dice.of(['features', 'ccd', 'cell_lookup']),
        { name: 'voxel_trace', every: 3, entry: 'forward', line: 'table' },
      ]),
      solver: dice.of([
        'implicit_euler',
        { name: 'implicit_euler', newton_steps: 2, iterations: 20, sweeps: 4, swing: 1 },
        { name: 'vbd', sweeps: 8, later_sweeps: 4 },
        {
          name: 'explicit_euler',
          elements: 'triangles',
          material: 'isotropic',
          young: 1e5,
          poisson: 0.2,
          density: 300,
          thickness: 0.001,
          damping: 1e-4,
          air: 0.1,
          limit: 0.1,
          safety: 0.8,
          steps: 20,
        },
      ]),
      response: dice.of([
        'filter',
        { name: 'impact_zones', thickness: 0.001, impulses: 3, zones: 3 },
        {
          name: 'projection',
          cell: 0.02,
          by_plane: 0,
          by_lines: 1,
          moves: 'whole',
          lookup: 'cell',
          parts: 'rigid',
          parallel: 1,
          self_collision: 'vertices',
        },
        {
          name: 'offset_surfaces',
          cell: 0.02,
          shell: 5,
          impact: 3,
          penalty: 2,
          stop: 1,
          stiffness: 2,
          generator: 'exact',
          smooth: 0,
        },
      ]),
      repair: dice.of(['auto', 'none', { name: 'auto', speed: 1, margin: 0.001 }]),
    },
    0.7,
  );
}

const KINDS = [
  'gravity',
  'wind',
  'grab',
  'drag',
  'drop',
  'fabric',
  'fabricField',
  'friction',
  'release',
  'damping',
  'weld',
  'hold',
  'play',
  'morph',
  'pin',
  'unpin',
  'origin',
  'clothCollision',
  'bodyCollision',
];

export function anEvent(dice) {
  const [kind, target, index] = [dice.of(KINDS), dice.below(2), dice.below(4)];
  const onNearest = kind === 'pin' && index % 2 === 1;
  return {
    kind,
    target,
    index,
    p: (onNearest ? [1, 0, -1] : [0.1, 0.5, 0.1, 20, 0, 0, 1]).slice(0, 1 + dice.below(7)),
    ...dice.some({ step: dice.below(40) }, 0.3),
  };
}
