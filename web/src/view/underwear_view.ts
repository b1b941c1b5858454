// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Underwear, drawn on every body from the first frame on. Its points ride on the vertices of the skin, a little above
// them along their normals, so it goes where the simulator has the body. Light falls on a cloth that is smoother than the
// skin under it, and on the thin bands of hems as on the skin beside them.
import * as THREE from 'three';
import type { AvatarRender } from 'weft-scenes';
import { vertexNormals } from './normals';

/** The grey of sports underwear: clothed at a glance on every skin, and beside every dye. */
const COLOUR = 0x6a707a;

/** How often the normals of the cloth are averaged with those around them. */
const SMOOTHING = 2;

/** The underwear of one body. */
export class UnderwearView {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshPhysicalMaterial>;

  private readonly skinNormals: Float32Array;
  private readonly scratch: Float32Array;

  constructor(private readonly layer: AvatarRender['underwear']) {
    const count = layer.heights.length;
    this.skinNormals = new Float32Array(3 * count);
    this.scratch = new Float32Array(3 * count);
    const geometry = new THREE.BufferGeometry();
    for (const name of ['position', 'normal']) {
      const attribute = new THREE.BufferAttribute(new Float32Array(3 * count), 3);
      geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
    }
    geometry.setAttribute('color', new THREE.BufferAttribute(greys(layer.tones), 3, true));
    geometry.setIndex(new THREE.BufferAttribute(layer.triangles, 1));
    this.mesh = new THREE.Mesh(geometry, knit());
    this.mesh.name = 'underwear';
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  /** Follows the body: places and normals of its vertices. */
  update(positions: Float32Array, normals: Float32Array): void {
    const { geometry } = this.mesh;
    const { position, normal } = geometry.attributes as Record<string, THREE.BufferAttribute>;
    const [placed, turned] = [position.array as Float32Array, normal.array as Float32Array];
    placePoints(this.layer, positions, normals, placed, this.skinNormals);
    raise(this.layer, placed, this.skinNormals, this.scratch);
    vertexNormals(this.scratch, this.layer.triangles, turned);
    for (let k = 0; k < SMOOTHING; k++) blurNormals(this.layer.triangles, turned, this.scratch);
    keepOnHems(this.layer.tones, this.skinNormals, turned);
    position.needsUpdate = normal.needsUpdate = true;
    geometry.boundingSphere = null;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Writes where the points of a layer are over a body that is posed, and the skin's unit normals there. */
export function placePoints(
  { corners, shares, heights }: AvatarRender['underwear'],
  positions: Float32Array,
  normals: Float32Array,
  places: Float32Array,
  ups: Float32Array,
): void {
  for (let i = 0, k = 0; i < heights.length; i++, k += 3) {
    let x = 0;
    let y = 0;
    let z = 0;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    for (let c = k; c < k + 3; c++) {
      const share = shares[c];
      if (share === 0) continue;
      const v = 3 * corners[c];
      x += share * positions[v];
      y += share * positions[v + 1];
      z += share * positions[v + 2];
      nx += share * normals[v];
      ny += share * normals[v + 1];
      nz += share * normals[v + 2];
    }
    const scale = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    ups[k] = scale * nx;
    ups[k + 1] = scale * ny;
    ups[k + 2] = scale * nz;
    places[k] = x + heights[i] * ups[k];
    places[k + 1] = y + heights[i] * ups[k + 1];
    places[k + 2] = z + heights[i] * ups[k + 2];
  }
}

/** Writes the places that the light sees. */
function raise(
  { heights, relief }: AvatarRender['underwear'],
  places: Float32Array,
  ups: Float32Array,
  out: Float32Array,
): void {
  for (let i = 0, k = 0; i < heights.length; i++) {
    const more = relief[i] - heights[i];
    for (const end = k + 3; k < end; k++) out[k] = places[k] + more * ups[k];
  }
}

function blurNormals(triangles: Uint32Array, normals: Float32Array, sums: Float32Array): void {
  sums.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    for (let k = 0; k < 3; k++) {
      const sum = normals[a + k] + normals[b + k] + normals[c + k];
      sums[a + k] += sum;
      sums[b + k] += sum;
      sums[c + k] += sum;
    }
  }
  for (let k = 0; k < sums.length; k += 3) {
    const [x, y, z] = [sums[k], sums[k + 1], sums[k + 2]];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    for (let i = k; i < k + 3; i++) normals[i] = sums[i] / length;
  }
}

function keepOnHems(tones: Uint8Array, ups: Float32Array, normals: Float32Array): void {
  for (let i = 0; i < tones.length; i++) {
    if (tones[i] === 255) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) normals[k] = ups[k];
  }
}

function greys(tones: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: 3 * tones.length }, (_, k) => tones[Math.floor(k / 3)]);
}

/** What underwear is of. */
export function knit(): THREE.MeshPhysicalMaterial {
  return new THREE.MeshPhysicalMaterial({
    color: COLOUR,
    vertexColors: true,
    roughness: 0.9,
    specularIntensity: 0.2,
    sheen: 0.35,
    sheenRoughness: 0.6,
    sheenColor: new THREE.Color(COLOUR),
  });
}
