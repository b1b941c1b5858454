// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The collider is where three.js draws the character: 200 random poses of each kind, against the skinning that
// three.js does itself. The collider is asked first, before anything was rendered or brought up to date.
import * as THREE from 'three';
import { expect, test } from 'vitest';
import type { World } from '../src/index.js';
import { BodyCollider, mergeVertices } from '../src/three/index.js';
import { loadWeft, randomNumbers, sheet } from './support.js';

const SEED = 20261123;
const BONES = 5;

interface Character {
  scene: THREE.Scene;
  /** Carries mesh and bones, unless the case says otherwise. */
  root: THREE.Group;
  mesh: THREE.SkinnedMesh;
  bones: THREE.Bone[];
}

type Random = () => number; // -1 to 1

function closedTorus(unit: number): THREE.BufferGeometry {
  const torus = new THREE.TorusGeometry(0.5 * unit, 0.15 * unit, 8, 24);
  const merged = mergeVertices(torus.attributes.position.array, torus.index!.array, 1e-4 * unit);
  const geometry = new THREE.BufferGeometry();
  geometry.setIndex([...merged.indices]);
  geometry.setAttribute('position', new THREE.BufferAttribute(merged.positions, 3));
  return geometry;
}

function addSkin(geometry: THREE.BufferGeometry, random: Random): void {
  const indices: number[] = [];
  const weights: number[] = [];
  for (let v = 0; v < geometry.attributes.position.count; ++v) {
    const shares = [0, 1, 2, 3].map((k) => (k < 1 + (v % 4) ? 0.1 + Math.abs(random()) : 0));
    const sum = shares.reduce((a, b) => a + b);
    weights.push(...shares.map((share) => share / sum));
    indices.push(...[0, 1, 2, 3].map((k) => (v + k) % BONES));
  }
  geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
}

/** A ring that hangs on a chain of bones; `unit` is how many of its units are a metre. */
function character(random: Random, unit = 1): Character {
  const geometry = closedTorus(unit);
  addSkin(geometry, random);
  const bones = Array.from({ length: BONES }, () => new THREE.Bone());
  bones.slice(1).forEach((bone, i) => bones[i].add(bone));
  bones.forEach((bone) => bone.position.set(0.1 * unit, 0.05 * unit, 0));
  const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial());
  mesh.name = 'ring';
  mesh.add(bones[0]);
  const root = new THREE.Group().add(mesh);
  const scene = new THREE.Scene();
  scene.add(root);
  scene.updateMatrixWorld(true);
  mesh.bind(new THREE.Skeleton(bones));
  return { scene, root, mesh, bones };
}

function turn(object: THREE.Object3D, random: Random, by = Math.PI): void {
  object.rotation.set(by * random(), by * random(), by * random());
}

function bend({ bones }: Character, random: Random): void {
  bones.forEach((bone) => turn(bone, random, 1));
}

function move(object: THREE.Object3D, random: Random, by = 1): void {
  object.position.set(by * random(), by * random(), by * random());
}

function addMorphs({ mesh }: Character, random: Random, relative: boolean): void {
  const { position } = mesh.geometry.attributes;
  mesh.geometry.morphTargetsRelative = relative;
  mesh.geometry.morphAttributes.position = [0, 1].map(() => {
    const values = Array.from(position.array, (x, i) => {
      const delta = i % 7 < 3 ? 0.05 * random() : 0;
      return relative ? delta : x + delta;
    });
    return new THREE.Float32BufferAttribute(values, 3);
  });
  mesh.updateMorphTargets();
}

/** What a case sets up, and how it moves in every pose. */
interface Case {
  make(random: Random): Character;
  pose(it: Character, random: Random): void;
}

const cases: Record<string, Case> = {
  moving: { make: character, pose: ({ root }, random) => move(root, random, 2) },
  'turning and bending': {
    make: character,
    pose(it, random) {
      turn(it.root, random);
      bend(it, random);
    },
  },
  'a scaled root': {
    make: character,
    pose(it, random) {
      it.root.scale.set(1 + 0.5 * random(), 1 + 0.5 * random(), 1 + 0.5 * random());
      bend(it, random);
    },
  },
  'a mesh that moves in its root': {
    make: character,
    pose(it, random) {
      move(it.mesh, random);
      turn(it.mesh, random);
      it.mesh.scale.setScalar(0.8 + 0.2 * random());
      bend(it, random);
    },
  },
  'roots in roots, in centimetres': {
    make(random) {
      const it = character(random, 100);
      const outer = new THREE.Group().add(it.root);
      it.scene.add(outer);
      it.root.scale.setScalar(0.01);
      return it;
    },
    pose(it, random) {
      move(it.root.parent!, random);
      turn(it.root.parent!, random);
      move(it.root, random);
      turn(it.root, random);
      bend(it, random);
    },
  },
  'bones outside the mesh, attached': {
    make(random) {
      const it = character(random);
      it.root.add(it.bones[0]);
      return it;
    },
    pose(it, random) {
      move(it.root, random);
      move(it.mesh, random);
      bend(it, random);
    },
  },
  'bones outside the mesh, detached': {
    make(random) {
      const it = character(random);
      it.mesh.bindMode = THREE.DetachedBindMode;
      it.scene.add(it.bones[0]);
      return it;
    },
    pose(it, random) {
      move(it.root, random);
      turn(it.root, random);
      it.root.scale.setScalar(1 + 0.3 * random());
      bend(it, random);
    },
  },
  'bound far from the origin': {
    make(random) {
      const it = character(random);
      it.mesh.geometry.translate(50, 0, -20);
      it.bones[0].position.add(new THREE.Vector3(50, 0, -20));
      it.scene.updateMatrixWorld(true);
      it.mesh.bind(new THREE.Skeleton(it.bones));
      it.root.position.set(-50, 0, 20);
      return it;
    },
    pose(it, random) {
      it.root.position.set(-50 + random(), random(), 20 + random());
      bend(it, random);
    },
  },
  mirrored: {
    make(random) {
      const it = character(random);
      it.root.scale.x = -1;
      return it;
    },
    pose(it, random) {
      turn(it.root, random);
      bend(it, random);
    },
  },
  'relative morph targets': {
    make(random) {
      const it = character(random);
      addMorphs(it, random, true);
      return it;
    },
    pose(it, random) {
      it.mesh.morphTargetInfluences = [random() > 0 ? random() : 0, Math.max(0, random())];
      move(it.root, random);
      bend(it, random);
    },
  },
  'absolute morph targets': {
    make(random) {
      const it = character(random);
      addMorphs(it, random, false);
      return it;
    },
    pose(it, random) {
      it.mesh.morphTargetInfluences = [random() > 0 ? random() : 0, Math.max(0, random())];
      turn(it.root, random);
      bend(it, random);
    },
  },
};

/** The greatest distance of a vertex of the collider from where three.js draws it, m. */
function distance(collider: BodyCollider, { scene, mesh }: Character): number {
  scene.updateMatrixWorld(true); // as a renderer does
  const { positions, world } = collider.body;
  const drawn = new THREE.Vector3();
  const origin = new THREE.Vector3(...world.origin);
  let most = 0;
  for (let v = 0; v < collider.body.vertexCount; ++v) {
    mesh.getVertexPosition(v, drawn).applyMatrix4(mesh.matrixWorld).sub(origin);
    most = Math.max(most, drawn.distanceTo(new THREE.Vector3().fromArray(positions, 3 * v)));
  }
  return most;
}

for (const [name, { make, pose }] of Object.entries(cases)) {
  test(`the collider is where three.js draws it: ${name} (seed ${SEED})`, async () => {
    const world = (await loadWeft()).createWorld();
    const random = randomNumbers(SEED);
    const it = make(random);
    pose(it, random);
    const collider = BodyCollider.fromSkinnedMesh(world, it.mesh);
    expect(collider.body.vertexCount).toBe(it.mesh.geometry.attributes.position.count);
    expect(distance(collider, it)).toBeLessThan(1e-5); // at creation, before any step
    let most = 0;
    for (let i = 0; i < 200; ++i) {
      pose(it, random);
      collider.update();
      world.step();
      most = Math.max(most, distance(collider, it));
    }
    expect(most).toBeLessThan(1e-5);
    expect(volume(collider)).toBeGreaterThan(0);
    world.dispose();
  });
}

/** Six times the volume: positive when the surface faces outward. */
function volume({ body: { positions, indices } }: BodyCollider): number {
  const corner = (i: number) => new THREE.Vector3().fromArray(positions, 3 * indices[i]);
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    sum += corner(i).dot(corner(i + 1).cross(corner(i + 2)));
  }
  return sum;
}

test('weights that do not sum to one draw and collide alike', async () => {
  const world = (await loadWeft()).createWorld();
  const it = character(randomNumbers(SEED));
  const { skinWeight } = it.mesh.geometry.attributes;
  skinWeight.array.set(skinWeight.array.map((weight) => weight * 0.99));
  const collider = BodyCollider.fromSkinnedMesh(world, it.mesh);
  expect(distance(collider, it)).toBeLessThan(1e-5);
  world.dispose();
});

test('lips that touch at rest stay two where their skin differs', async () => {
  const world = (await loadWeft()).createWorld();
  const it = character(randomNumbers(SEED));
  const { position, skinIndex } = it.mesh.geometry.attributes;
  const [upper, lower] = [0, 100];
  position.setXYZ(lower, position.getX(upper), position.getY(upper), position.getZ(upper));
  skinIndex.setX(lower, (skinIndex.getX(upper) + 1) % BONES);
  const collider = BodyCollider.fromSkinnedMesh(world, it.mesh);
  expect(collider.body.vertexCount).toBe(position.count);
  world.dispose();
});

test('what is pinned to a character before the first step stays where it was put', async () => {
  const world = (await loadWeft()).createWorld();
  const it = character(randomNumbers(SEED));
  it.root.position.set(1.5, 0.4, -1.2);
  const collider = BodyCollider.fromSkinnedMesh(world, it.mesh);
  const cloth = world.addCloth(pinnedSheet(collider.body.positions));
  const before = cloth.copyPositions(new Float32Array(3 * cloth.vertexCount));
  collider.update();
  const report = world.step();
  expect(report.strainMax).toBeLessThan(0.02);
  expect([...cloth.positions.slice(0, 3)]).toEqual([...before.slice(0, 3)]);
  world.dispose();
});

/** A sheet beside a body, pinned to its first vertex by a corner. */
function pinnedSheet(body: Float32Array) {
  const cloth = sheet(4, 0.1, 0);
  const corner = body.slice(0, 3);
  const offset = cloth.positions.slice(0, 3);
  const at = [0.05, 0.01, 0];
  cloth.positions = cloth.positions.map((x, i) => x - offset[i % 3] + corner[i % 3] + at[i % 3]);
  return { ...cloth, pins: [{ vertex: 0, kind: 'body' as const, body: 0, element: 0 }] };
}

test('a bad mesh is refused with the name of what is bad', async () => {
  const world = (await loadWeft()).createWorld();
  const make = BodyCollider.fromSkinnedMesh as (world: World, mesh: unknown, o?: object) => void;
  const random = randomNumbers(SEED);
  expect(() => make(world, new THREE.Mesh())).toThrow('needs a SkinnedMesh');
  expect(() => make(world, undefined)).toThrow('needs a SkinnedMesh');
  const bare = character(random).mesh;
  bare.geometry.deleteAttribute('skinWeight');
  expect(() => make(world, bare)).toThrow('skinWeight');
  const flat = character(random).mesh;
  flat.scale.setScalar(0);
  expect(() => make(world, flat)).toThrow('scaled to nothing');
  expect(() => make(world, character(random).mesh, { mergeTolerance: -1 })).toThrow(
    'mergeTolerance',
  );
  expect(world.bodies.length).toBe(0);
  world.dispose();
});
