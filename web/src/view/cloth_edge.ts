// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The folded edge of a cloth: a rounded strip along every open edge, as thick as two layers, which runs out into the
// front and the back a few millimetres inside. The cloth itself is a surface and would end like paper.
import * as THREE from 'three';
import type { ClothShape } from '../workers/protocol';

/** The strip's cross section: how far out and how far to the front, in half thicknesses, and the same of its normal. */
const RINGS: [number, number, number, number][] = [
  [-3, 0, 0, 1],
  [0.1, 0.86, 0.3, 0.95],
  [0.8, 0.5, 0.85, 0.5],
  [0.8, -0.5, 0.85, -0.5],
  [0.1, -0.86, 0.3, -0.95],
  [-3, 0, 0, -1],
];

/** One end of a piece of edge: the vertex, and its neighbours along the edge, itself where the edge ends. */
interface Stop {
  vertex: number;
  before: number;
  after: number;
}

/** The strip along all open edges of a cloth. */
export class ClothEdge {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.Material>;
  private readonly stops: Stop[];

  constructor(shape: ClothShape, material: THREE.Material) {
    const { stops, pieces } = stopsOf(shape.edges.open, shape.edges.seams);
    this.stops = stops;
    const rings = RINGS.length;
    const geometry = new THREE.BufferGeometry();
    for (const name of ['position', 'normal']) {
      const attribute = new THREE.BufferAttribute(new Float32Array(3 * rings * stops.length), 3);
      geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
    }
    copyOf(geometry, 'uv', shape.material, 2, stops);
    copyOf(geometry, 'edgePlace', shape.edges.places, 4, stops);
    copyOf(geometry, 'edgeKind', shape.edges.kinds, 2, stops);
    const index = pieces.flatMap(([a, b]) =>
      RINGS.slice(1).flatMap((_, r) => {
        const [p, q] = [rings * a + r, rings * b + r];
        return [p, p + 1, q, q, p + 1, q + 1];
      }),
    );
    geometry.setIndex(new THREE.BufferAttribute(Uint32Array.from(index), 1));
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.receiveShadow = true;
  }

  /** Follows the cloth; `half` is half the thickness of the edge, m. */
  update(positions: Float32Array, normals: Float32Array, half: number): void {
    const { position, normal } = this.mesh.geometry.attributes as Record<
      string,
      THREE.BufferAttribute
    >;
    const places = position.array as Float32Array;
    const shading = normal.array as Float32Array;
    let k = 0;
    for (const stop of this.stops) {
      const v = 3 * stop.vertex;
      const [nx, ny, nz] = [normals[v], normals[v + 1], normals[v + 2]];
      const [a, b] = [3 * stop.before, 3 * stop.after];
      const [tx, ty, tz] = [
        positions[b] - positions[a],
        positions[b + 1] - positions[a + 1],
        positions[b + 2] - positions[a + 2],
      ];
      // The cloth is on the left of the edge: out is to the right.
      const [ox, oy, oz] = [ty * nz - tz * ny, tz * nx - tx * nz, tx * ny - ty * nx];
      const scale = 1 / (Math.sqrt(ox * ox + oy * oy + oz * oz) || 1);
      for (const [out, front, normalOut, normalFront] of RINGS) {
        const [o, f] = [out * half * scale, front * half];
        const [no, nf] = [normalOut * scale, normalFront];
        places[k] = positions[v] + o * ox + f * nx;
        shading[k++] = no * ox + nf * nx;
        places[k] = positions[v + 1] + o * oy + f * ny;
        shading[k++] = no * oy + nf * ny;
        places[k] = positions[v + 2] + o * oz + f * nz;
        shading[k++] = no * oz + nf * nz;
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
  }
}

/** A stop for every vertex of an open edge; edges of two panels that a seam joins go on into each other. */
function stopsOf(
  open: Uint32Array,
  seams: Uint32Array,
): { stops: Stop[]; pieces: [number, number][] } {
  const after = new Map<number, number>();
  const before = new Map<number, number>();
  for (let i = 0; i < open.length; i += 2) {
    after.set(open[i], open[i + 1]);
    before.set(open[i + 1], open[i]);
  }
  for (let i = 0; i < seams.length; i += 2) {
    const [a, b] = [seams[i], seams[i + 1]];
    for (const [p, q] of [
      [a, b],
      [b, a],
    ]) {
      if (!after.has(p) && before.has(p) && after.has(q)) after.set(p, after.get(q)!);
      if (!before.has(p) && after.has(p) && before.has(q)) before.set(p, before.get(q)!);
    }
  }
  const number = new Map<number, number>();
  const stops: Stop[] = [];
  const stopAt = (vertex: number) => {
    const known = number.get(vertex);
    if (known !== undefined) return known;
    number.set(vertex, stops.length);
    stops.push({
      vertex,
      before: before.get(vertex) ?? vertex,
      after: after.get(vertex) ?? vertex,
    });
    return stops.length - 1;
  };
  const pieces: [number, number][] = [];
  for (let i = 0; i < open.length; i += 2) pieces.push([stopAt(open[i]), stopAt(open[i + 1])]);
  return { stops, pieces };
}

function copyOf(
  geometry: THREE.BufferGeometry,
  name: string,
  from: Float32Array,
  size: number,
  stops: Stop[],
): void {
  const to = new Float32Array(size * RINGS.length * stops.length);
  stops.forEach(({ vertex }, i) => {
    const values = from.subarray(size * vertex, size * (vertex + 1));
    for (let r = 0; r < RINGS.length; r++) to.set(values, size * (RINGS.length * i + r));
  });
  geometry.setAttribute(name, new THREE.BufferAttribute(to, size));
}
