// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The three.js adapter: cloth that is drawn, characters that collide.
import { Bone, BoxGeometry, Float32BufferAttribute, MeshBasicMaterial, Skeleton } from 'three';
import { SkinnedMesh, Uint16BufferAttribute, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { BodyCollider, ClothMesh } from '../src/three/index.js';
import { loadWeft, sheet } from './support.js';

/** A post of two bones; its upper half follows the second. */
function post(): SkinnedMesh {
  const geometry = new BoxGeometry(0.2, 1, 0.2, 1, 4, 1);
  const { position } = geometry.attributes;
  const indices: number[] = [];
  const weights: number[] = [];
  for (let v = 0; v < position.count; ++v) {
    const upper = Math.min(1, Math.max(0, position.getY(v) + 0.5));
    indices.push(0, 1, 0, 0);
    weights.push(1 - upper, upper, 0, 0);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const bones = [new Bone(), new Bone()];
  bones[0].position.y = -0.5;
  bones[0].add(bones[1]);
  bones[1].position.y = 0.5;
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  mesh.name = 'post';
  mesh.add(bones[0]);
  mesh.scale.setScalar(0.5);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return mesh;
}

test('a skinned character is skinned in the core as three.js draws it', async () => {
  const world = (await loadWeft()).createWorld();
  const mesh = post();
  const collider = BodyCollider.fromSkinnedMesh(world, mesh);
  world.addCloth(sheet(4, 0.1, 1.5));
  mesh.skeleton.bones[1].rotation.z = 0.01;
  mesh.position.x = 0.002;
  collider.update();
  world.step();
  mesh.updateMatrixWorld(true);
  expect(collider.body.vertexCount).toBe(20);
  const drawn = new Vector3();
  for (let v = 0; v < mesh.geometry.attributes.position.count; ++v) {
    mesh.getVertexPosition(v, drawn).applyMatrix4(mesh.matrixWorld);
    expect(nearest(collider.body.positions, drawn)).toBeLessThan(1e-5);
  }
  world.dispose();
});

test('a character with a hole is refused in one sentence', async () => {
  const world = (await loadWeft()).createWorld();
  const mesh = post();
  mesh.geometry.setIndex([...mesh.geometry.index!.array].slice(3));
  expect(() => BodyCollider.fromSkinnedMesh(world, mesh)).toThrow(
    '"post" is not closed: 3 of its edges do not have exactly two triangles.',
  );
  world.dispose();
});

test('a cloth mesh shows where the cloth is', async () => {
  const world = (await loadWeft()).createWorld();
  const cloth = world.addCloth(sheet(4, 0.1, 1));
  const mesh = new ClothMesh(cloth, new MeshBasicMaterial());
  world.step();
  mesh.update();
  const { position, normal } = mesh.geometry.attributes;
  expect([...position.array]).toEqual([...cloth.positions]);
  expect([...normal.array]).toEqual([...cloth.normals]);
  expect(mesh.geometry.index!.count).toBe(3 * cloth.triangleCount);
  world.dispose();
});

function nearest(positions: Float32Array, place: Vector3): number {
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    least = Math.min(least, place.distanceTo(new Vector3().fromArray(positions, i)));
  }
  return least;
}

test('a cloth mesh draws a smooth surface, with the attributes and groups of what the cloth was made from', async () => {
  const world = (await loadWeft()).createWorld();
  const geometry = new BoxGeometry(0.4, 0.4, 0.4, 2, 2, 2); // its texture has seams, and each side is a group
  const cloth = world.addCloth(geometry);
  world.addBody(new BoxGeometry(0.1, 0.1, 0.1, 2, 2, 2).translate(0, -1, 0));
  const plain = new ClothMesh(cloth, new MeshBasicMaterial());
  for (const smooth of [1, 2] as const) {
    const mesh = new ClothMesh(cloth, new MeshBasicMaterial(), undefined, { smooth });
    const times = 4 ** smooth;
    expect(mesh.geometry.index!.count).toBe(times * plain.geometry.index!.count);
    expect(mesh.geometry.groups.map(({ count }) => count)).toEqual(
      plain.geometry.groups.map(({ count }) => times * count),
    );
    const { position, normal, uv } = mesh.geometry.attributes;
    expect(uv.count).toBe(position.count);
    for (let v = 0; v < position.count; ++v) {
      const [place, out] = [position, normal].map((a) => new Vector3().fromBufferAttribute(a, v));
      expect(place.length()).toBeLessThan(0.2 * Math.sqrt(3)); // inside its corners
      expect(place.normalize().dot(out)).toBeGreaterThan(0.7);
      expect(Math.abs(out.length() - 1)).toBeLessThan(1e-5);
      expect(mesh.clothVertex({ face: { a: v, b: v, c: v } as never, point: place })).toBeLessThan(
        cloth.vertexCount,
      );
    }
    // The surface is one across the seams of its texture.
    const places = new Set<string>();
    for (let v = 0; v < position.count; ++v) {
      places.add([position.getX(v), position.getY(v), position.getZ(v)].join());
    }
    expect(places.size).toBe((48 * times) / 2 + 2);
  }
  for (const smooth of [3, 0.5, -1, 'much'] as never[]) {
    expect(() => new ClothMesh(cloth, new MeshBasicMaterial(), undefined, { smooth })).toThrow(
      /smooth.*is not a whole number from 0 to 2/,
    );
  }
  world.dispose();
});
