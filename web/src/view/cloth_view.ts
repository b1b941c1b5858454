// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Draws one cloth from the positions and normals of a frame; coarse cloth as the smooth surface of its mesh.
import * as THREE from 'three';
import type { BodyPlaces, SmoothSurface } from 'weft-cloth/surface';
import type { ClothShape } from '../workers/protocol';
import { ClothEdge } from './cloth_edge';
import { FabricMaterial, type Look } from './fabric_material';
import { fineShape } from './fine_shape';
import { NormalFilter } from './normal_filter';

/** A cloth on the stage. */
export class ClothView {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, FabricMaterial>;

  readonly name: string;
  private look: string;
  private readonly edge: ClothEdge;
  private readonly filter: NormalFilter;
  /** Normals of the newest frame as they came, for another fabric's smoothing. */
  private readonly sharp: Float32Array;
  private readonly surface: SmoothSurface | null;
  private readonly nearest: Uint32Array | null;

  /** `fine`: what is coarse is drawn smooth. */
  constructor(simulated: ClothShape, look: Look, fine: boolean) {
    const { shape, surface } = fineShape(simulated, fine);
    this.surface = surface;
    this.nearest = surface?.nearest() ?? null;
    this.name = shape.name;
    this.look = JSON.stringify(look);
    this.sharp = new Float32Array(3 * shape.vertexCount);
    const geometry = new THREE.BufferGeometry();
    for (const name of ['position', 'normal']) {
      const attribute = new THREE.BufferAttribute(new Float32Array(3 * shape.vertexCount), 3);
      geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
    }
    geometry.setAttribute('uv', new THREE.BufferAttribute(shape.material, 2));
    geometry.setAttribute('edgePlace', new THREE.BufferAttribute(shape.edges.places, 4));
    geometry.setAttribute('edgeKind', new THREE.BufferAttribute(shape.edges.kinds, 2));
    geometry.setIndex(new THREE.BufferAttribute(shape.triangles, 1));
    this.mesh = new THREE.Mesh(geometry, new FabricMaterial(look));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.edge = new ClothEdge(shape, this.mesh.material);
    this.filter = new NormalFilter(shape.vertexCount, shape.triangles, shape.edges.seams);
    this.mesh.add(this.edge.mesh);
  }

  /** Shows another fabric, dye or print. */
  setLook(look: Look): void {
    const key = JSON.stringify(look);
    if (key === this.look) return;
    this.look = key;
    this.mesh.material.show(look);
    this.shade();
  }

  /** The simulated vertex that is nearest to a drawn one. */
  vertexOf(drawn: number): number {
    return this.nearest?.[drawn] ?? drawn;
  }

  /**
   * Takes over a frame; the arrays are copied. What is drawn smooth keeps out of `bodies`, and where they leave it no
   * room, as `captured` tells, it stays where it is simulated.
   */
  update(
    positions: Float32Array,
    normals: Float32Array,
    bodies: BodyPlaces[] = [],
    captured?: Uint8Array,
  ): void {
    const { position } = this.mesh.geometry.attributes as Record<string, THREE.BufferAttribute>;
    const places = position.array as Float32Array;
    if (this.surface) {
      const out = { positions: places, normals: this.sharp };
      this.surface.update(positions, out, bodies, captured);
    } else {
      places.set(positions);
      this.sharp.set(normals);
    }
    position.needsUpdate = true;
    this.mesh.geometry.boundingSphere = null;
    this.shade();
  }

  /** Smooths the normals as the fabric wants it, and lets the edge follow. */
  private shade(): void {
    const { material, geometry } = this.mesh;
    const { position, normal } = geometry.attributes as Record<string, THREE.BufferAttribute>;
    const positions = position.array as Float32Array;
    const normals = normal.array as Float32Array;
    normals.set(this.sharp);
    this.filter.apply(normals, positions, material.smoothing);
    this.edge.update(positions, normals, material.edge);
    normal.needsUpdate = true;
  }

  dispose(): void {
    this.edge.dispose();
    this.mesh.material.dispose();
    this.mesh.geometry.dispose();
  }
}
