// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The module alone, on the main thread: a sheet of cotton falls on a sphere.
import * as THREE from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh, mergeVertices } from 'weft-cloth/three';
import wasmUrl from 'weft-cloth/weft.wasm?url';

const weft = await Weft.load({ url: wasmUrl });
const world = weft.createWorld();

const ball = new THREE.SphereGeometry(0.3, 48, 32);
const { positions, indices } = mergeVertices(ball.attributes.position.array, ball.index!.array);
world.addBody({ positions, indices });

const sheet = new THREE.PlaneGeometry(1.2, 1.2, 48, 48).rotateX(-Math.PI / 2).translate(0, 0.4, 0);
const cloth = world.addCloth({
  positions: sheet.attributes.position.array as Float32Array,
  indices: Uint32Array.from(sheet.index!.array),
  fabric: 'cotton',
});

const scene = new THREE.Scene();
const red = new THREE.MeshPhysicalMaterial({ color: 0xb4512f, sheen: 0.5, side: THREE.DoubleSide });
const drawn = new ClothMesh(cloth, red);
scene.add(drawn, new THREE.Mesh(ball, new THREE.MeshStandardMaterial({ color: 0xd8d4cc })));
scene.add(
  new THREE.HemisphereLight(0xffffff, 0x9a948a, 2),
  new THREE.DirectionalLight(0xffffff, 2),
);

const canvas = document.getElementById('stage') as HTMLCanvasElement;
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
const camera = new THREE.PerspectiveCamera(35, 1, 0.1, 10);

new ResizeObserver(() => {
  const { clientWidth: width, clientHeight: height } = canvas;
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.setSize(width, height, false);
  camera.aspect = width / height;
  camera.position.set(1, 0.9, 1.6).multiplyScalar(Math.max(1, (1.5 * height) / width));
  camera.lookAt(0, 0, 0);
  camera.updateProjectionMatrix();
}).observe(canvas);

renderer.setAnimationLoop(() => {
  world.step();
  drawn.update();
  renderer.render(scene, camera);
});
