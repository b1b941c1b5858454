// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Draws a cloth: positions and normals come from the simulator, nothing is computed here.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh } from 'three';
import type { Material } from 'three';
import type { Cloth } from '../cloth.js';

/** A mesh that shows a cloth. Call `update` after each step. */
export class ClothMesh extends Mesh<BufferGeometry, Material | Material[]> {
  readonly cloth: Cloth;

  /** `uvs` are 2 per vertex; the material is usually double-sided. */
  constructor(cloth: Cloth, material: Material | Material[], uvs?: Float32Array) {
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(cloth.indices.slice(), 1));
    geometry.setAttribute('position', dynamicAttribute(cloth.vertexCount));
    geometry.setAttribute('normal', dynamicAttribute(cloth.vertexCount));
    if (uvs) {
      geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
    }
    super(geometry, material);
    this.cloth = cloth;
    this.name = cloth.name;
    this.frustumCulled = false; // its bounds change with every step
    this.update();
  }

  /** Copies the positions and normals to show: those of now, or between two steps after `world.advance`. */
  update(): void {
    const { position, normal } = this.geometry.attributes;
    position.array.set(this.cloth.shownPositions);
    normal.array.set(this.cloth.shownNormals);
    position.needsUpdate = true;
    normal.needsUpdate = true;
  }

  /** Frees the geometry; the cloth and the material belong to others. */
  dispose(): void {
    this.geometry.dispose();
  }
}

function dynamicAttribute(count: number): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(3 * count), 3);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}
