// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Convex solids through the typed API: each shape holds a sheet, moves as one, and is read from the geometries of
// three.js; what is no solid is refused in one sentence.
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  IcosahedronGeometry,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import type { ConvexShape } from '../src/index.js';
import { loadWeft } from './support.js';

const weft = await loadWeft();

/** A sheet of 11 by 11 above the origin. */
function sheet(height: number, side = 0.5) {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j < 11; ++j) {
    for (let i = 0; i < 11; ++i) {
      positions.push(side * (i / 10 - 0.5), height, side * (0.5 - j / 10));
      const a = 11 * j + i;
      if (i < 10 && j < 10) indices.push(a, a + 1, a + 12, a, a + 12, a + 11);
    }
  }
  return { positions, indices };
}

const SHAPES: [ConvexShape, number][] = [
  [{ sphere: { radius: 0.2 } }, 0.2],
  [{ capsule: { radius: 0.1, length: 0.2 } }, 0.2],
  [{ box: { size: [0.3, 0.2, 0.3] } }, 0.1],
  [{ cone: { radius: 0.2, height: 0.3 } }, 0.15],
  [{ plane: {} }, 0],
];

describe('a convex body', () => {
  it.each(SHAPES)('%j holds a sheet', (shape, top) => {
    const world = weft.createWorld();
    const body = world.addBody({ shape });
    const cloth = world.addCloth(sheet(top + 0.01));
    let crossings = 0;
    for (let k = 0; k < 60; ++k) crossings += world.step().crossingsBody;
    expect(crossings).toBe(0);
    expect(body.vertexCount).toBeGreaterThan(3);
    const heights = cloth.positions.filter((_, i) => i % 3 === 1);
    expect(Math.max(...heights)).toBeGreaterThan(top + 0.002);
    world.dispose();
  });

  it('moves and turns as one, and says where it is', () => {
    const world = weft.createWorld();
    const body = world.addBody({ shape: { box: { size: [0.2, 0.1, 0.4] } } });
    world.addCloth(sheet(0.3));
    world.step();
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);
    body.setTransform(new Vector3(0, 0.05, 0), turn);
    expect(world.step().bodyLagMax).toBe(0);
    const x = body.positions.filter((_, i) => i % 3 === 0);
    expect(Math.max(...x)).toBeCloseTo(0.2, 5);
    expect(Math.max(...body.positions.filter((_, i) => i % 3 === 1))).toBeCloseTo(0.1, 5);
    world.dispose();
  });

  it('is the hull of its mesh', () => {
    const world = weft.createWorld();
    const { attributes, index } = new IcosahedronGeometry(0.2);
    expect(index).toBeNull();
    const count = attributes.position.count;
    const indices = Array.from({ length: count }, (_, i) => i);
    world.addBody({ positions: attributes.position, indices, shape: { hull: {} } });
    const cloth = world.addCloth(sheet(0.22));
    for (let k = 0; k < 30; ++k) expect(world.step().crossingsBody).toBe(0);
    expect(Math.max(...cloth.positions.filter((_, i) => i % 3 === 1))).toBeGreaterThan(0.17);
    world.dispose();
  });

  it.each([
    [{ sphere: { radius: NaN } }, /radius: NaN is not a finite number/],
    [{ sphere: { radius: 0 } }, /The sphere needs a radius above 0/],
    [{ sphere: { radius: -1 } }, /The sphere needs a radius above 0/],
    [{ sphere: { radius: 5 } }, /of 4 m at most/],
    [{ sphere: {} }, /radius: undefined is not a finite number/],
    [{ capsule: { radius: 0.1, length: 0 } }, /half a height above 0/],
    [{ box: { size: [1, 1] } }, /2 numbers instead of 3/],
    [{ box: { size: [1, 0, 1] } }, /half lengths above 0/],
    [{ cone: { radius: 0.1, height: Infinity } }, /not a finite number/],
    [{}, /names 0 of sphere/],
    [{ sphere: { radius: 1 }, plane: {} }, /names 2 of/],
    [{ ball: { radius: 1 } }, /ball/],
    [{ hull: {} }, /positions/],
  ])('refuses %j', (shape, words) => {
    const world = weft.createWorld();
    expect(() => world.addBody({ shape: shape as never })).toThrow(words);
    expect(world.step().status).toBe('WEFT_OK');
    world.dispose();
  });

  it('refuses hulls that are flat or of too many corners, and moves that bend or leave', () => {
    const world = weft.createWorld();
    const square = { positions: [0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1], indices: [0, 2, 1, 0, 3, 2] };
    expect(() => world.addBody({ ...square, shape: { hull: {} } })).toThrow(/The hull is flat/);
    const fine = new SphereGeometry(0.2, 32, 16);
    fine.scale(1, 0.5, 1);
    expect(() => world.addBody(fine, { convex: true })).toThrow(/vertices were moved/);
    expect(() => world.addBody(new TorusGeometry(0.2, 0.1), { convex: true })).toThrow(
      /64 corners at most/,
    );
    const body = world.addBody({ shape: { sphere: { radius: 0.1 } } });
    expect(() => body.setTransform([4.5, 0, 0])).toThrow(/outside the 4 m/);
    expect(() => body.setTransform([0, NaN, 0])).toThrow(/position/);
    expect(() => body.setTransform([0, 0, 0], [0, 0, 0, 2])).toThrow(/its length is 2.000, not 1/);
    world.dispose();
  });
});

describe('a geometry of three.js', () => {
  it.each([
    [new SphereGeometry(0.2), 0.2],
    [new CapsuleGeometry(0.1, 0.2), 0.2],
    [new BoxGeometry(0.3, 0.2, 0.3), 0.1],
    [new ConeGeometry(0.2, 0.3), 0.15],
    [new PlaneGeometry(2, 2).rotateX(-Math.PI / 2), 0],
    [new IcosahedronGeometry(0.2), 0.16],
  ] as [BufferGeometry, number][])('is a solid: $type', (geometry, top) => {
    const world = weft.createWorld();
    world.addBody(geometry, { convex: true });
    const cloth = world.addCloth(sheet(top + 0.03));
    let crossings = 0;
    for (let k = 0; k < 60; ++k) crossings += world.step().crossingsBody;
    expect(crossings).toBe(0);
    expect(Math.max(...cloth.positions.filter((_, i) => i % 3 === 1))).toBeGreaterThan(top);
    world.dispose();
  });
});
