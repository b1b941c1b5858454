// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The stage: renderer, light, floor, camera, and a loop that draws only when something changed. It never waits for
// the simulation; it draws the newest frame that is there. WebGL is set up after the page's first paint, and anew when
// the browser took it away and gives it back.
import * as THREE from 'three';
import type { Detail, Drawing } from '../choices';
import { makeBackdrop } from './backdrop';
import { CameraRig } from './camera_rig';
import { afterFirstPaint } from './first_paint';
import type { Place } from './free_place';
import { Floor } from './floor';
import { Sharpness } from './sharpness';
import { Studio } from './studio';
import { arePicturesThere, StandIns } from './stand_ins';
import { setTone } from './tone';

/** White cotton in the key light comes out just below white. */
const EXPOSURE = 1.38;

/** What is drawn, and when. */
export class Stage {
  readonly scene = new THREE.Scene();
  readonly floor = new Floor();
  readonly rig: CameraRig;
  /** Frames drawn in the last second. */
  framesPerSecond = 0;
  /** Called before a frame is drawn. */
  onFrame: () => void = () => {};
  /** Called after a frame was drawn. */
  onDrawn: () => void = () => {};
  /** Called when another detail is drawn from now on. */
  onDetail: (detail: Detail) => void = () => {};
  /** Called when WebGL is set up, which took so many ms. */
  onBegun: (ms: number) => void = () => {};
  /** Called when WebGL is not to be had. */
  onUnable: () => void = () => {};
  /** Called when the browser takes WebGL away (false), and when everything is made anew and drawn again (true). */
  onContext: (there: boolean) => void = () => {};

  private renderer: THREE.WebGLRenderer | null = null;
  private readonly studio: Studio;
  private dirty = true;
  /** Nothing is drawn before there is something to see: the outline of the page stands there meanwhile. */
  private empty = true;
  private lit = false;
  /** WebGL is back, and nothing was drawn since. */
  private returning = false;
  /** Until there is something to see. */
  private standIns: StandIns | null = null;
  private readonly sharpness: Sharpness;
  private seenDetail: Detail;
  private drawn: number[] = [];
  private covered: Place[] = [];
  private figure = '';

  /** Draws as was chosen; `kept` is the detail that `auto` came to last. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    drawing: Drawing,
    kept: Detail,
  ) {
    this.sharpness = new Sharpness(window.devicePixelRatio, drawing, kept);
    this.seenDetail = this.sharpness.detail;
    this.rig = new CameraRig(canvas, () => this.invalidate());
    this.studio = new Studio(this.scene);
    this.studio.setDetail(this.detail);
    this.scene.add(this.floor.object);
    this.followScheme();
    new ResizeObserver(() => this.resize()).observe(canvas);
    document.addEventListener('visibilitychange', () => this.sharpness.rest());
    // What stands there now has its turn, too, when something was painted before.
    requestAnimationFrame(() => setTimeout(() => afterFirstPaint(() => this.begin())));
  }

  /** Drawn pixels a CSS pixel, as it was chosen for this machine. */
  get pixelRatio(): number {
    return this.sharpness.ratio;
  }

  /** How much detail is drawn, as it was chosen for this machine or by hand. */
  get detail(): Detail {
    return this.sharpness.detail;
  }

  /** Draws as somebody chose. */
  setDrawing(drawing: Drawing): void {
    this.sharpness.setDrawing(drawing);
    this.resize();
  }

  /** There is something to see from now on. */
  fill(): void {
    this.empty = false;
    this.invalidate();
  }

  /** Asks for a new picture. */
  invalidate(): void {
    this.dirty = true;
  }

  /** Tells which places of the canvas the panels cover. */
  setCovered(covered: Place[]): void {
    this.covered = covered;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width > 0 && height > 0) this.rig.resize(width, height, covered);
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

  private begin(): void {
    const start = performance.now();
    try {
      this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true });
    } catch {
      return this.onUnable();
    }
    const { renderer } = this;
    setTone(renderer, EXPOSURE);
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = THREE.PCFShadowMap;
    void this.light(renderer);
    this.resize();
    this.canvas.addEventListener('webglcontextlost', () => this.onContext(false));
    // After three's own listener: textures and shaders come back with the next frame, what was baked does not.
    this.canvas.addEventListener('webglcontextrestored', () => void this.restore(renderer));
    renderer.setAnimationLoop((now) => this.loop(now, renderer));
    this.onBegun(performance.now() - start);
  }

  /** Nothing is drawn without its light, which comes while other things are waited for. */
  private async light(renderer: THREE.WebGLRenderer): Promise<void> {
    this.lit = false;
    await this.studio.light(renderer);
    this.lit = true;
    this.invalidate();
    this.warmUp(renderer);
  }

  /** Has shaders compiled while the page waits for its first scene. */
  private warmUp(renderer: THREE.WebGLRenderer): void {
    if (!this.empty || renderer.getContext().isContextLost()) return;
    this.standIns ??= new StandIns(arePicturesThere());
    this.standIns.compile(renderer, this);
  }

  private async restore(renderer: THREE.WebGLRenderer): Promise<void> {
    this.sharpness.rest();
    this.resize();
    await this.light(renderer);
    if (this.empty) this.onContext(true);
    else this.returning = true; // shaders are compiled with the next picture, which may take seconds
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.sharpness.setDevice(window.devicePixelRatio);
    this.renderer?.setPixelRatio(this.sharpness.ratio);
    this.renderer?.setSize(width, height, false);
    this.followDetail();
    this.rig.resize(width, height, this.covered);
    this.invalidate();
  }

  private followDetail(): void {
    const { detail } = this;
    if (detail === this.seenDetail) return;
    this.seenDetail = detail;
    this.studio.setDetail(detail);
    this.onDetail(detail);
  }

  private loop(now: number, renderer: THREE.WebGLRenderer): void {
    if (renderer.getContext().isContextLost()) return;
    this.rig.advance(now);
    this.onFrame();
    if (this.empty || !this.lit) return;
    while (this.drawn[0] < now - 1000) this.drawn.shift();
    if (this.sharpness.note(now, this.dirty)) this.resize();
    if (this.dirty) {
      this.dirty = false;
      this.placeBackdrop();
      this.studio.face(this.rig.camera, this.rig.controls.target);
      renderer.render(this.scene, this.rig.camera);
      this.drawn.push(now);
      this.standIns?.dispose(); // what is drawn now keeps their shaders
      this.standIns = null;
      this.tellFigure();
      this.onDrawn();
      if (this.returning) this.tellReturn();
    }
    this.framesPerSecond = this.drawn.length;
  }

  private tellReturn(): void {
    this.returning = false;
    this.onContext(true);
  }

  /** Keeps the light of the backdrop behind the figure, which stands in the middle of what the panels leave free. */
  private placeBackdrop(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const { left, top, right, bottom } = this.rig.free;
    const paper = this.scene.background as THREE.Texture | null;
    paper?.offset.set((width - left - right) / (2 * width), (top + bottom - height) / (2 * height));
  }

  /** Writes on the canvas where the figure stands, for whoever lays something beside it. */
  private tellFigure(): void {
    const place = this.rig.figure;
    if (!place) return;
    const { left, top, right, bottom } = place;
    const figure = [left, top, right, bottom].map(Math.round).join(' ');
    if (figure !== this.figure) this.canvas.dataset.figure = this.figure = figure;
  }

  private followScheme(): void {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      (this.scene.background as THREE.Texture | null)?.dispose();
      this.scene.background = makeBackdrop(query.matches);
      this.floor.setScheme(query.matches);
      this.invalidate();
    };
    query.addEventListener('change', apply);
    apply();
  }
}
