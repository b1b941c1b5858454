// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The repair of meshes that cannot be a body: named kinds of damage, and random ones that end closed, with two
// triangles at every edge, outwards, and accepted by the simulator.
import { BoxGeometry, SphereGeometry, TorusGeometry, type BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import { repairSurface, type RepairStep } from '../src/three/character/repair.js';
import { areaOf, surfaceOf, volumeOf, type Surface } from '../src/three/character/surface.js';
import { loadWeft } from './support.js';

interface Soup {
  positions: number[];
  triangles: number[];
}

function soup(geometry: BufferGeometry): Soup {
  const positions = [...geometry.attributes.position.array];
  return { positions, triangles: [...geometry.index!.array] };
}

function repaired({ positions, triangles }: Soup) {
  const surface = surfaceOf(positions.map(Math.fround), triangles);
  return { surface, ...repairSurface(surface) };
}

const kinds = (steps: readonly RepairStep[]) => steps.map((step) => step.kind);

/** Every directed edge once and its reverse once; every vertex one fan; fronts outwards; areas; shares. */
function expectSound(surface: Surface): void {
  const { positions, triangles, blends, origins } = surface;
  const sides = new Set<string>();
  const next = new Map<string, number>(); // corner vertex and spoke to the next spoke
  let [volume, unsound] = [0, 0];
  for (let i = 0; i < triangles.length; i += 3) {
    const corner = triangles.slice(i, i + 3) as [number, number, number];
    unsound += areaOf(positions, ...corner) > 1e-10 ? 0 : 1;
    volume += volumeOf(positions, ...corner);
    for (let k = 0; k < 3; ++k) {
      const [a, b, c] = [0, 1, 2].map((j) => corner[(k + j) % 3]);
      const key = `${a},${b}`;
      unsound += sides.has(key) ? 1 : 0;
      sides.add(key);
      next.set(key, c);
    }
  }
  for (const key of sides) {
    unsound += sides.has(key.split(',').reverse().join()) ? 0 : 1;
  }
  expect(unsound).toBe(0);
  expectOneFan(next, blends.length);
  expect(volume).toBeGreaterThanOrEqual(0);
  expect(origins.length).toBe(triangles.length / 3);
  const sums = blends.map((blend) => blend.reduce((sum, [, share]) => sum + share, 0));
  expect(Math.max(...sums.map((sum) => Math.abs(sum - 1)))).toBeLessThan(1e-6);
}

function expectOneFan(next: ReadonlyMap<string, number>, vertexCount: number): void {
  const spokes: number[][] = Array.from({ length: vertexCount }, () => []);
  for (const key of next.keys()) {
    const [a, b] = key.split(',').map(Number);
    spokes[a].push(b);
  }
  spokes.forEach((ends, vertex) => {
    let [count, spoke] = [0, ends[0]];
    do {
      spoke = next.get(`${vertex},${spoke}`)!;
      ++count;
    } while (spoke !== ends[0] && count <= ends.length);
    if (count !== ends.length) {
      throw new Error(`vertex ${vertex} has more than one fan`);
    }
  });
}

test('a sound mesh stays as it is', () => {
  const { surface, steps, faults } = repaired(soup(new BoxGeometry(1, 1, 1)));
  expect(kinds(steps)).toEqual([]);
  expect(faults).toEqual({ edges: 0, slivers: 0 });
  expect(surface.blends.length).toBe(8);
  expectSound(surface);
});

test('a missing triangle is put back, and the border of the hole is named', () => {
  const mesh = soup(new SphereGeometry(0.3, 16, 12));
  const whole = repaired(mesh).surface.triangles.length;
  mesh.triangles.splice(300, 3);
  const { surface, steps } = repaired(mesh);
  expect(kinds(steps)).toEqual(['hole']);
  expect(steps[0].vertices.length).toBe(3);
  expect(surface.triangles.length).toBe(whole);
  expectSound(surface);
});

test('a duplicate, a reversed duplicate and a triangle without area are dropped by number', () => {
  const mesh = soup(new BoxGeometry(1, 1, 1));
  const [a, b, c] = mesh.triangles;
  mesh.triangles.push(a, b, c, b, a, c, a, a, b);
  const { surface, steps } = repaired(mesh);
  expect(steps).toEqual([
    { kind: 'vanished', triangles: [14], vertices: [] },
    { kind: 'duplicate', triangles: [12, 13], vertices: [] },
  ]);
  expectSound(surface);
});

test('two boxes that share an edge become two boxes', () => {
  const left = soup(new BoxGeometry(1, 1, 1).translate(-0.5, -0.5, 0));
  const right = soup(new BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0));
  const positions = [...left.positions, ...right.positions];
  const triangles = [...left.triangles, ...right.triangles.map((v) => v + 24)];
  const { surface, steps } = repaired({ positions, triangles });
  expect(kinds(steps)).toEqual(['split']);
  expect(surface.blends.length).toBe(16);
  expectSound(surface);
});

test('a fin on a box, which gives an edge three triangles, goes', () => {
  const mesh = soup(new BoxGeometry(1, 1, 1));
  const [a, b] = mesh.triangles;
  mesh.positions.push(1, 1.5, 0.8);
  mesh.triangles.push(a, b, 24);
  const { surface, steps } = repaired(mesh);
  expect(kinds(steps)).toContain('flat');
  expect(steps.find((step) => step.kind === 'flat')!.triangles).toEqual([12]);
  expect(surface.triangles.length).toBe(36);
  expectSound(surface);
});

test('an inside-out mesh and single turned triangles face outwards afterwards', () => {
  const mesh = soup(new BoxGeometry(1, 1, 1));
  mesh.triangles.reverse();
  [mesh.triangles[3], mesh.triangles[4]] = [mesh.triangles[4], mesh.triangles[3]];
  const { surface, steps } = repaired(mesh);
  expect(new Set(kinds(steps))).toEqual(new Set(['turned']));
  expectSound(surface);
});

test('a vertex on the middle of a neighbour edge leaves no sliver', () => {
  const mesh = soup(new BoxGeometry(1, 1, 1));
  const [a, b, c] = mesh.triangles;
  const middle = [0, 1, 2].map((k) => (mesh.positions[3 * a + k] + mesh.positions[3 * b + k]) / 2);
  mesh.positions.push(...middle);
  mesh.triangles.splice(0, 3, a, 24, c, 24, b, c);
  const { surface, steps } = repaired(mesh);
  expect(kinds(steps)).toEqual(['hole', 'nudged']);
  expectSound(surface);
});

/** Deterministic numbers in 0..1. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SHAPES = [
  () => new SphereGeometry(0.3, 14, 10),
  () => new TorusGeometry(0.3, 0.1, 8, 14),
  () => new BoxGeometry(0.4, 0.9, 0.3, 2, 4, 2),
];

function damage(mesh: Soup, roll: () => number): void {
  const triangle = () => 3 * Math.floor((roll() * mesh.triangles.length) / 3);
  const vertex = () => Math.floor((roll() * mesh.positions.length) / 3);
  const blows = [
    () => mesh.triangles.splice(triangle(), 3 * Math.ceil(6 * roll())),
    () => {
      const at = triangle();
      mesh.triangles.push(...mesh.triangles.slice(at, at + 3));
    },
    () => {
      const at = triangle();
      mesh.triangles.push(...mesh.triangles.slice(at, at + 3).reverse());
    },
    () => {
      const at = triangle();
      const [a, b] = mesh.triangles.slice(at, at + 2);
      mesh.triangles[at] = b;
      mesh.triangles[at + 1] = a;
    },
    () => mesh.triangles.push(vertex(), vertex(), vertex()),
    () => {
      const [a, b] = [vertex(), vertex()];
      for (let k = 0; k < 3; ++k) mesh.positions[3 * a + k] = mesh.positions[3 * b + k];
    },
    () => {
      const at = triangle(); // pull a corner onto the opposite side
      const [a, b, c] = mesh.triangles.slice(at, at + 3);
      const share = roll();
      for (let k = 0; k < 3; ++k) {
        const [p, q] = [mesh.positions[3 * a + k], mesh.positions[3 * b + k]];
        mesh.positions[3 * c + k] = p + share * (q - p);
      }
    },
  ];
  blows[Math.floor(roll() * blows.length)]();
}

test('random damage of every kind is repaired, and the simulator takes the result', async () => {
  const world = (await loadWeft()).createWorld();
  for (let seed = 1; seed <= 100; ++seed) {
    const roll = dice(seed);
    const mesh = soup(SHAPES[seed % SHAPES.length]());
    for (let blow = 0; blow < 1 + 24 * roll(); ++blow) {
      damage(mesh, roll);
    }
    const { surface, steps, faults } = repaired(mesh);
    expect([seed, faults]).toEqual([seed, { edges: 0, slivers: 0 }]);
    expectSound(surface);
    for (const step of steps) {
      expect(step.triangles.every((t) => 3 * t < mesh.triangles.length)).toBe(true);
      expect(step.vertices.every((v) => 3 * v < mesh.positions.length)).toBe(true);
    }
    world.addBody({
      positions: Float32Array.from(surface.positions),
      indices: Uint32Array.from(surface.triangles),
    });
  }
  world.dispose();
});
