// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Draws one body. The surface is where the simulator has it, vertex for vertex, so that what touches the cloth is
// what is seen; an avatar splits its vertices at texture seams, and eyes, brows and hair ride on its bones.
import * as THREE from 'three';
import type { BodyShape } from '../workers/protocol';
import { AvatarAttachments } from './avatar_attachments';
import { vertexNormals } from './normals';
import { loadTexture } from './textures';

/** A body on the stage. */
export class BodyView {
  readonly object = new THREE.Group();
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial>;
  private readonly normals: Float32Array;
  private readonly source: Uint32Array | null;
  private readonly attachments: AvatarAttachments | null;

  constructor(
    private readonly shape: BodyShape,
    onTexture: () => void,
  ) {
    const { render, triangles, vertexCount } = shape;
    const count = render ? render.source.length : vertexCount;
    const geometry = new THREE.BufferGeometry();
    for (const name of ['position', 'normal']) {
      const attribute = new THREE.BufferAttribute(new Float32Array(3 * count), 3);
      geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
    }
    geometry.setIndex(new THREE.BufferAttribute(render?.triangles ?? triangles, 1));
    if (render) geometry.setAttribute('uv', new THREE.BufferAttribute(render.uvs, 2));
    this.mesh = new THREE.Mesh(geometry, render ? skin(render.texture, onTexture) : plaster());
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.normals = new Float32Array(3 * vertexCount);
    this.source = render?.source ?? null;
    this.attachments = render ? new AvatarAttachments(render, shape.boneCount, onTexture) : null;
    this.object.add(this.mesh);
    if (this.attachments) this.object.add(this.attachments.object);
  }

  /** Takes over a frame; the arrays are copied. */
  update(positions: Float32Array, bones: Float32Array): void {
    const { position, normal } = this.mesh.geometry.attributes as Record<
      string,
      THREE.BufferAttribute
    >;
    vertexNormals(positions, this.shape.triangles, this.normals);
    spread(positions, this.source, position.array as Float32Array);
    spread(this.normals, this.source, normal.array as Float32Array);
    position.needsUpdate = normal.needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
    this.attachments?.update(bones);
  }

  dispose(): void {
    this.attachments?.dispose();
    this.mesh.material.dispose();
    this.mesh.geometry.dispose();
  }
}

/** Copies vectors to the render vertices that share them. */
function spread(from: Float32Array, source: Uint32Array | null, to: Float32Array): void {
  if (!source) {
    to.set(from);
    return;
  }
  for (let i = 0, k = 0; i < source.length; i++, k += 3) {
    const s = 3 * source[i];
    to[k] = from[s];
    to[k + 1] = from[s + 1];
    to[k + 2] = from[s + 2];
  }
}

function skin(texture: string, onTexture: () => void): THREE.MeshPhysicalMaterial {
  const material = new THREE.MeshPhysicalMaterial({
    color: 0xd9a98c,
    roughness: 0.58,
    specularIntensity: 0.45,
    sheen: 0.25,
    sheenRoughness: 0.5,
    sheenColor: new THREE.Color(0xffc9b0),
  });
  loadTexture(texture, (map) => {
    material.map = map;
    material.color.set(0xffffff);
    material.needsUpdate = true;
    onTexture();
  });
  return material;
}

function plaster(): THREE.MeshPhysicalMaterial {
  return new THREE.MeshPhysicalMaterial({
    color: 0xd8d4cc,
    roughness: 0.75,
    side: THREE.DoubleSide,
  });
}
