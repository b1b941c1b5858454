// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The camera: a three-quarter view of the whole figure, orbit and zoom by pointer or keys, and an offset that keeps
// the figure in the middle of what the panels leave free.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

const FIELD = 26;
const AZIMUTH = 0.5;
const ELEVATION = 0.06;

/** Part of the canvas that the panels cover, px. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Camera and its controls. */
export class CameraRig {
  readonly camera = new THREE.PerspectiveCamera(FIELD, 1, 0.1, 40);
  readonly controls: OrbitControls;
  private readonly box = new THREE.Box3(
    new THREE.Vector3(-0.45, 0, -0.35),
    new THREE.Vector3(0.45, 1.75, 0.35),
  );
  private insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  private size = { width: 1, height: 1 };
  private touched = false;

  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.controls, { enablePan: false, minDistance: 0.5, maxDistance: 18 });
    Object.assign(this.controls, { minPolarAngle: 0.15, maxPolarAngle: Math.PI * 0.53 });
    this.controls.addEventListener('start', () => (this.touched = true));
    this.controls.addEventListener('change', onChange);
  }

  /** Tells the rig how large the canvas is and what covers it. */
  resize(width: number, height: number, insets: Insets): void {
    this.size = { width, height };
    this.insets = insets;
    this.camera.aspect = width / height;
    const x = (insets.right - insets.left) / 2;
    const y = (insets.bottom - insets.top) / 2;
    this.camera.setViewOffset(width, height, x, y, width, height);
    this.camera.updateProjectionMatrix();
    if (!this.touched) this.frame();
  }

  /** Frames a new scene; the visitor's own view is kept when the new one is about as large. */
  setBounds(box: THREE.Box3): void {
    const before = this.box.getSize(new THREE.Vector3()).length();
    this.box.copy(box);
    const ratio = box.getSize(new THREE.Vector3()).length() / before;
    if (this.touched && ratio > 0.7 && ratio < 1.4) return;
    this.frame();
  }

  /** Back to the three-quarter view. */
  frame(): void {
    const centre = this.box.getCenter(new THREE.Vector3());
    const extent = this.box.getSize(new THREE.Vector3());
    const free = {
      x: Math.max(0.3, (this.size.width - this.insets.left - this.insets.right) / this.size.width),
      y: Math.max(
        0.3,
        (this.size.height - this.insets.top - this.insets.bottom) / this.size.height,
      ),
    };
    const half = Math.tan(THREE.MathUtils.degToRad(FIELD / 2));
    const wide = Math.hypot(extent.x, extent.z) * 0.85;
    const high = extent.y / (2 * half * free.y);
    const across = wide / (2 * half * this.camera.aspect * free.x);
    this.place(centre, 1.1 * Math.max(high, across) + extent.z / 2);
  }

  private place(centre: THREE.Vector3, distance: number): void {
    const offset = new THREE.Vector3(
      Math.sin(AZIMUTH) * Math.cos(ELEVATION),
      Math.sin(ELEVATION),
      Math.cos(AZIMUTH) * Math.cos(ELEVATION),
    );
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(offset, distance);
    this.controls.update();
  }

  /** Turns the camera around the figure, radians. */
  orbit(right: number, up: number): void {
    this.touched = true;
    const offset = this.camera.position.clone().sub(this.controls.target);
    const s = new THREE.Spherical().setFromVector3(offset);
    s.theta += right;
    s.phi = THREE.MathUtils.clamp(s.phi - up, 0.15, Math.PI * 0.53);
    this.camera.position.setFromSpherical(s).add(this.controls.target);
    this.controls.update();
  }

  /** Moves closer (factor below 1) or away. */
  zoom(factor: number): void {
    this.touched = true;
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.setLength(THREE.MathUtils.clamp(offset.length() * factor, 0.5, 18));
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }
}
