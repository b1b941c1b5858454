// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The same verbs in a worker: the page draws, the worker computes, and neither waits for the other.
import { PlaneGeometry, TorusKnotGeometry } from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage } from './stage';

const weft = await Weft.load({ worker: true });
const world = await weft.createWorld();

const knot = new TorusKnotGeometry(0.22, 0.07, 200, 24).rotateX(-Math.PI / 2);
await world.addBody(knot);

const sheet = new PlaneGeometry(1.2, 1.2, 70, 70).rotateX(-Math.PI / 2).translate(0, 0.35, 0);
const cloth = await world.addCloth(sheet, { fabric: 'jersey' });

const stage = makeStage([1.1, 1.05, 1.7], [0, -0.05, 0], -0.45);
const drawn = new ClothMesh(cloth, fabricMaterial(0x7a4b8c));
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(clay(knot), drawn);

stage.run((seconds) => {
  void world.advance(seconds); // not awaited: the picture shows what the last answer brought
  drawn.update();
});
