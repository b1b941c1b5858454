// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import * as THREE from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';

const weft = await Weft.load();
const world = weft.createWorld();

const cube = new THREE.BoxGeometry(0.42, 0.42, 0.42, 12, 12, 12).rotateY(0.5);
world.addBody(cube);
const sheet = new THREE.PlaneGeometry(1.1, 1.1, 48, 48).rotateX(-Math.PI / 2).translate(0, 0.3, 0);
const cloth = world.addCloth(sheet, { fabric: 'linen' });

const scene = new THREE.Scene();
const material = new THREE.MeshStandardMaterial({ color: 0xc7772e, side: THREE.DoubleSide });
const drawn = new ClothMesh(cloth, material);
scene.add(drawn, new THREE.Mesh(cube, new THREE.MeshStandardMaterial({ color: 0xd8d4cc })));
const sun = new THREE.DirectionalLight(0xfff4e4, 2.4);
sun.position.set(1.5, 3, 2);
scene.add(sun, new THREE.HemisphereLight(0xeef2ff, 0xa79b8a, 1.5));

const canvas = document.getElementById('stage');
const camera = new THREE.PerspectiveCamera(35, 1, 0.1, 10);
camera.position.set(1, 0.9, 1.6);
camera.lookAt(0, -0.02, 0);

let renderer;
try {
  renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
} catch {
  const problem = document.getElementById('problem');
  problem.hidden = false;
  problem.textContent = 'This browser has no WebGL 2: the cloth is computed, but not drawn.';
}
new ResizeObserver(() => {
  renderer?.setSize(canvas.clientWidth, canvas.clientHeight, false);
  camera.aspect = canvas.clientWidth / canvas.clientHeight;
  camera.updateProjectionMatrix();
}).observe(canvas);

let last = performance.now();
let frames = 0;
requestAnimationFrame(function next(now) {
  world.advance(Math.max(0, now - last) / 1000);
  last = now;
  drawn.update();
  renderer?.render(scene, camera);
  canvas.dataset.frames = String(++frames);
  requestAnimationFrame(next);
});
