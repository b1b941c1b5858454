// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How far a camera has to be so that a box fits a place on the screen, and what place a box takes.
import * as THREE from 'three';
import type { View } from './camera_view';
import type { Place } from './free_place';

/** Focal length and the place to fill, px. */
export interface Lens {
  focus: number;
  width: number;
  height: number;
}

/** From how far a box, whose middle is in the middle of the place, fits it. */
export function reachOf(box: THREE.Box3, view: View, { focus, width, height }: Lens): number {
  const { azimuth, elevation } = view;
  const towards = new THREE.Vector3().setFromSphericalCoords(1, Math.PI / 2 - elevation, azimuth);
  const right = new THREE.Vector3(Math.cos(azimuth), 0, -Math.sin(azimuth));
  const up = towards.clone().cross(right);
  const centre = box.getCenter(new THREE.Vector3());
  let reach = 0;
  for (const corner of cornersOf(box)) {
    corner.sub(centre);
    // A corner at depth z before the middle is seen at focus * x / (distance - z).
    const across = Math.abs(corner.dot(right)) * (2 / width);
    const along = Math.abs(corner.dot(up)) * (2 / height);
    reach = Math.max(reach, focus * Math.max(across, along) + corner.dot(towards));
  }
  return reach;
}

/** What a box takes of a canvas of this size, px. */
export function projectedPlace(
  box: THREE.Box3,
  camera: THREE.Camera,
  { width, height }: { width: number; height: number },
): Place {
  const place = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const corner of cornersOf(box)) {
    const { x, y } = corner.project(camera);
    const [px, py] = [((x + 1) / 2) * width, ((1 - y) / 2) * height];
    place.left = Math.min(place.left, px);
    place.right = Math.max(place.right, px);
    place.top = Math.min(place.top, py);
    place.bottom = Math.max(place.bottom, py);
  }
  return place;
}

function cornersOf({ min, max }: THREE.Box3): THREE.Vector3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => new THREE.Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z),
  );
}
