// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The light: a photographer's studio of glowing panels baked into an environment map, a key light that casts the
// shadows and two lights from behind that part the figure from the backdrop. The figure stands as on a turntable: the
// studio keeps its place to the camera, so that a back is lit like a front.
import * as THREE from 'three';

/** All shares of the environment map, of 1 for the light as it is baked. */
const ENVIRONMENT = 0.62;

/** Texels along a side of the map: sharp enough for cloth and skin; software takes seconds to blur twice as many. */
const SIDE = 64;

interface Panel {
  at: [number, number, number];
  size: [number, number];
  glow: number;
}

/** Seen from the camera, which is at +Z: soft boxes right and left, strips behind, a ceiling, a floor that gives back. */
const PANELS: Panel[] = [
  { at: [4.2, 3, 3], size: [3, 4], glow: 5 },
  { at: [-4.6, 2.4, 2.4], size: [3, 4], glow: 2.4 },
  { at: [-3.4, 2.6, -4.2], size: [1.4, 4], glow: 8 },
  { at: [3.8, 2.6, -3.8], size: [1.2, 4], glow: 8 },
  { at: [0, 5.8, 0.5], size: [5, 5], glow: 2.4 },
  { at: [0, -3, 1], size: [7, 7], glow: 0.5 },
];

/** Light of a stage. */
export class Studio {
  private readonly lights = makeLights();

  constructor(private readonly scene: THREE.Scene) {
    scene.environmentIntensity = ENVIRONMENT;
    scene.add(this.lights);
  }

  /** Bakes the panels; once for every renderer, and again when its context came back. */
  bake(renderer: THREE.WebGLRenderer): void {
    this.scene.environment?.dispose();
    this.scene.environment = makeEnvironment(renderer);
  }

  /** Turns with the camera round the figure. */
  face(camera: THREE.Camera, target: THREE.Vector3): void {
    const azimuth = Math.atan2(camera.position.x - target.x, camera.position.z - target.z);
    this.lights.rotation.y = azimuth;
    this.scene.environmentRotation.y = azimuth;
  }
}

function makeEnvironment(renderer: THREE.WebGLRenderer): THREE.Texture {
  const room = new THREE.Scene();
  const walls = new THREE.MeshBasicMaterial({ side: THREE.BackSide, color: 0x6a6762 });
  room.add(new THREE.Mesh(new THREE.BoxGeometry(12, 12, 12), walls));
  for (const panel of PANELS) room.add(softBox(panel));
  const generator = new THREE.PMREMGenerator(renderer);
  const map = generator.fromScene(room, 0.03, 0.1, 100, { size: SIDE }).texture;
  generator.dispose();
  return map;
}

function softBox(panel: Panel): THREE.Mesh {
  const material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
  material.color.setScalar(panel.glow);
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(...panel.size), material);
  mesh.position.set(...panel.at);
  mesh.lookAt(0, 1, 0);
  return mesh;
}

/** The key light with its shadow, and one from behind without. */
function makeLights(): THREE.Object3D {
  const lights = new THREE.Group();
  const key = new THREE.DirectionalLight(0xfff4e8, 1.9);
  key.position.set(1.9, 4.9, 3);
  key.target.position.set(0, 0.9, 0);
  key.castShadow = true;
  key.shadow.mapSize.set(2048, 2048);
  key.shadow.radius = 6;
  key.shadow.normalBias = 0.012;
  key.shadow.bias = -0.0004;
  Object.assign(key.shadow.camera, {
    left: -1.4,
    right: 1.4,
    top: 1.5,
    bottom: -1.3,
    near: 2,
    far: 9,
  });
  const rim = new THREE.DirectionalLight(0xe8eeff, 1.5);
  rim.position.set(-2.8, 2.8, -3);
  lights.add(key, key.target, rim);
  return lights;
}
