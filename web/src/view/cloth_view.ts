// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Draws one cloth from the positions and normals of a frame.
import * as THREE from 'three';
import type { ClothShape } from '../workers/protocol';
import { applyLook, makeFabricMaterial, type Look } from './fabric_material';

/** A cloth on the stage. */
export class ClothView {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial>;

  readonly name: string;
  private look: string;

  constructor(shape: ClothShape, look: Look) {
    this.name = shape.name;
    this.look = JSON.stringify(look);
    const geometry = new THREE.BufferGeometry();
    for (const name of ['position', 'normal']) {
      const attribute = new THREE.BufferAttribute(new Float32Array(3 * shape.vertexCount), 3);
      geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
    }
    geometry.setAttribute('uv', new THREE.BufferAttribute(shape.material, 2));
    geometry.setIndex(new THREE.BufferAttribute(shape.triangles, 1));
    this.mesh = new THREE.Mesh(geometry, makeFabricMaterial(look));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  /** Shows another fabric, dye or print. */
  setLook(look: Look): void {
    const key = JSON.stringify(look);
    if (key === this.look) return;
    this.look = key;
    applyLook(this.mesh.material, look);
  }

  /** Takes over a frame; the arrays are copied. */
  update(positions: Float32Array, normals: Float32Array): void {
    const { position, normal } = this.mesh.geometry.attributes as Record<
      string,
      THREE.BufferAttribute
    >;
    (position.array as Float32Array).set(positions);
    (normal.array as Float32Array).set(normals);
    position.needsUpdate = normal.needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
  }

  dispose(): void {
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
    this.mesh.geometry.dispose();
  }
}
