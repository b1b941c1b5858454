// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The stage: renderer, light, floor, camera, and a loop that draws only when something changed. It never waits for
// the simulation; it draws the newest frame that is there.
import * as THREE from 'three';
import { CameraRig, type Insets } from './camera_rig';
import { Floor } from './floor';
import { BACKDROP, makeEnvironment, makeLights } from './studio';

/** Frames slower than this lower the resolution, ms. */
const SLOW_FRAME = 30;
const SHARPNESS_STEPS = [2, 1.5, 1, 0.75];
/** Frames that the mean interval looks back on. */
const PACE_FRAMES = 12;

/** What is drawn, and when. */
export class Stage {
  readonly scene = new THREE.Scene();
  readonly floor = new Floor();
  readonly rig: CameraRig;
  /** Frames drawn in the last second. */
  framesPerSecond = 0;
  /** Called before a frame is drawn. */
  onFrame: () => void = () => {};

  private readonly renderer: THREE.WebGLRenderer;
  private dirty = true;
  private sharpness = 0;
  private drawn: number[] = [];
  private before = 0;
  private interval = 0;
  private frames = -PACE_FRAMES; // the first ones compile shaders
  private insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    this.renderer.toneMapping = THREE.AgXToneMapping;
    this.renderer.toneMappingExposure = 1.12;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.rig = new CameraRig(canvas, () => this.invalidate());
    this.scene.environment = makeEnvironment(this.renderer);
    this.scene.environmentIntensity = 0.44;
    this.scene.add(makeLights(), this.floor.object);
    this.followScheme();
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.renderer.setAnimationLoop((now) => this.loop(now));
  }

  /** Asks for a new picture. */
  invalidate(): void {
    this.dirty = true;
  }

  /** Tells how much of the canvas the panels cover. */
  setInsets(insets: Insets): void {
    this.insets = insets;
    this.resize();
  }

  /** A ray through a point of the page, for picking. */
  rayAt(clientX: number, clientY: number): THREE.Raycaster {
    const r = this.canvas.getBoundingClientRect();
    const point = new THREE.Vector2(
      ((clientX - r.left) / r.width) * 2 - 1,
      1 - ((clientY - r.top) / r.height) * 2,
    );
    const ray = new THREE.Raycaster();
    ray.setFromCamera(point, this.rig.camera);
    return ray;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(window.devicePixelRatio, SHARPNESS_STEPS[this.sharpness]);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.rig.resize(width, height, this.insets);
    this.invalidate();
  }

  private loop(now: number): void {
    this.watchPace(now);
    this.onFrame();
    while (this.drawn[0] < now - 1000) this.drawn.shift();
    if (this.dirty) {
      this.dirty = false;
      this.renderer.render(this.scene, this.rig.camera);
      this.drawn.push(now);
    }
    this.framesPerSecond = this.drawn.length;
  }

  /** Lowers the resolution when the screen comes round too slowly. How often there is news does not count. */
  private watchPace(now: number): void {
    const interval = Math.min(now - this.before, 500);
    this.before = now;
    this.interval += (interval - this.interval) / PACE_FRAMES;
    if (++this.frames < PACE_FRAMES || this.interval < SLOW_FRAME) return;
    const next = SHARPNESS_STEPS.findIndex((s) => s < this.renderer.getPixelRatio());
    if (next < 0) return;
    this.sharpness = next;
    this.frames = 0;
    this.interval = 0;
    this.resize();
  }

  private followScheme(): void {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      this.scene.background = new THREE.Color(query.matches ? BACKDROP.dark : BACKDROP.light);
      this.floor.setScheme(query.matches);
      this.invalidate();
    };
    query.addEventListener('change', apply);
    apply();
  }
}
