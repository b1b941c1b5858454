// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the snippets of the manuals take as given: three.js meshes as arrays and as geometries, a character with a clip, and
// a renderer that draws nothing, three times.
import * as GIVEN_THREE from 'three';
import { Weft as GivenWeft } from 'weft-cloth';
import { mergeVertices as givenMerge } from 'weft-cloth/three';

const weft = await GivenWeft.load();
const world = weft.createWorld();
const ballGeometry = new GIVEN_THREE.SphereGeometry(0.3, 24, 16);
const { positions, indices } = givenMerge(
  ballGeometry.getAttribute('position').array,
  ballGeometry.getIndex()!.array,
);
const next = positions.map((x) => 0.99 * x);
const sheet = Float32Array.of(0, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1);
const corners = Uint32Array.of(0, 2, 1, 0, 3, 2);
const geometry = new GIVEN_THREE.PlaneGeometry(0.5, 0.5, 8, 8)
  .rotateX(-Math.PI / 2)
  .translate(0, 1, 0);
const material = new GIVEN_THREE.MeshStandardMaterial({ side: GIVEN_THREE.DoubleSide });
const scene = new GIVEN_THREE.Scene();
const camera = new GIVEN_THREE.PerspectiveCamera();
const renderer = {
  setAnimationLoop(frame: (now: number) => void) {
    for (let i = 0; i < 3; ++i) frame(performance.now() + 20 * i);
  },
  render(_scene: GIVEN_THREE.Scene, _camera: GIVEN_THREE.Camera) {},
};
const character = (() => {
  const bone = new GIVEN_THREE.Bone();
  bone.name = 'Spine2';
  const box = new GIVEN_THREE.BoxGeometry(0.3, 0.3, 0.3);
  const count = box.getAttribute('position').count;
  box.setAttribute(
    'skinIndex',
    new GIVEN_THREE.Uint16BufferAttribute(new Uint16Array(4 * count), 4),
  );
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0));
  box.setAttribute('skinWeight', new GIVEN_THREE.Float32BufferAttribute(weights, 4));
  const mesh = new GIVEN_THREE.SkinnedMesh(box, material);
  mesh.add(bone);
  mesh.bind(new GIVEN_THREE.Skeleton([bone]));
  return mesh;
})();
const mixer = new GIVEN_THREE.AnimationMixer(character);
const url = new URL('./assets/weft.wasm', import.meta.url);
const givenFiles = 'node:fs/promises';
const bytes: Uint8Array = await (await import(givenFiles)).readFile(url);
void [
  weft,
  world,
  positions,
  indices,
  next,
  sheet,
  corners,
  geometry,
  material,
  scene,
  camera,
  renderer,
  mixer,
  url,
  bytes,
];
