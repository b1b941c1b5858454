// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The smooth surface against what repeated subdivision comes to, against planes and spheres, and along rims and seams.
import { IcosahedronGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { mergeVertices } from '../src/merge_vertices.js';
import { coarsest, limitOf, refine } from '../src/surface/loop_mesh.js';
import { PackedRows } from '../src/surface/rows.js';
import { LEAVE, SmoothSurface } from '../src/surface/smooth_surface.js';

let seed = 20;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;

/** A grid of n by n squares, some of them cut the other way, so that vertices have 4 to 8 neighbours. */
function grid(n: number, flip = (_i: number, _j: number) => false) {
  const at = (i: number, j: number) => i * (n + 1) + j;
  const triangles: number[] = [];
  for (let i = 0; i < n; ++i) {
    for (let j = 0; j < n; ++j) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      triangles.push(...(flip(i, j) ? [a, b, d, b, c, d] : [a, b, c, a, c, d]));
    }
  }
  const rest = Array.from({ length: (n + 1) ** 2 }, (_, v) => [
    Math.floor(v / (n + 1)),
    v % (n + 1),
  ]);
  return { vertexCount: rest.length, triangles: Uint32Array.from(triangles), rest: rest.flat() };
}

function drawn(surface: SmoothSurface, positions: ArrayLike<number>) {
  const floats = () => new Float32Array(3 * surface.vertexCount);
  const out = { positions: floats(), normals: floats() };
  surface.update(positions, out);
  return out;
}

const lift = (rest: number[], height: (x: number, y: number) => number) =>
  Float32Array.from(
    { length: (rest.length / 2) * 3 },
    (_, k) =>
      [
        rest[2 * Math.floor(k / 3)],
        height(rest[2 * Math.floor(k / 3)], rest[2 * Math.floor(k / 3) + 1]),
        rest[2 * Math.floor(k / 3) + 1],
      ][k % 3],
  );

describe('the limit of the subdivision', () => {
  it('is what five subdivisions come to, at places of every valence, at rims and corners', () => {
    const mesh = grid(4, () => random() < 0.5);
    const positions = lift(mesh.rest, () => random());
    const corners = new Uint8Array(mesh.vertexCount);
    corners[4] = 1;
    const start = coarsest(mesh.vertexCount, mesh.triangles, corners);
    const told = new PackedRows(limitOf(start).place).apply(
      positions,
      3,
      new Float32Array(positions.length),
    );
    // What is near a vertex decides alone where it goes: each subdivision keeps its number.
    let stage = start;
    let places: Float32Array = positions;
    for (let level = 0; level < 5; ++level) {
      const from = coarsest(stage.rows.length, stage.triangles, stage.corners);
      stage = refine(from);
      places = new PackedRows(stage.rows).apply(places, 3, new Float32Array(3 * stage.rows.length));
    }
    for (let k = 0; k < told.length; ++k) expect(Math.abs(told[k] - places[k])).toBeLessThan(2e-3);
    expect([...told.subarray(12, 15)]).toEqual([...positions.subarray(12, 15)]);
  });

  it('moves with the mesh: places are means, tangents know no place', () => {
    const mesh = grid(5, () => random() < 0.5);
    const stage = refine(
      coarsest(mesh.vertexCount, mesh.triangles, new Uint8Array(mesh.vertexCount)),
    );
    const { place, along, across } = limitOf(stage);
    const sum = (row: Map<number, number>) => [...row.values()].reduce((a, b) => a + b, 0);
    for (const row of [...place, ...stage.flat]) expect(sum(row)).toBeCloseTo(1, 9);
    for (const row of [...along, ...across]) expect(sum(row)).toBeCloseTo(0, 9);
  });
});

describe('a smooth surface', () => {
  it('of a plane is the plane, with one normal and the rim where it was', () => {
    const mesh = grid(6, () => random() < 0.5);
    const surface = new SmoothSurface(mesh, 2);
    const { positions, normals } = drawn(
      surface,
      lift(mesh.rest, () => 0),
    );
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0; k < positions.length; k += 3) {
      expect(Math.abs(positions[k + 1])).toBeLessThan(1e-6);
      expect(Math.abs(normals[k + 1])).toBeCloseTo(1, 5);
      expect(normals[k + 1]).toBeCloseTo(normals[1], 5); // all to one side
      [low, high] = [Math.min(low, positions[k]), Math.max(high, positions[k])];
    }
    expect([low, high]).toEqual([0, 6]); // its corners stay
  });

  it('has normals on the side of its triangles, near to those of a ball that it is made of', () => {
    const n = 12;
    const mesh = grid(n);
    const ball = (x: number, y: number) => Math.sqrt(400 - (x - n / 2) ** 2 - (y - n / 2) ** 2);
    const coarse = lift(mesh.rest, ball);
    for (const levels of [1, 2] as const) {
      const surface = new SmoothSurface(mesh, levels);
      const { positions: p, normals } = drawn(surface, coarse);
      for (let k = 0; k < p.length; k += 3) {
        const [x, y, z] = [p[k] - n / 2, p[k + 1], p[k + 2] - n / 2];
        const dot =
          (x * normals[k] + y * normals[k + 1] + z * normals[k + 2]) / Math.hypot(x, y, z);
        const [a, b, c] = mesh.triangles;
        const side = Math.sign(
          (mesh.rest[2 * b] - mesh.rest[2 * a]) * (mesh.rest[2 * c + 1] - mesh.rest[2 * a + 1]) -
            (mesh.rest[2 * b + 1] - mesh.rest[2 * a + 1]) * (mesh.rest[2 * c] - mesh.rest[2 * a]),
        );
        expect(-side * dot).toBeGreaterThan(Math.cos(0.06)); // y is up and the grid is in x and z
        expect(Math.abs(Math.hypot(x, y, z) - 20)).toBeLessThan(0.05);
      }
    }
  });

  it('of two panels that are sewn meets in one curve, to the bit, and stays apart where it is not sewn', () => {
    const n = 5;
    const one = grid(n, () => random() < 0.5);
    const other = grid(n, () => random() < 0.5);
    const count = one.vertexCount;
    const triangles = Uint32Array.from([
      ...one.triangles,
      ...other.triangles.map((v) => v + count),
    ]);
    // The last row of one on the first of the other, but for the last two.
    const pairs = Array.from({ length: n - 1 }, (_, j) => [n * (n + 1) + j, count + j]);
    const rest = [...one.rest, ...other.rest.map((x, k) => (k % 2 ? x : x + n))];
    const places = lift(rest, () => 2 * random());
    for (const [a, b] of pairs) places.copyWithin(3 * b, 3 * a, 3 * a + 3);
    const seams = Uint32Array.from(pairs.flat());
    const surface = new SmoothSurface({ vertexCount: 2 * count, triangles, rest, seams }, 2);
    const { positions } = drawn(surface, places);
    const isSeam = surface.spread(
      Float32Array.from({ length: 2 * count }, (_, v) => (seams.includes(v) ? 1 : 0)),
      1,
    );
    const side = surface.spread(
      Float32Array.from({ length: 2 * count }, (_, v) => (v < count ? 0 : 1)),
      1,
    );
    const at = (v: number) => positions.subarray(3 * v, 3 * v + 3).join();
    const all = Array.from(isSeam, (_, v) => v).filter((v) => isSeam[v] === 1);
    const left = new Set(all.filter((v) => side[v] === 0).map(at));
    const right = all.filter((v) => side[v] === 1).map(at);
    expect(right.length).toBeGreaterThan(4 * (n - 2));
    for (const place of right) expect(left.has(place)).toBe(true);
  });

  it('leaves its triangles by no more than it may near a body, and not at all where that leaves no room', () => {
    const mesh = grid(8);
    const rest = mesh.rest.map((x) => 0.02 * x);
    const coarse = lift(rest, () => 0.02 * random());
    const surface = new SmoothSurface({ ...mesh, rest }, 1);
    const free = drawn(surface, coarse);
    const flat = surface.spread(coarse, 3);
    const away = ({ positions }: { positions: Float32Array }) =>
      Array.from({ length: surface.vertexCount }, (_, v) =>
        Math.hypot(...[0, 1, 2].map((c) => positions[3 * v + c] - flat[3 * v + c])),
      );
    expect(Math.max(...away(free))).toBeGreaterThan(3 * LEAVE);
    const near = { positions: new Float32Array(free.positions.length), normals: free.normals };
    surface.update(coarse, near, [{ positions: coarse }]);
    expect(Math.max(...away(near))).toBeLessThan(1.001 * LEAVE);
    surface.update(coarse, near, [{ positions: coarse }], new Uint8Array(mesh.vertexCount).fill(1));
    expect(Math.max(...away(near))).toBeLessThan(1e-8);
    surface.update(coarse, near, [{ positions: [0, 3, 0] }]); // far away
    expect([...near.positions]).toEqual([...free.positions]);
  });

  it('round a ball that its triangles keep off stays off, where it would go in without care', () => {
    const radius = 0.1;
    const ball = new IcosahedronGeometry(1, 2).getAttribute('position');
    const { positions, indices } = mergeVertices(
      ball.array as Float32Array,
      Uint32Array.from({ length: ball.count }, (_, v) => v),
    );
    const distance = (p: ArrayLike<number>, triangles: ArrayLike<number>) =>
      Math.min(
        ...Array.from({ length: triangles.length / 3 }, (_, t) =>
          // Of the middle of a triangle, which of nearly equilateral ones round a ball is nearest to it.
          Math.hypot(
            ...[0, 1, 2].map(
              (c) => [0, 1, 2].reduce((sum, k) => sum + p[3 * triangles[3 * t + k] + c], 0) / 3,
            ),
          ),
        ),
      );
    const close = (radius + 1.2 * LEAVE) / distance(positions, indices);
    const coarse = positions.map((x) => x * close);
    const surface = new SmoothSurface(
      { vertexCount: coarse.length / 3, triangles: indices, rest: coarse },
      1,
    );
    const out = drawn(surface, coarse);
    expect(distance(out.positions, surface.triangles)).toBeLessThan(radius);
    surface.update(coarse, out, [{ positions: positions.map((x) => x * radius) }]);
    expect(distance(out.positions, surface.triangles)).toBeGreaterThan(radius);
  });

  it('takes a mesh that is no surface at a vertex, and single triangles', () => {
    const bow = {
      vertexCount: 6,
      triangles: Uint32Array.of(0, 1, 2, 0, 3, 4),
      rest: lift([0, 0, 1, 0, 0, 1, -1, 0, 0, -1, 5, 5], () => 0),
    };
    const { positions, normals } = drawn(new SmoothSurface(bow, 2), bow.rest);
    for (const x of [...positions, ...normals]) expect(Number.isFinite(x)).toBe(true);
    expect([...positions.subarray(15, 18)]).toEqual([5, 0, 5]); // a vertex of no triangle
  });
});
