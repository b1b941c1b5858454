// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The shoes of an avatar: canvas with a rubber sole, skinned on the GPU with the bones of the body. They need no texture.
import * as THREE from 'three';
import type { AvatarRender } from 'weft-scenes';

/** By kind of point: upper, sole, lining. Grey canvas goes beside every dye. */
const COLOURS = [0x8f8a83, 0xd8d5cf, 0x5f5b56].map((hex) => new THREE.Color(hex));

/** A mesh that stands on the floor with the feet at rest. */
export function makeShoes(
  shoes: AvatarRender['shoes'],
  skeleton: THREE.Skeleton,
): THREE.SkinnedMesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial> {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(shoes.positions, 3));
  geometry.setAttribute('skinIndex', new THREE.BufferAttribute(shoes.boneIndices, 4));
  geometry.setAttribute('skinWeight', new THREE.BufferAttribute(shoes.boneWeights, 4, true));
  geometry.setAttribute('color', new THREE.BufferAttribute(coloursOf(shoes.kinds), 3));
  geometry.setIndex(new THREE.BufferAttribute(shoes.triangles, 1));
  geometry.computeVertexNormals();
  const mesh = new THREE.SkinnedMesh(geometry, canvas());
  mesh.name = 'shoes';
  mesh.bindMode = THREE.DetachedBindMode;
  mesh.bind(skeleton, new THREE.Matrix4());
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  return mesh;
}

/** What shoes are of. */
export function canvas(): THREE.MeshPhysicalMaterial {
  return new THREE.MeshPhysicalMaterial({
    vertexColors: true,
    roughness: 0.82,
    specularIntensity: 0.3,
    side: THREE.DoubleSide,
  });
}

function coloursOf(kinds: Uint8Array): Float32Array {
  const out = new Float32Array(3 * kinds.length);
  kinds.forEach((kind, i) => COLOURS[kind].toArray(out, 3 * i));
  return out;
}
