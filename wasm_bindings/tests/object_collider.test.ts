// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Characters as they come: several meshes, rigid parts on bones, mirrors, centimetres, groups, names to leave out,
// holes and fins, and proxies for what nothing else helps.
import { Bone, BoxGeometry, BufferGeometry, Float32BufferAttribute, Group, Mesh } from 'three';
import { CylinderGeometry, MeshBasicMaterial, Object3D, Skeleton, SkinnedMesh } from 'three';
import { SphereGeometry, Triangle, Uint16BufferAttribute, Vector3 } from 'three';
import { Worker as NodeWorker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { countCrossings, joinMeshes } from '../../tests/crossings/count.mjs';
import { BodyCollider, type ProxyCache } from '../src/three/index.js';
import { loadWeft, sheet } from './support.js';

const material = (name = '') => Object.assign(new MeshBasicMaterial(), { name });

/** Skins a geometry to two bones by height: below `low` the first, above `high` the second. */
function skinByHeight(geometry: BufferGeometry, low: number, high: number): BufferGeometry {
  const { position } = geometry.attributes;
  const indices: number[] = [];
  const weights: number[] = [];
  for (let v = 0; v < position.count; ++v) {
    const upper = Math.min(1, Math.max(0, (position.getY(v) - low) / (high - low)));
    indices.push(0, 1, 0, 0);
    weights.push(1 - upper, upper, 0, 0);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  return geometry;
}

interface Doll {
  root: Group;
  bones: Bone[];
  trunk: SkinnedMesh;
  head: Mesh;
}

/** A trunk of two bones, 1 m tall, with a rigid head on the upper one; `unit` is metres per unit of its meshes. */
function doll(unit = 1, trunkGeometry?: BufferGeometry): Doll {
  const size = 1 / unit;
  const root = new Group();
  root.name = 'doll';
  const bones = [new Bone(), new Bone()];
  bones[0].name = 'hips';
  bones[1].name = 'chest';
  bones[0].add(bones[1]);
  bones[1].position.y = 0.5 * size;
  const shape =
    trunkGeometry ??
    new CylinderGeometry(0.15 * size, 0.2 * size, size, 16, 8).translate(0, size / 2, 0);
  const trunk = new SkinnedMesh(skinByHeight(shape, 0.4 * size, 0.6 * size), material('skin'));
  trunk.name = 'trunk';
  root.add(trunk, bones[0]);
  root.updateMatrixWorld(true);
  trunk.bind(new Skeleton(bones));
  const head = new Mesh(new SphereGeometry(0.12 * size, 16, 12), material('face'));
  head.name = 'head';
  head.position.y = 0.75 * size;
  bones[1].add(head);
  return { root, bones, trunk, head };
}

const kinds = (collider: BodyCollider) => collider.repairs.map(({ kind }) => kind);

/** Largest distance from drawn vertices to the nearest vertex of the body, m. */
function farthestDrawn(collider: BodyCollider, meshes: readonly Mesh[]): number {
  const { positions, world } = collider.body;
  const origin = new Vector3(...world.origin);
  const place = new Vector3();
  let farthest = 0;
  for (const mesh of meshes) {
    mesh.updateMatrixWorld(true);
    for (let v = 0; v < mesh.geometry.attributes.position.count; ++v) {
      mesh.getVertexPosition(v, place).applyMatrix4(mesh.matrixWorld).sub(origin);
      let least = Infinity;
      for (let i = 0; i < positions.length; i += 3) {
        const [x, y, z] = [
          positions[i] - place.x,
          positions[i + 1] - place.y,
          positions[i + 2] - place.z,
        ];
        least = Math.min(least, x * x + y * y + z * z);
      }
      farthest = Math.max(farthest, Math.sqrt(least));
    }
  }
  return farthest;
}

function bend({ root, bones }: Doll): void {
  bones[1].rotation.z = 0.4;
  root.rotation.y += 0.3;
  root.position.x += 0.1;
}

test('a skinned mesh and a rigid part on a bone are one body and stay where they are drawn', async () => {
  const world = (await loadWeft()).createWorld();
  const character = doll();
  const collider = BodyCollider.fromObject3D(world, character.root);
  expect(kinds(collider).filter((kind) => kind !== 'vanished')).toEqual([]);
  expect(farthestDrawn(collider, [character.trunk, character.head])).toBeLessThan(1e-5);
  bend(character);
  collider.update();
  expect(farthestDrawn(collider, [character.trunk, character.head])).toBeLessThan(1e-5);
  expect(collider.bones).toContain(character.bones[1]);
  world.dispose();
});

test('centimetres, z up, mirrored scales and nested groups', async () => {
  const weft = await loadWeft();
  for (const mirror of [
    [1, 1, 1],
    [-1, 1, 1],
    [1, 1, -1],
    [-1, -1, -1],
  ]) {
    const character = doll(0.01);
    const stage = new Group();
    stage.add(character.root);
    character.root.scale.set(0.01 * mirror[0], 0.01 * mirror[1], 0.01 * mirror[2]);
    stage.rotation.x = Math.PI / 2;
    stage.position.set(1, 0.5, -2);
    const world = weft.createWorld();
    const collider = BodyCollider.fromObject3D(world, character.root);
    expect(kinds(collider)).not.toContain('turned');
    bend(character);
    collider.update();
    expect(farthestDrawn(collider, [character.trunk, character.head])).toBeLessThan(1e-5);
    world.dispose();
  }
});

test('one mirrored part beside others that are not', async () => {
  const world = (await loadWeft()).createWorld();
  const character = doll();
  const twin = character.head.clone();
  twin.name = 'other head';
  twin.position.x = 0.4;
  twin.scale.x = -1;
  character.bones[1].add(twin);
  const collider = BodyCollider.fromObject3D(world, character.root);
  bend(character);
  collider.update();
  expect(farthestDrawn(collider, [character.trunk, character.head, twin])).toBeLessThan(1e-5);
  world.dispose();
});

test('a scene in centimetres is taken within a group, and an object without is told its size', async () => {
  const world = (await loadWeft()).createWorld();
  const character = doll(0.01);
  expect(() => BodyCollider.fromObject3D(world, character.root)).toThrow('is 137 m large');
  const frame = new Group();
  frame.scale.setScalar(100);
  frame.rotation.x = Math.PI / 2;
  const collider = BodyCollider.fromObject3D(world, character.root, { within: frame });
  frame.updateMatrixWorld(true);
  const { positions } = collider.body;
  const low = frame.localToWorld(new Vector3().fromArray(positions));
  expect(low.length()).toBeLessThan(137);
  expect(Math.max(...positions.map(Math.abs))).toBeLessThan(1.5);
  world.dispose();
});

test('parts are left out by mesh, material, group and bone', async () => {
  const weft = await loadWeft();
  const triangles = (exclude: Parameters<typeof BodyCollider.fromObject3D>[2]) => {
    const world = weft.createWorld();
    const { root } = doll();
    const collider = BodyCollider.fromObject3D(world, root, exclude);
    const { triangleCount } = collider.body;
    world.dispose();
    return { triangleCount, kinds: kinds(collider) };
  };
  const all = triangles({});
  const trunk = triangles({ exclude: 'head' });
  expect(trunk.triangleCount).toBeLessThan(all.triangleCount);
  expect(triangles({ exclude: /^face$/ })).toEqual(trunk);
  expect(triangles({ exclude: [(part) => part.name === 'head'] })).toEqual(trunk);
  const hips = triangles({ exclude: 'chest' }); // the upper half and the head that hangs on it
  expect(hips.triangleCount).toBeLessThan(trunk.triangleCount);
  expect(hips.kinds).toContain('hole');
  expect(() => triangles({ exclude: /./ })).toThrow('has no visible mesh that is not left out');
  expect(() => triangles({ exclude: 7 as never })).toThrow('A pattern is a name');
});

test('a bone of which nothing is left may be excluded where its vertices lie in one place', async () => {
  const shape = new BoxGeometry(0.3, 0.2, 0.2); // its 24 vertices lie in 8 places
  const glove = new BoxGeometry(0.1, 0.1, 0.1).translate(0.6, 0, 0);
  const both = new BufferGeometry();
  const [a, b] = [shape, glove].map((each) => each.toNonIndexed().attributes.position.array);
  both.setAttribute('position', new Float32BufferAttribute([...a, ...b], 3));
  const count = (a.length + b.length) / 3;
  const bone = (v: number) => (3 * v < a.length ? 0 : 1);
  const rows = (row: (v: number) => number[]) =>
    Array.from({ length: count }, (_, v) => row(v)).flat();
  both.setAttribute(
    'skinIndex',
    new Uint16BufferAttribute(
      rows((v) => [bone(v), 0, 0, 0]),
      4,
    ),
  );
  both.setAttribute(
    'skinWeight',
    new Float32BufferAttribute(
      rows(() => [1, 0, 0, 0]),
      4,
    ),
  );
  const mesh = new SkinnedMesh(both, material());
  const bones = ['arm', 'hand'].map((name) => Object.assign(new Bone(), { name }));
  mesh.add(bones[0]);
  bones[0].add(bones[1]);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  const world = (await loadWeft()).createWorld();
  const { body } = BodyCollider.fromObject3D(world, mesh, { exclude: 'hand' });
  expect([body.triangleCount, body.boneCount]).toEqual([12, 1]);
  expect(Math.max(...body.positions)).toBeLessThan(0.2);
  world.dispose();
});

test('materials by group', async () => {
  const world = (await loadWeft()).createWorld();
  const geometry = new BoxGeometry(1, 1, 1);
  const sides = ['px', 'nx', 'py', 'ny', 'pz', 'nz'].map(material);
  const box = new Mesh(geometry, sides);
  box.name = 'box';
  const collider = BodyCollider.fromObject3D(world, box, { exclude: 'py' });
  expect(kinds(collider)).toEqual(['hole']);
  const { mesh, vertices, message } = collider.repairs[0];
  expect(mesh).toBe(box);
  expect(vertices.map((v) => geometry.attributes.position.getY(v))).toEqual([0.5, 0.5, 0.5, 0.5]);
  expect(message).toMatch(/^"box": a hole was closed \(4 vertices: /);
  world.dispose();
});

test('meshes that meet at a neck are welded when their vertices move alike', async () => {
  const world = (await loadWeft()).createWorld();
  const root = new Group();
  const lower = new CylinderGeometry(0.2, 0.2, 0.5, 12, 4, true).translate(0, 0.25, 0);
  const upper = new CylinderGeometry(0.2, 0.2, 0.5, 12, 4, true).translate(0, 0.75, 0);
  const bones = [new Bone(), new Bone()];
  bones[0].add(bones[1]);
  bones[1].position.y = 0.5;
  root.add(bones[0]);
  root.updateMatrixWorld(true);
  const skeleton = new Skeleton(bones);
  const meshes = [lower, upper].map((geometry) => {
    const mesh = new SkinnedMesh(skinByHeight(geometry, 0.3, 0.7), material());
    root.add(mesh);
    mesh.updateMatrixWorld(true);
    mesh.bind(skeleton);
    return mesh;
  });
  const collider = BodyCollider.fromObject3D(world, root);
  expect(kinds(collider)).toEqual(['hole', 'hole']); // above and below, not at the middle
  expect(collider.body.vertexCount).toBe(9 * 12);
  bones[1].rotation.x = 0.3;
  collider.update();
  expect(farthestDrawn(collider, meshes)).toBeLessThan(1e-5);
  world.dispose();
});

/** A trunk with every fault: a hole, a duplicate, a fin, a triangle without area, a turned one, a sheet beside it. */
function brokenTrunk(): BufferGeometry {
  const whole = new CylinderGeometry(0.15, 0.2, 1, 16, 8).translate(0, 0.5, 0);
  const positions = [...whole.attributes.position.array];
  const corners = [...whole.index!.array];
  const [a, b, c] = corners.slice(60, 63);
  const [d, e, f] = corners.slice(120, 123);
  corners.push(a, b, c, c, b, a, a, a, b);
  positions.push(0.6, 0.4, 0.2);
  corners.push(d, e, positions.length / 3 - 1);
  [corners[121], corners[122]] = [f, e];
  const at = positions.length / 3;
  positions.push(0.4, 0.2, 0, 0.4, 0.6, 0, 0.4, 0.6, 0.3);
  corners.push(at, at + 1, at + 2);
  corners.splice(30, 6);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(corners);
  return geometry;
}

test('every fault at once is repaired and listed; without repair it is refused with the whole list', async () => {
  const world = (await loadWeft()).createWorld();
  const character = doll(1, brokenTrunk());
  const collider = BodyCollider.fromObject3D(world, character.root);
  expect(new Set(kinds(collider))).toEqual(
    new Set(['vanished', 'duplicate', 'turned', 'split', 'hole', 'flat']),
  );
  expect(
    collider.repairs.every(({ mesh }) => [character.trunk, character.head].includes(mesh as never)),
  ).toBe(true);
  expect(() =>
    BodyCollider.fromObject3D(world, doll(1, brokenTrunk()).root, { repair: false }),
  ).toThrow(/cannot be a body as it is, and repair is off:\n(.*\n){4}/);
  world.addCloth(sheet(4, 0.1, 2));
  bend(character);
  collider.update();
  world.step();
  world.dispose();
});

test('parts are padded by bone', async () => {
  const world = (await loadWeft()).createWorld();
  const { root } = doll();
  const reach = (collider: BodyCollider, low: number, high: number) => {
    let most = 0;
    const { positions } = collider.body;
    for (let i = 0; i < positions.length; i += 3) {
      if (positions[i + 1] > low && positions[i + 1] < high) {
        most = Math.max(most, Math.hypot(positions[i], positions[i + 2]));
      }
    }
    return most;
  };
  const plain = BodyCollider.fromObject3D(world, root, { exclude: 'head' });
  const padded = BodyCollider.fromObject3D(world, root, {
    exclude: 'head',
    pad: { part: 'chest', by: 0.02 },
  });
  expect(reach(padded, 0.7, 0.95) - reach(plain, 0.7, 0.95)).toBeCloseTo(0.02, 3);
  expect(reach(padded, 0.1, 0.3)).toBeCloseTo(reach(plain, 0.1, 0.3), 4);
  world.dispose();
});

test('morph targets move an object, and what was there at its creation counts as its own', async () => {
  const world = (await loadWeft()).createWorld();
  const geometry = new SphereGeometry(0.2, 16, 12);
  const wide = geometry.attributes.position.clone();
  for (let v = 0; v < wide.count; ++v) {
    wide.setX(v, 1.5 * wide.getX(v));
  }
  geometry.morphAttributes.position = [wide];
  const mesh = new Mesh(geometry, material());
  mesh.morphTargetInfluences![0] = 0.5;
  const collider = BodyCollider.fromObject3D(world, mesh);
  for (const influence of [0.5, 1, 0, 0.5]) {
    mesh.morphTargetInfluences![0] = influence;
    collider.update();
    expect(farthestDrawn(collider, [mesh])).toBeLessThan(1e-5);
  }
  world.dispose();
});

/** Many boxes through each other, some open: nothing a repair makes one surface of. */
function rubble(): Group {
  const root = new Group();
  root.name = 'rubble';
  for (let i = 0; i < 6; ++i) {
    const geometry = new BoxGeometry(0.2, 0.2, 0.2, 4, 4, 4);
    geometry.setIndex([...geometry.index!.array].slice(24 * (i % 3)));
    const mesh = new Mesh(geometry, material());
    mesh.position.set(0.1 * Math.sin(2 * i), 0.05 * i, 0.1 * Math.cos(3 * i));
    mesh.rotation.set(i, 2 * i, 3 * i);
    root.add(mesh);
  }
  return root;
}

test('a proxy is closed round anything, close to it, cached by content and follows', async () => {
  const world = (await loadWeft()).createWorld();
  const root = rubble();
  const parts: number[] = [];
  const kept = new Map();
  const cache: ProxyCache = {
    get: (key) => kept.get(key),
    set: (key, surface) => kept.set(key, surface),
  };
  const options = { cell: 0.02, cache, onProgress: (part: number) => parts.push(part) };
  const proxy = await BodyCollider.proxyOf(root, options);
  expect(parts.at(-1)).toBe(1);
  expect(parts).toEqual([...parts].sort((a, b) => a - b));
  expect(proxy.error.meanMm).toBeGreaterThan(0.5);
  expect(proxy.error.meanMm).toBeLessThan(4);
  expect(proxy.error.maxMm).toBeLessThan(40); // two cells
  const collider = BodyCollider.fromObject3D(world, root, { proxy });
  const before = collider.body.positions.slice();
  root.position.x = 0.25;
  collider.update();
  const moved = collider.body.positions.map((x, i) => x - before[i]);
  moved.forEach((x, i) => expect(Math.abs(x - (i % 3 === 0 ? 0.25 : 0))).toBeLessThan(1e-5));
  root.position.x = 0;
  parts.length = 0;
  const again = await BodyCollider.proxyOf(root, options);
  expect([again.key, parts.length, kept.size]).toEqual([proxy.key, 0, 1]);
  root.children[0].position.y += 0.01;
  expect((await BodyCollider.proxyOf(root, options)).key).not.toBe(proxy.key);
  expect(() => BodyCollider.fromObject3D(world, new Object3D(), { proxy })).toThrow(
    'another object',
  );
  world.dispose();
});

test('a proxy of a skinned character follows its bones', async () => {
  const world = (await loadWeft()).createWorld();
  const character = doll(1, brokenTrunk());
  bend(character);
  const proxy = await BodyCollider.proxyOf(character.root, { cell: 0.025 });
  const collider = BodyCollider.fromObject3D(world, character.root, { proxy });
  character.bones[1].rotation.z = -0.5;
  character.root.position.z = 0.2;
  collider.update();
  // no vertex of the head is farther from a vertex of the proxy than the grid is wide
  expect(farthestDrawn(collider, [character.head])).toBeLessThan(0.03);
  world.dispose();
});

/** Two balls through each other, and how far a place is outside both, m. */
function balls() {
  const root = new Group();
  const centres = [new Vector3(-0.08, 0, 0), new Vector3(0.08, 0.05, 0.02)];
  const radii = [0.15, 0.12];
  centres.forEach((centre, k) => {
    const mesh = new Mesh(new SphereGeometry(radii[k], 48, 32), material());
    mesh.position.copy(centre);
    root.add(mesh);
  });
  const outside = (place: Vector3) =>
    Math.min(...centres.map((centre, k) => place.distanceTo(centre) - radii[k]));
  return { root, centres, radii, outside };
}

/** Corners and middles of a body's triangles. */
function samplesOf({ positions, indices }: BodyCollider['body']): Vector3[] {
  const corner = (i: number) => new Vector3().fromArray(positions, 3 * indices[i]);
  const found: Vector3[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    found.push(a, b, c, new Vector3().add(a).add(b).add(c).divideScalar(3));
  }
  return found;
}

test('the error that a proxy reports is the distance that a closed form gives', async () => {
  const world = (await loadWeft()).createWorld();
  const { root, centres, radii, outside } = balls();
  const proxy = await BodyCollider.proxyOf(root, { cell: 0.01 });
  const { body } = BodyCollider.fromObject3D(world, root, { proxy });
  const { positions, indices } = body;
  const there = samplesOf(body).map((place) => Math.abs(outside(place)));
  // from the balls, as far as they are seen, to the nearest triangle, by brute force
  const triangle = new Triangle();
  const foot = new Vector3();
  const back: number[] = [];
  const turn = Math.PI * (3 - Math.sqrt(5));
  for (let i = 0; i < 400; ++i) {
    const [k, up] = [i % 2, 1 - (2 * (i + 0.5)) / 400];
    const wide = Math.sqrt(1 - up * up);
    const place = new Vector3(wide * Math.sin(turn * i), up, wide * Math.cos(turn * i));
    place.multiplyScalar(radii[k]).add(centres[k]);
    if (outside(place) < -1e-6) {
      continue;
    }
    let least = Infinity;
    for (let t = 0; t < indices.length; t += 3) {
      triangle.a.fromArray(positions, 3 * indices[t]);
      triangle.b.fromArray(positions, 3 * indices[t + 1]);
      triangle.c.fromArray(positions, 3 * indices[t + 2]);
      least = Math.min(least, triangle.closestPointToPoint(place, foot).distanceTo(place));
    }
    back.push(least);
  }
  const all = [...there, ...back];
  const meanMm = (1000 * all.reduce((sum, x) => sum + x, 0)) / all.length;
  const maxMm = 1000 * Math.max(...all);
  // balls of 48 by 32 triangles lie up to 0.5 mm within round ones
  expect(Math.abs(proxy.error.meanMm - meanMm)).toBeLessThan(0.5);
  // in the crease it counts a little of what one ball hides of the other: never less than is true
  expect(proxy.error.maxMm).toBeGreaterThan(maxMm - 0.6);
  expect(proxy.error.maxMm).toBeLessThan(maxMm + 5); // half a cell
  expect(Math.min(...samplesOf(body).map(outside))).toBeGreaterThan(-0.0006); // round them
  world.dispose();
});

test('cloth drapes on a proxy that moves, and nothing crosses', async () => {
  const world = (await loadWeft()).createWorld();
  const root = rubble();
  const proxy = await BodyCollider.proxyOf(root, { cell: 0.02 });
  const collider = BodyCollider.fromObject3D(world, root, { proxy });
  const top = Math.max(...collider.body.positions.filter((_, i) => i % 3 === 1));
  const cloth = world.addCloth({ ...sheet(24, 0.8, top + 0.02), fabric: 'cotton' });
  const surfaceOf = ({ vertexCount, indices }: { vertexCount: number; indices: Uint32Array }) =>
    joinMeshes([
      {
        vertexCount,
        faces: indices.slice(),
        merge: Uint32Array.from({ length: vertexCount }, (_, v) => v),
      },
    ]);
  const [over, under] = [surfaceOf(cloth), surfaceOf(collider.body)];
  let [counted, touching] = [0, 0];
  for (let step = 1; step <= 80; ++step) {
    root.position.x = 0.1 * Math.sin(step / 12);
    root.rotation.y = step / 200;
    collider.update();
    touching = Math.max(touching, world.step().contacts);
    if (step % 8 === 0) {
      const [x, y] = [cloth.positions, collider.body.positions];
      counted += countCrossings(over, x, under, y) + countCrossings(under, y, over, x);
    }
  }
  expect(counted).toBe(0);
  expect(touching).toBeGreaterThan(50); // it lies on it
  expect(Math.min(...cloth.positions.filter((_, i) => i % 3 === 1))).toBeLessThan(top - 0.2);
  world.dispose();
});

/** A worker of Node that runs the built file as a browser's would. */
function nodeWorker(): Worker {
  const file = new URL('../dist/three/character/proxy_worker.js', import.meta.url).href;
  const code = `
    import { parentPort } from 'node:worker_threads';
    globalThis.self = { postMessage: (data, transfer) => parentPort.postMessage(data, transfer) };
    await import(${JSON.stringify(file)});
    parentPort.on('message', (data) => self.onmessage({ data }));`;
  const thread = new NodeWorker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const worker = {
    postMessage: (data: unknown) => thread.postMessage(data),
    terminate: () => void thread.terminate(),
  } as unknown as Worker;
  thread.on('message', (data) => worker.onmessage!({ data } as MessageEvent));
  thread.on('error', (error) => worker.onerror!({ message: error.message } as ErrorEvent));
  return worker;
}

test('a worker makes the same proxy, and one that does not start is done without', async () => {
  const { root } = doll();
  const nothing: ProxyCache = { get: () => undefined, set: () => undefined };
  const options = { cell: 0.04, cache: nothing };
  const parts: number[] = [];
  const onProgress = (part: number) => parts.push(part);
  const there = await BodyCollider.proxyOf(root, { ...options, worker: nodeWorker, onProgress });
  const here = await BodyCollider.proxyOf(root, { ...options, worker: false });
  expect(parts.length).toBeGreaterThan(3);
  expect(there.surface).toEqual(here.surface);
  expect(there.error).toEqual(here.error);
  class Broken {
    onerror?: (event: object) => void;
    postMessage() {
      this.onerror!({});
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Broken);
  try {
    expect((await BodyCollider.proxyOf(root, options)).surface).toEqual(here.surface);
  } finally {
    vi.unstubAllGlobals();
  }
});
