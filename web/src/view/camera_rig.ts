// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The camera: a three-quarter view of the whole figure in the largest place that the panels leave free; turn, zoom to
// the pointer and pan by mouse, fingers or keys; and ways to named views. Where it stands is kept as a View, relative to
// the figure, so that another size of the window shows the same.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import {
  CLOSENESS,
  ELEVATIONS,
  FIRST_VIEW,
  MOST_PAN,
  viewBetween,
  viewFrom,
  type SideName,
  type View,
} from './camera_view';
import { freePlace, type Place } from './free_place';
import { projectedPlace, reachOf } from './framing';

const FIELD = 26;
/** The camera comes no nearer to what it looks at, m. */
const NEAREST = 0.25;
/** It goes as far as a small place needs: 1.8 m on 60 px of a high screen. */
const FURTHEST = 80;
/** Between the figure and what is beside it, px. */
const MARGIN = 10;
/** How long the camera takes to a named view, and to another place beside the panels, ms. */
const WAY = 500;
const SHIFT = 250;
/** A view of its own follows the panels only when they take or give so much of its place. */
const UPHEAVAL = 0.25;

/** Camera and its controls. */
export class CameraRig {
  readonly camera = new THREE.PerspectiveCamera(FIELD, 1, 0.05, 2 * FURTHEST);
  readonly controls: OrbitControls;
  private readonly box = new THREE.Box3(
    new THREE.Vector3(-0.5, 0, -0.4),
    new THREE.Vector3(0.5, 1.75, 0.4),
  );
  private bounded = false;
  private size = { width: 1, height: 1 };
  private covered: Place[] = [];
  private place: Place = { left: 0, top: 0, right: 1, bottom: 1 };
  private view = FIRST_VIEW;
  /** The visitor turned, zoomed or panned. */
  private touched = false;
  /** The next scene is to be seen like this. */
  private awaited: View | null = null;
  private wayTo: { from: View; to: View; start: number | null } | null = null;
  private shift: { from: Place; to: Place; start: number | null } | null = null;
  /** A gesture of the visitor moves the camera; or this rig does, meanwhile. */
  private byHand = false;
  private placing = false;
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');

  constructor(
    canvas: HTMLCanvasElement,
    private readonly onChange: () => void,
  ) {
    this.controls = new OrbitControls(this.camera, canvas);
    Object.assign(this.controls, { zoomToCursor: true, maxTargetRadius: MOST_PAN });
    Object.assign(this.controls, { minDistance: NEAREST, maxDistance: FURTHEST });
    this.box.getCenter(this.controls.cursor);
    this.controls.minPolarAngle = Math.PI / 2 - ELEVATIONS.most;
    this.controls.maxPolarAngle = Math.PI / 2 - ELEVATIONS.least;
    this.controls.addEventListener('start', () => (this.byHand = true));
    this.controls.addEventListener('end', () => (this.byHand = false));
    this.controls.addEventListener('change', () => this.follow());
  }

  /** Tells the rig how large the canvas is and what covers it. */
  resize(width: number, height: number, covered: Place[]): void {
    const same = width === this.size.width && height === this.size.height;
    this.size = { width, height };
    this.covered = covered;
    const goal = this.findPlace();
    const now = this.shift?.to ?? this.place;
    if (!same || this.calm.matches) this.settle(goal);
    else if (equal(goal, now) || (this.touched && !upheaval(now, goal))) return;
    else this.shift = { from: this.place, to: goal, start: null };
    this.onChange();
  }

  /** Frames a new scene; the visitor's own view is kept when the new one is about as large. */
  setBounds(box: THREE.Box3): void {
    const before = this.box.getSize(new THREE.Vector3()).length();
    const ratio = box.getSize(new THREE.Vector3()).length() / before;
    this.box.copy(box);
    this.bounded = true;
    box.getCenter(this.controls.cursor);
    const own = this.awaited ?? (this.touched && ratio > 0.7 && ratio < 1.4 ? this.view : null);
    this.awaited = null;
    this.touched = own !== null;
    this.wayTo = null;
    this.view = own ?? FIRST_VIEW;
    this.settle(this.findPlace());
  }

  /** The visitor's own view, or that in which the scene is to be seen as soon as it is; null while it is the first one. */
  get ownView(): View | null {
    return this.awaited ?? (this.touched ? (this.wayTo?.to ?? this.view) : null);
  }

  /** The next scene is seen like this; null: as a new scene is. */
  await(view: View | null): void {
    this.awaited = view;
    if (!view) this.touched = false;
  }

  /** Back to the three-quarter view. */
  frame(): void {
    this.go(FIRST_VIEW);
    this.touched = false;
  }

  /** The whole figure from a side. */
  look(side: SideName): void {
    this.go(viewFrom(side));
  }

  /** Closer to a part of the scene, from where the camera is. */
  lookAt(part: THREE.Box3): void {
    const { azimuth } = this.view;
    const middle = part.getCenter(new THREE.Vector3());
    const pan = middle.clone().sub(this.box.getCenter(new THREE.Vector3()));
    const view: View = { ...FIRST_VIEW, azimuth, pan: pan.toArray() };
    const near = reachOf(part, view, this.lens(this.place));
    this.go({ ...view, closeness: this.reach(view) / near });
  }

  /** Turns the camera around the figure, radians. */
  orbit(right: number, up: number): void {
    const view = this.byKey();
    const { least, most } = ELEVATIONS;
    const elevation = THREE.MathUtils.clamp(view.elevation + up, least, most);
    this.turnTo({ ...view, azimuth: view.azimuth + right, elevation });
  }

  /** Moves closer (factor below 1) or away. */
  zoom(factor: number): void {
    const view = this.byKey();
    const { least, most } = CLOSENESS;
    this.turnTo({
      ...view,
      closeness: THREE.MathUtils.clamp(view.closeness / factor, least, most),
    });
  }

  /** Moves the figure over the screen, px. */
  pan(right: number, down: number): void {
    const view = this.byKey();
    const metres = this.reach(view) / view.closeness / this.lens(this.place).focus;
    const sideways = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const upwards = new THREE.Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    const pan = new THREE.Vector3(...view.pan)
      .addScaledVector(sideways, -right * metres)
      .addScaledVector(upwards, down * metres)
      .clampLength(0, MOST_PAN);
    this.turnTo({ ...view, pan: pan.toArray() });
  }

  /** Goes on with what moves the camera by itself. */
  advance(now: number): void {
    if (!this.wayTo && !this.shift) return;
    if (this.wayTo) {
      const { from, to } = this.wayTo;
      const t = progress((this.wayTo.start ??= now), now, WAY);
      this.view = t < 1 ? viewBetween(from, to, t) : to;
      if (t >= 1) this.wayTo = null;
    }
    if (this.shift) {
      const { from, to } = this.shift;
      const t = progress((this.shift.start ??= now), now, SHIFT);
      this.place = t < 1 ? placeBetween(from, to, t) : to;
      if (t >= 1) this.shift = null;
    }
    this.apply();
  }

  /** What the figure's box takes of the canvas, px; null while there is none. */
  get figure(): Place | null {
    if (!this.bounded) return null;
    return projectedPlace(this.box, this.camera, this.size);
  }

  /** The place that the panels leave free. */
  get free(): Place {
    return this.place;
  }

  private byKey(): View {
    const view = this.wayTo?.to ?? this.view;
    this.wayTo = null;
    this.touched = true;
    return view;
  }

  private turnTo(view: View): void {
    this.view = view;
    this.apply();
  }

  private go(to: View): void {
    this.touched = true;
    if (this.calm.matches) return this.turnTo(to);
    this.wayTo = { from: this.view, to, start: null };
    this.onChange();
  }

  /** Takes a place at once. */
  private settle(place: Place): void {
    this.shift = null;
    this.place = place;
    this.apply();
  }

  private findPlace(): Place {
    const { width, height } = this.size;
    const extent = this.box.getSize(new THREE.Vector3());
    const shape = (Math.hypot(extent.x, extent.z) * 0.85) / Math.max(0.1, extent.y);
    const all = { left: 0, top: 0, right: width, bottom: height };
    return freePlace(all, this.covered, shape);
  }

  /** Stands where the view says, with its middle in the middle of the place. */
  private apply(): void {
    const { width, height } = this.size;
    const { left, top, right, bottom } = this.place;
    this.camera.aspect = width / height;
    const x = (width - left - right) / 2;
    const y = (height - top - bottom) / 2;
    this.camera.setViewOffset(width, height, x, y, width, height);
    this.camera.updateProjectionMatrix();
    const { azimuth, elevation, closeness, pan } = this.view;
    const distance = Math.max(NEAREST, this.reach(this.view) / closeness);
    this.box.getCenter(this.controls.target).add(new THREE.Vector3(...pan));
    this.camera.position
      .setFromSphericalCoords(distance, Math.PI / 2 - elevation, azimuth)
      .add(this.controls.target);
    this.placing = true;
    this.controls.update();
    this.placing = false;
    this.onChange();
  }

  /** The visitor moved the camera by pointer: remembers the view that this is. */
  private follow(): void {
    this.onChange();
    if (!this.byHand || this.placing) return;
    this.touched = true;
    this.wayTo = null;
    const { target } = this.controls;
    const offset = this.camera.position.clone().sub(target);
    const s = new THREE.Spherical().setFromVector3(offset);
    const pan = target.clone().sub(this.box.getCenter(new THREE.Vector3()));
    const view = { ...FIRST_VIEW, azimuth: s.theta, elevation: Math.PI / 2 - s.phi };
    this.view = { ...view, closeness: this.reach(view) / s.radius, pan: pan.toArray() };
  }

  /** From how far the whole figure fills the place. */
  private reach(view: View): number {
    return reachOf(this.box, view, this.lens(this.place));
  }

  private lens({ left, top, right, bottom }: Place) {
    const focus = this.size.height / 2 / Math.tan(THREE.MathUtils.degToRad(FIELD / 2));
    const room = (size: number) => Math.max(24, size - 2 * MARGIN);
    return { focus, width: room(right - left), height: room(bottom - top) };
  }
}

function progress(start: number, now: number, length: number): number {
  const t = Math.min(1, (now - start) / length);
  return t * t * (3 - 2 * t);
}

function placeBetween(a: Place, b: Place, t: number): Place {
  const mix = (key: keyof Place) => a[key] + (b[key] - a[key]) * t;
  return { left: mix('left'), top: mix('top'), right: mix('right'), bottom: mix('bottom') };
}

function equal(a: Place, b: Place): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

function upheaval(a: Place, b: Place): boolean {
  const area = ({ left, top, right, bottom }: Place) => (right - left) * (bottom - top);
  return Math.abs(area(a) - area(b)) > UPHEAVAL * Math.max(area(a), area(b));
}
