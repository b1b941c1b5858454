// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which vertex of which cloth is seen at a point of the page, and the events that take hold of it.
import * as THREE from 'three';
import type { LiveEvent } from '../workers/live_events';
import type { ClothView } from './cloth_view';

/** Stiffness of the spring between hand and cloth, N/m. */
const GRAB_STIFFNESS = 40;
/** Places are rounded to this, m, which keeps shared links short. */
const GRID = 1 / 1024;

/** A vertex of a cloth that is seen, as it is drawn. */
export interface Spot {
  /** Number of the cloth. */
  cloth: number;
  vertex: number;
  /** Where the ray meets the cloth. */
  point: THREE.Vector3;
}

/** The first cloth that a ray meets, unless a body is before it. */
export function pickCloth(
  ray: THREE.Raycaster,
  cloths: ClothView[],
  solids: THREE.Object3D[],
): Spot | null {
  const meshes = cloths.map((c) => c.mesh);
  const hit = ray.intersectObjects<THREE.Object3D>([...meshes, ...solids], false)[0];
  const cloth = meshes.findIndex((mesh) => mesh === hit?.object);
  if (!hit?.face || cloth < 0) return null;
  return { cloth, vertex: nearestCorner(hit, meshes[cloth]), point: hit.point };
}

/** Takes hold of a spot. */
export function grabEvent(cloth: ClothView, { vertex, point }: Spot): LiveEvent {
  const value = rounded(point);
  const held = cloth.vertexOf(vertex);
  return { do: 'grab', cloth: cloth.name, vertex: held, value, stiffness: GRAB_STIFFNESS };
}

/** Pulls what is held to a place. */
export function dragEvent(place: THREE.Vector3): LiveEvent {
  return { do: 'drag', value: rounded(place) };
}

function nearestCorner(hit: THREE.Intersection, mesh: THREE.Mesh): number {
  const position = mesh.geometry.attributes.position;
  const corners = [hit.face!.a, hit.face!.b, hit.face!.c];
  const corner = new THREE.Vector3();
  const distance = (i: number) => corner.fromBufferAttribute(position, i).distanceTo(hit.point);
  return corners.reduce((best, i) => (distance(i) < distance(best) ? i : best));
}

function rounded(point: THREE.Vector3): [number, number, number] {
  const round = (x: number) => Math.round(x / GRID) * GRID;
  return [round(point.x), round(point.y), round(point.z)];
}
