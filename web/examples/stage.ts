// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the examples stand on: a scene with light and a floor, a camera that fits the page, and a loop that hands over the
// seconds since the last picture. Nothing in here knows of cloth. Without WebGL 2 the loop runs all the same and draws
// nothing.
import * as THREE from 'three';

/** A place, m. */
type Place = readonly [number, number, number];

const FLOOR = { light: 0xe4dfd6, dark: 0x2b2d31 };

/** A canvas with something to draw on it. */
export interface Stage {
  readonly scene: THREE.Scene;
  readonly camera: THREE.PerspectiveCamera;
  readonly canvas: HTMLCanvasElement;
  /** Calls back before every picture, with the seconds since the last one. */
  run(frame: (seconds: number) => void): void;
}

/** Lights the page's canvas; the camera stands at `from` and looks at `at`, with the floor at `floor`, m. */
export function makeStage(from: Place, at: Place = [0, 0, 0], floor = -0.35): Stage {
  const canvas = document.getElementById('stage') as HTMLCanvasElement;
  const scene = new THREE.Scene();
  scene.add(...lights(), ground(floor));
  const camera = new THREE.PerspectiveCamera(35, 1, 0.05, 30);
  const renderer = makeRenderer(canvas);
  const fit = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer?.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer?.setSize(width, height, false);
    camera.aspect = width / height;
    const target = new THREE.Vector3(...at);
    const away = Math.max(1, (1.2 * height) / width); // further off on a phone
    camera.position
      .set(...from)
      .sub(target)
      .multiplyScalar(away)
      .add(target);
    camera.lookAt(target);
    camera.updateProjectionMatrix();
  };
  new ResizeObserver(fit).observe(canvas);
  fit();
  return {
    scene,
    camera,
    canvas,
    run: (frame) => loop(canvas, frame, () => renderer?.render(scene, camera)),
  };
}

/** A body as it is drawn: any geometry in clay. */
export function clay(geometry: THREE.BufferGeometry, color = 0xd8d4cc): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ color, roughness: 0.85 }));
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

/** What cloth is drawn with: matt, and seen from both sides. */
export function fabricMaterial(color: THREE.ColorRepresentation): THREE.MeshStandardMaterial {
  return new THREE.MeshStandardMaterial({ color, roughness: 0.95, side: THREE.DoubleSide });
}

/** Where the pointer is on the canvas, as a ray. */
export function rayAt(stage: Stage, event: PointerEvent): THREE.Raycaster {
  const box = stage.canvas.getBoundingClientRect();
  const x = (2 * (event.clientX - box.left)) / box.width - 1;
  const y = 1 - (2 * (event.clientY - box.top)) / box.height;
  const ray = new THREE.Raycaster();
  ray.setFromCamera(new THREE.Vector2(x, y), stage.camera);
  return ray;
}

function makeRenderer(canvas: HTMLCanvasElement): THREE.WebGLRenderer | undefined {
  try {
    const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    renderer.shadowMap.enabled = true;
    return renderer;
  } catch {
    const problem = document.getElementById('problem')!;
    problem.hidden = false;
    problem.textContent = 'This browser has no WebGL 2: the cloth is computed, but not drawn.';
    return undefined;
  }
}

function lights(): THREE.Object3D[] {
  const sun = new THREE.DirectionalLight(0xfff4e4, 2.4);
  sun.position.set(1.5, 3, 2);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 5;
  sun.shadow.bias = -0.0005;
  sun.shadow.normalBias = 0.01;
  const { left, right, top, bottom } = { left: -1.6, right: 1.6, top: 1.9, bottom: -1.6 };
  Object.assign(sun.shadow.camera, { left, right, top, bottom, near: 0.5, far: 8 });
  return [sun, new THREE.HemisphereLight(0xeef2ff, 0xa79b8a, 1.5)];
}

function ground(height: number): THREE.Mesh {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const color = isDark ? FLOOR.dark : FLOOR.light;
  const disc = new THREE.Mesh(
    new THREE.CircleGeometry(2, 64).rotateX(-Math.PI / 2),
    new THREE.MeshStandardMaterial({ color, roughness: 1 }),
  );
  disc.position.y = height;
  disc.receiveShadow = true;
  return disc;
}

function loop(canvas: HTMLCanvasElement, frame: (seconds: number) => void, draw: () => void): void {
  let last = performance.now();
  let frames = 0;
  const next = (now: number) => {
    frame(Math.max(0, now - last) / 1000);
    last = now;
    draw();
    canvas.dataset.frames = String(++frames);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}
