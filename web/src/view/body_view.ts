// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Draws one body. The surface is where the simulator has it, vertex for vertex, so that what touches the cloth is
// what is seen; an avatar splits its vertices at texture seams, wears underwear, and eyes, brows, hair and shoes ride on its
// bones. While trousers are sewn its feet are tubes; what is drawn ends in shoes all the same.
import * as THREE from 'three';
import type { AvatarRender } from 'weft-scenes';
import type { BodyShape } from '../workers/protocol';
import { AvatarAttachments } from './avatar_attachments';
import { vertexNormals } from './normals';
import { paint } from './painted';
import { UnderwearView } from './underwear_view';

/** Feet that reach so far below the floor are tubes, m. */
const TUBES_BELOW = -0.03;
/** Tubes are cut off here, inside the collar of the shoes, m. */
const COLLAR = 0.05;

/** A body on the stage. */
export class BodyView {
  readonly object = new THREE.Group();
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial>;
  private readonly normals: Float32Array;
  private readonly source: Uint32Array | null;
  private readonly unpaint: () => void = () => {};
  private readonly underwear: UnderwearView | null;
  private readonly attachments: AvatarAttachments | null;
  /** Vertices of the body whose skin shoes hide. */
  private readonly inShoes: Uint32Array;

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
    const drawn = render ? render.bare.subarray(0, render.outsideShoes) : triangles;
    geometry.setIndex(new THREE.BufferAttribute(drawn, 1));
    if (render) geometry.setAttribute('uv', new THREE.BufferAttribute(render.uvs, 2));
    this.mesh = new THREE.Mesh(geometry, render ? skin() : plaster());
    if (render) this.unpaint = paint(this.mesh, render, onTexture);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.normals = new Float32Array(3 * vertexCount);
    this.source = render?.source ?? null;
    this.underwear = render ? new UnderwearView(render.underwear) : null;
    this.attachments = render ? new AvatarAttachments(render, shape.boneCount, onTexture) : null;
    this.inShoes = new Uint32Array(render ? hiddenVertices(render) : []);
    this.object.add(this.mesh);
    if (this.underwear) this.object.add(this.underwear.mesh);
    if (this.attachments) this.object.add(this.attachments.object);
  }

  /** What hides things behind it from a pointer. */
  get solids(): THREE.Object3D[] {
    return this.underwear ? [this.mesh, this.underwear.mesh] : [this.mesh];
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
    this.underwear?.update(positions, this.normals);
    this.attachments?.update(bones);
    if (this.inShoes.some((v) => positions[3 * v + 1] < TUBES_BELOW)) cutTubes(position);
  }

  dispose(): void {
    this.underwear?.dispose();
    this.attachments?.dispose();
    this.unpaint();
    this.mesh.material.dispose();
    this.mesh.geometry.dispose();
  }
}

function hiddenVertices({ bare, outsideShoes, source }: AvatarRender): Set<number> {
  return new Set(Array.from(bare.subarray(outsideShoes), (v) => source[v]));
}

function cutTubes(position: THREE.BufferAttribute): void {
  for (let i = 0; i < position.count; i++) {
    if (position.getY(i) < COLLAR) position.setY(i, COLLAR);
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

/** Skin, as light sees it; its picture or its colours come with the mesh. */
export function skin(): THREE.MeshPhysicalMaterial {
  return new THREE.MeshPhysicalMaterial({
    roughness: 0.58,
    specularIntensity: 0.45,
    sheen: 0.25,
    sheenRoughness: 0.5,
    sheenColor: new THREE.Color(0xffc9b0),
  });
}

function plaster(): THREE.MeshPhysicalMaterial {
  return new THREE.MeshPhysicalMaterial({
    color: 0xd8d4cc,
    roughness: 0.75,
    side: THREE.DoubleSide,
  });
}
