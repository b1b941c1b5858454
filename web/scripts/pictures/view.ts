// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From where a picture is taken.
import * as THREE from 'three';
import type { CameraRig } from '../../src/view/camera_rig';

/** Where the rig starts from, radians. */
const START = { azimuth: 0.5, elevation: 0.06 };
/** Nearer than any of the page: layers are 3 mm thick. */
const NEAREST = 0.05;

/** A side, and what is to fill the picture. */
export interface View {
  /** Radians from the front to the left of the figure, and up. */
  azimuth: number;
  elevation?: number;
  /** Low and high corner, m; the whole row where there is none. */
  box?: [number, number, number, number, number, number];
  /** Leaves out what is before the middle of the box. */
  cut?: boolean;
}

/** Takes the camera there. */
export function takeView(rig: CameraRig, view: View, row: THREE.Box3): void {
  const { azimuth, elevation = START.elevation, box, cut = false } = view;
  rig.controls.minDistance = NEAREST;
  const low = new THREE.Vector3().fromArray(box ?? row.min.toArray());
  const high = new THREE.Vector3().fromArray(box ?? row.max.toArray(), box ? 3 : 0);
  rig.setBounds(new THREE.Box3(low, high));
  rig.frame(); // in any case, as a visitor does not have to be left in peace
  rig.orbit(azimuth - START.azimuth, elevation - START.elevation);
  const { camera, controls } = rig;
  camera.near = cut ? camera.position.distanceTo(controls.target) : NEAREST;
  camera.updateProjectionMatrix();
}
