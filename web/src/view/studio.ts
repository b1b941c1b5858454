// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The light: a photographer's studio built of glowing panels, baked into an environment map, and a key light from
// the front right that casts the shadows.
import * as THREE from 'three';

/** Colours of the backdrop by scheme; they match the page's own background. */
export const BACKDROP = { light: 0xe9e7e3, dark: 0x17181b } as const;

interface Panel {
  at: [number, number, number];
  size: [number, number];
  glow: number;
}

/** Large soft boxes left and right, a strip behind for the rim, a ceiling. */
const PANELS: Panel[] = [
  { at: [4.5, 3, 2.5], size: [3, 4], glow: 6 },
  { at: [-4.8, 2.5, 1.5], size: [2.4, 4], glow: 2.2 },
  { at: [-2.5, 3, -4.6], size: [1.2, 4], glow: 8 },
  { at: [0, 5.8, 0], size: [5, 5], glow: 2.2 },
];

/** Bakes the studio into an environment map. */
export function makeEnvironment(renderer: THREE.WebGLRenderer): THREE.Texture {
  const room = new THREE.Scene();
  const walls = new THREE.MeshBasicMaterial({ side: THREE.BackSide, color: 0x6a6762 });
  room.add(new THREE.Mesh(new THREE.BoxGeometry(12, 12, 12), walls));
  for (const panel of PANELS) room.add(softBox(panel));
  const generator = new THREE.PMREMGenerator(renderer);
  const map = generator.fromScene(room, 0.03, 0.1, 100, { size: 128 }).texture;
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

/** The key light with its shadow, and a rim light without. */
export function makeLights(): THREE.Object3D {
  const lights = new THREE.Group();
  const key = new THREE.DirectionalLight(0xfff1e0, 2.7);
  key.position.set(2.2, 4.2, 3.2);
  key.target.position.set(0, 0.9, 0);
  key.castShadow = true;
  key.shadow.mapSize.set(2048, 2048);
  key.shadow.radius = 5;
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
  const rim = new THREE.DirectionalLight(0xdfe8ff, 0.9);
  rim.position.set(-2.5, 3, -3.5);
  lights.add(key, key.target, rim);
  return lights;
}
