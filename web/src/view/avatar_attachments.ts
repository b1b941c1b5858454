// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Eyes, brows, hair and shoes: meshes that no cloth touches, skinned on the GPU with the bones of the body.
import * as THREE from 'three';
import type { AvatarRender } from 'weft-scenes';
import { weldedNormals } from './normals';
import { paint } from './painted';
import { makeShoes } from './shoes';

type Attachment = AvatarRender['attachments'][number];

/** All attachments of an avatar. */
export class AvatarAttachments {
  readonly object = new THREE.Group();
  readonly shoes: ReturnType<typeof makeShoes>;
  private readonly bones: THREE.Bone[];
  private readonly skeleton: THREE.Skeleton;
  private readonly meshes: THREE.SkinnedMesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial>[];
  private readonly unpaint: (() => void)[];

  constructor(render: AvatarRender, boneCount: number, onTexture: () => void) {
    this.bones = Array.from({ length: boneCount }, () => new THREE.Bone());
    const rest = this.bones.map(() => new THREE.Matrix4());
    this.skeleton = new THREE.Skeleton(this.bones, rest);
    this.meshes = render.attachments.map((a) => this.makeMesh(a));
    this.unpaint = render.attachments.map((a, i) => paint(this.meshes[i], a, onTexture));
    for (const mesh of this.meshes) this.object.add(mesh);
    this.shoes = makeShoes(render.shoes, this.skeleton);
    this.object.add(this.shoes);
  }

  /** Poses everything: 12 numbers a bone, three rows of four from rest space to the world. */
  update(matrices: Float32Array): void {
    for (let i = 0; i < this.bones.length; i++) {
      const [a, b, c, d, e, f, g, h, k, l, m, n] = matrices.subarray(12 * i, 12 * i + 12);
      this.bones[i].matrixWorld.set(a, b, c, d, e, f, g, h, k, l, m, n, 0, 0, 0, 1);
    }
  }

  dispose(): void {
    for (const unpaint of this.unpaint) unpaint();
    for (const mesh of [...this.meshes, this.shoes]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.skeleton.dispose();
  }

  private makeMesh(a: Attachment): (typeof this.meshes)[number] {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(a.positions, 3));
    geometry.setAttribute('uv', new THREE.BufferAttribute(a.uvs, 2));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(a.boneIndices, 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(a.boneWeights, 4, true));
    geometry.setIndex(new THREE.BufferAttribute(a.triangles, 1));
    geometry.setAttribute(
      'normal',
      new THREE.BufferAttribute(weldedNormals(a.positions, a.triangles), 3),
    );
    const mesh = new THREE.SkinnedMesh(geometry, attachmentMaterial(a));
    mesh.bindMode = THREE.DetachedBindMode;
    mesh.bind(this.skeleton, new THREE.Matrix4());
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    return mesh;
  }
}

/** Single layers right on the skin, which they are mixed with; hair is many layers and cut out. */
const FINE_HAIR = ['brows', 'lashes'];

/** Eyes shine; hair is cut out where it covers too little. */
export function attachmentMaterial({
  name,
  transparent,
}: Pick<Attachment, 'name' | 'transparent'>): THREE.MeshPhysicalMaterial {
  if (!transparent) return new THREE.MeshPhysicalMaterial({ roughness: 0.15 });
  const matt = { roughness: 0.72, specularIntensity: 0.5, side: THREE.DoubleSide };
  return new THREE.MeshPhysicalMaterial(
    FINE_HAIR.includes(name)
      ? { ...matt, specularIntensity: 0.1, transparent: true, depthWrite: false, alphaTest: 0.02 }
      : { ...matt, alphaTest: 0.35 },
  );
}
