// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What stands in for a dressed figure before there is one: a triangle of everything that is drawn of it. Its shaders are
// compiled, beside this thread, while the page waits for the scene; what comes then finds them ready.
import * as THREE from 'three';
import { DEFAULT_CHOICES, hexOf } from '../choices';
import { attachmentMaterial } from './avatar_attachments';
import { skin } from './body_view';
import { FabricMaterial } from './fabric_material';
import { canvas } from './shoes';
import { knit } from './underwear_view';

/** Whether the pictures of a figure are there, which then has a map instead of colours at its corners. */
export function arePicturesThere(): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.webp'));
}

/** What they are compiled for. */
interface Lit {
  scene: THREE.Scene;
  floor: { object: THREE.Object3D };
  rig: { camera: THREE.Camera };
}

/** Triangles that are never drawn. */
export class StandIns {
  private readonly group = new THREE.Group();
  private readonly shadows = new THREE.Group();
  private readonly map = new THREE.WebGLRenderTarget(1, 1);
  private readonly materials: THREE.Material[] = [];
  private readonly picture = new THREE.DataTexture(new Uint8Array(4), 1, 1);

  /** `painted`: with the pictures of the figure. */
  constructor(private readonly painted: boolean) {
    const { fabric, colour, print } = DEFAULT_CHOICES;
    this.add(new FabricMaterial({ fabric, hex: hexOf(colour), print }));
    this.addPainted(skin());
    this.add(knit(), 3);
    this.add(canvas(), 3, true);
    this.addPainted(attachmentMaterial({ name: 'eyes', transparent: false }), true);
    this.addPainted(attachmentMaterial({ name: 'brows', transparent: true }), true);
    this.addPainted(attachmentMaterial({ name: 'hair', transparent: true }), true);
    this.addShadow({ side: THREE.DoubleSide, map: this.picture }); // cloth
    const map = painted ? this.picture : null;
    this.addShadow({ side: THREE.BackSide, map }, true); // eyes
    this.addShadow({ side: THREE.DoubleSide, map, alphaTest: 0.35 }, true); // hair
    if (!painted) this.addShadow({ side: THREE.DoubleSide }, true); // shoes; else they take that of the eyes
  }

  /** Has the shaders compiled that a scene needs with its lights; they stay until `dispose`. */
  compile(renderer: THREE.WebGLRenderer, stage: Lit): void {
    const { camera } = stage.rig;
    // First: to make the target waits for what the card was asked before.
    renderer.setRenderTarget(this.map); // shaders that draw into one are others
    renderer.compile(this.shadows, camera, stage.scene);
    renderer.setRenderTarget(null);
    for (const thing of [this.group, stage.floor.object]) {
      renderer.compile(thing, camera, stage.scene);
    }
  }

  dispose(): void {
    for (const material of this.materials) material.dispose();
    this.picture.dispose();
    this.map.dispose();
  }

  private addPainted(material: THREE.MeshPhysicalMaterial, bones = false): void {
    material.vertexColors = !this.painted;
    if (this.painted) material.map = this.picture;
    this.add(material, 4, bones);
  }

  private addShadow(of: THREE.MeshDepthMaterialParameters, bones = false): void {
    this.shadows.add(this.add(new THREE.MeshDepthMaterial(of), 0, bones));
  }

  private add(material: THREE.Material, colours = 0, bones = false): THREE.Mesh {
    const geometry = new THREE.BufferGeometry();
    const set = (name: string, size: number) =>
      geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * size), size));
    set('position', 3);
    set('normal', 3);
    set('uv', 2);
    if (colours > 0) set('color', colours);
    const mesh = bones
      ? new THREE.SkinnedMesh(geometry, material)
      : new THREE.Mesh(geometry, material);
    mesh.receiveShadow = true;
    this.materials.push(material);
    this.group.add(mesh);
    return mesh;
  }
}
