// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth from the geometries of three.js, and its mesh: texture seams hold, rays meet the cloth where it is.
import {
  Box3,
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  Sphere,
  SphereGeometry,
  Vector3,
} from 'three';
import { beforeAll, expect, test } from 'vitest';
import { WeftError, type Weft } from '../src/index.js';
import { ClothMesh } from '../src/three/index.js';
import { box, loadWeft } from './support.js';

let weft: Weft;

beforeAll(async () => {
  weft = await loadWeft();
});

const material = () => new MeshBasicMaterial({ side: DoubleSide });

/** A tube whose texture meets itself: 13 columns are drawn, 12 are there. */
const tube = () => new CylinderGeometry(0.3, 0.3, 0.4, 12, 4, true).translate(0, 1, 0);

function errorOf(call: () => unknown): WeftError {
  try {
    call();
  } catch (error) {
    if (error instanceof WeftError) {
      return error;
    }
    throw error;
  }
  throw new Error('nothing was thrown');
}

test('a tube is one cloth across its texture seam, drawn with its own vertices', () => {
  const world = weft.createWorld();
  const geometry = tube();
  const cloth = world.addCloth(geometry, { fabric: 'silk', name: 'tube' });
  expect(cloth.vertexCount).toBe(12 * 5);
  expect(cloth.name).toBe('tube');
  const mesh = new ClothMesh(cloth, material());
  for (let step = 0; step < 20; ++step) {
    world.step();
  }
  mesh.update();
  const { position, normal, uv } = mesh.geometry.attributes;
  expect(position.count).toBe(13 * 5);
  expect(uv.array).toEqual(geometry.attributes.uv.array);
  const corner = (attribute: typeof position, v: number) =>
    new Vector3().fromArray(attribute.array, 3 * v);
  for (let row = 0; row < 5; ++row) {
    const [first, last] = [13 * row, 13 * row + 12];
    expect(corner(position, first)).toEqual(corner(position, last));
    expect(corner(normal, first)).toEqual(corner(normal, last));
    expect(uv.getX(first)).not.toBe(uv.getX(last));
    expect(corner(normal, first).length()).toBeCloseTo(1, 5);
  }
  world.dispose();
});

test('with or without an index, plain or interleaved, it is the same cloth', () => {
  const hashes = new Set<string>();
  const plain = new PlaneGeometry(0.4, 0.4, 6, 6).rotateX(-Math.PI / 2);
  const interleaved = plain.clone();
  const pairs = new Float32Array(4 * plain.attributes.position.count);
  for (let v = 0; v < plain.attributes.position.count; ++v) {
    pairs.set(plain.attributes.position.array.subarray(3 * v, 3 * v + 3), 4 * v);
  }
  const buffer = new InterleavedBuffer(pairs, 4);
  interleaved.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 0));
  for (const geometry of [plain, interleaved]) {
    const world = weft.createWorld();
    world.addCloth(geometry);
    world.step();
    hashes.add(world.hash());
    world.dispose();
  }
  expect(hashes.size).toBe(1);
  const world = weft.createWorld();
  const cloth = world.addCloth(plain.toNonIndexed());
  expect([cloth.vertexCount, cloth.triangleCount]).toEqual([49, 72]);
  const mesh = new ClothMesh(cloth, material());
  expect(mesh.geometry.attributes.position.count).toBe(216);
  expect(mesh.geometry.attributes.uv.count).toBe(216);
  world.dispose();
});

test('groups and further attributes are kept', () => {
  const world = weft.createWorld();
  const geometry = tube();
  const count = geometry.attributes.position.count;
  geometry.setAttribute(
    'color',
    new Float32BufferAttribute(new Float32Array(3 * count).fill(0.5), 3),
  );
  geometry.addGroup(0, 60, 0);
  geometry.addGroup(60, 84, 1);
  const mesh = new ClothMesh(world.addCloth(geometry), [material(), material()]);
  expect(mesh.geometry.groups).toEqual(geometry.groups);
  expect(mesh.geometry.index!.array).toEqual(Uint32Array.from(geometry.index!.array));
  expect(mesh.geometry.attributes.color.array).toEqual(geometry.attributes.color.array);
  world.dispose();
});

test('pins and seams name vertices of the geometry', () => {
  const world = weft.createWorld();
  const geometry = tube();
  const top = Array.from({ length: 13 }, (_, vertex) => ({ vertex, kind: 'fixed' as const }));
  const seams = Uint32Array.from([0, 12, 13, 25]); // merged already
  const cloth = world.addCloth(geometry, { pins: top, seams });
  const before = cloth.positions.slice(0, 36);
  for (let step = 0; step < 10; ++step) {
    world.step();
  }
  expect(cloth.positions.subarray(0, 36)).toEqual(before);
  expect(cloth.positions.at(-2)).toBeLessThan(0.8);
  world.dispose();
});

test('vertices that no triangle has are drawn nowhere and left out', () => {
  const world = weft.createWorld();
  const geometry = new PlaneGeometry(0.4, 0.4, 4, 4).rotateX(-Math.PI / 2);
  geometry.setIndex([...geometry.index!.array].slice(24)); // the first row of squares is of another mesh
  const cloth = world.addCloth(geometry, { pins: [{ vertex: 5, kind: 'fixed' }] });
  expect([cloth.vertexCount, cloth.triangleCount]).toEqual([20, 24]);
  const mesh = new ClothMesh(cloth, material());
  world.step();
  mesh.update();
  expect(mesh.geometry.index!.array).toEqual(Uint32Array.from(geometry.index!.array));
  const { position } = mesh.geometry.attributes;
  expect(position.getX(5)).toBe(geometry.attributes.position.getX(5));
  expect(position.getY(5)).toBeCloseTo(0, 9);
  expect(position.getY(24)).toBeLessThan(-1e-4);
  const pinned = () => world.addCloth(geometry, { pins: [{ vertex: 4, kind: 'fixed' }] });
  expect(errorOf(pinned).message).toContain('vertex 4, which belongs to no triangle');
  world.dispose();
});

test('a ray meets the cloth where it is after it fell, and names its vertex', () => {
  const world = weft.createWorld();
  world.addBody(box(0.2));
  const sheet = new PlaneGeometry(0.3, 0.3, 12, 12).rotateX(-Math.PI / 2).translate(0, 1.5, 0);
  const cloth = world.addCloth(sheet);
  const mesh = new ClothMesh(cloth, material());
  const ray = () => new Raycaster(new Vector3(2, 1.1, 0.02), new Vector3(-2, -1, 0).normalize());
  expect(ray().intersectObject(mesh)).toHaveLength(0);
  for (let step = 0; step < 90; ++step) {
    world.step();
    mesh.update();
  }
  const [hit] = ray().intersectObject(mesh);
  expect(hit.point.y).toBeCloseTo(0.1, 2);
  expect(hit.uv!.x).toBeCloseTo(0.5 + hit.point.x / 0.3, 1);
  const vertex = mesh.clothVertex(hit);
  const place = new Vector3().fromArray(cloth.positions, 3 * vertex);
  expect(place.distanceTo(hit.point)).toBeLessThan(0.03);
  world.dispose();
});

test('bounds are those of the cloth after every update', () => {
  const world = weft.createWorld();
  const mesh = new ClothMesh(world.addCloth(tube()), material());
  expect(mesh.frustumCulled).toBe(true);
  for (let picture = 0; picture < 40; ++picture) {
    world.advance(0.011);
    mesh.update();
    const { boundingBox, boundingSphere, attributes } = mesh.geometry;
    const drawn = new Box3().setFromArray(attributes.position.array);
    expect(boundingBox).toEqual(drawn);
    const same = new BufferGeometry().setAttribute('position', attributes.position);
    same.computeBoundingSphere();
    expect(boundingSphere!.center.distanceTo(same.boundingSphere!.center)).toBe(0);
    expect(boundingSphere!.radius).toBeCloseTo(same.boundingSphere!.radius, 12);
    mesh.geometry.computeBoundingBox();
    mesh.geometry.computeBoundingSphere();
    expect(mesh.geometry.boundingBox).toEqual(drawn);
  }
  expect(mesh.geometry.boundingSphere).toBeInstanceOf(Sphere);
  world.dispose();
});

test('normals of a sphere point outwards, also along its texture seam and at its poles', () => {
  const world = weft.createWorld({ gravity: [0, 0, 0] });
  const cloth = world.addCloth(new SphereGeometry(0.2, 24, 16));
  const mesh = new ClothMesh(cloth, material());
  const { position, normal } = mesh.geometry.attributes;
  let worst = 0;
  for (let v = 0; v < position.count; ++v) {
    const radial = new Vector3().fromArray(position.array, 3 * v).normalize();
    worst = Math.max(worst, radial.angleTo(new Vector3().fromArray(normal.array, 3 * v)));
  }
  expect(worst).toBeLessThan(0.05); // a facet spans 0.26
  world.dispose();
});

test('a geometry that cannot be a cloth is refused in its own numbers', () => {
  const world = weft.createWorld();
  const add = (change: (geometry: BufferGeometry) => unknown, options = {}) =>
    errorOf(() => {
      const geometry = tube();
      change(geometry);
      world.addCloth(geometry, options);
    });
  expect(add((g) => g.deleteAttribute('position')).message).toContain('no attribute "position"');
  expect(add((g) => g.setIndex([0, 1])).message).toContain('2 corners');
  expect(add((g) => g.setIndex([0, 1, 65]))).toMatchObject({ where: 'geometry.index', element: 2 });
  expect(add((g) => (g.attributes.position.array[3 * 40 + 1] = NaN))).toMatchObject({
    code: 'WEFT_ERROR_NOT_FINITE',
    element: 40,
  });
  expect(add(() => 0, { pins: [{ vertex: 65, kind: 'fixed' }] }).message).toContain('vertex 65');
  expect(add(() => 0, { mergeTolerance: -1 }).message).toContain('mergeTolerance');
  const material = new Float32Array(130).map((_, i) => i / 100);
  expect(add(() => 0, { material }).message).toContain('vertices 0 and 12 are at one place');
  expect(add(() => 0, { material: material.slice(1) }).message).toContain('129 numbers, not 130');
  expect(world.cloths).toHaveLength(0);
  world.dispose();
});

test('a geometry becomes a body: places merged, closed, refused when it is not', () => {
  const world = weft.createWorld();
  const sphere = new SphereGeometry(0.2, 24, 16);
  const body = world.addBody(sphere, { friction: 0.5, name: 'ball' });
  expect(body.name).toBe('ball');
  expect(body.vertexCount).toBe(24 * 15 + 2);
  expect(body.triangleCount).toBe(2 * 24 * 15);
  expect(world.addBody(sphere.toNonIndexed()).vertexCount).toBe(body.vertexCount);
  expect(errorOf(() => world.addBody(tube())).code).toBe('WEFT_ERROR_OPEN_BODY');
  expect(errorOf(() => world.addBody(new BufferGeometry())).message).toContain('"position"');
  expect(world.bodies).toHaveLength(2);
  world.dispose();
});

test('what is drawn may have its triangles as plain numbers', () => {
  const cloth = {
    name: 'one',
    vertexCount: 3,
    indices: [0, 1, 2] as never,
    shownPositions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    shownNormals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    drawn: undefined,
  };
  const mesh = new ClothMesh(cloth, material());
  expect(mesh.geometry.index?.array).toEqual(Uint32Array.of(0, 1, 2));
});

test('what is drawn has groups and attributes, or is refused', () => {
  const drawn = {
    vertices: Uint32Array.of(0, 1, 2),
    indices: Uint32Array.of(0, 1, 2),
    groups: [{ start: 0, count: 3, materialIndex: 0 }],
    attributes: { uv: { values: new Float32Array(6), width: 2 } },
  };
  const cloth = {
    name: 'one',
    vertexCount: 3,
    indices: drawn.indices,
    shownPositions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    shownNormals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  };
  const draw = (part: object) =>
    new ClothMesh({ ...cloth, drawn: { ...drawn, ...part } as never }, material());
  expect(draw({}).geometry.groups).toHaveLength(1);
  for (const groups of [undefined, 7, {}, new Uint32Array(1), [null], [{ start: 'x', count: 3 }]]) {
    expect(() => draw({ groups })).toThrow('cloth.drawn.groups');
  }
  for (const uv of [
    null,
    { values: [0, 0], width: 2 },
    { values: new Float32Array(5), width: 2 },
  ]) {
    expect(() => draw({ attributes: { uv } })).toThrow('cloth.drawn.attributes.uv');
  }
});
