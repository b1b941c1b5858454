// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Eyes, brows and hair: meshes that no cloth touches, skinned on the GPU with the bones of the body.
import * as THREE from 'three';
import type { AvatarRender } from 'weft-scenes';
import { loadTexture } from './textures';

type Attachment = AvatarRender['attachments'][number];

/** All attachments of an avatar. */
export class AvatarAttachments {
  readonly object = new THREE.Group();
  private readonly bones: THREE.Bone[];
  private readonly skeleton: THREE.Skeleton;
  private readonly meshes: THREE.SkinnedMesh[];

  constructor(render: AvatarRender, boneCount: number, onTexture: () => void) {
    this.bones = Array.from({ length: boneCount }, () => new THREE.Bone());
    const rest = this.bones.map(() => new THREE.Matrix4());
    this.skeleton = new THREE.Skeleton(this.bones, rest);
    this.meshes = render.attachments.map((a) => this.makeMesh(a, onTexture));
    for (const mesh of this.meshes) this.object.add(mesh);
  }

  /** Poses everything: 12 numbers a bone, three rows of four from rest space to the world. */
  update(matrices: Float32Array): void {
    for (let i = 0; i < this.bones.length; i++) {
      const [a, b, c, d, e, f, g, h, k, l, m, n] = matrices.subarray(12 * i, 12 * i + 12);
      this.bones[i].matrixWorld.set(a, b, c, d, e, f, g, h, k, l, m, n, 0, 0, 0, 1);
    }
  }

  dispose(): void {
    for (const mesh of this.meshes) {
      mesh.geometry.dispose();
      (mesh.material as THREE.Material).dispose();
    }
    this.skeleton.dispose();
  }

  private makeMesh(a: Attachment, onTexture: () => void): THREE.SkinnedMesh {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(a.positions, 3));
    geometry.setAttribute('uv', new THREE.BufferAttribute(a.uvs, 2));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(a.boneIndices, 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(a.boneWeights, 4, true));
    geometry.setIndex(new THREE.BufferAttribute(a.triangles, 1));
    geometry.computeVertexNormals();
    const mesh = new THREE.SkinnedMesh(geometry, material(a, onTexture));
    mesh.bindMode = THREE.DetachedBindMode;
    mesh.bind(this.skeleton, new THREE.Matrix4());
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    return mesh;
  }
}

/** Eyes shine; brows, lashes and hair are cut out of their texture. */
function material(a: Attachment, onTexture: () => void): THREE.Material {
  const made = new THREE.MeshPhysicalMaterial({
    roughness: a.transparent ? 0.62 : 0.15,
    side: a.transparent ? THREE.DoubleSide : THREE.FrontSide,
    alphaTest: a.transparent ? 0.35 : 0,
    visible: false,
  });
  loadTexture(a.texture, (map) => {
    made.map = map;
    made.visible = true;
    made.needsUpdate = true;
    onTexture();
  });
  return made;
}
