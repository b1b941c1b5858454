// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The module alone, on the page's own thread: a sheet of cotton falls on a sphere.
import { PlaneGeometry, SphereGeometry } from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage } from './stage';

const weft = await Weft.load();
const world = weft.createWorld();

const ball = new SphereGeometry(0.3, 48, 32);
world.addBody(ball);

const sheet = new PlaneGeometry(1.2, 1.2, 48, 48).rotateX(-Math.PI / 2).translate(0, 0.4, 0);
const cloth = world.addCloth(sheet, { fabric: 'cotton' });

const stage = makeStage([1.1, 0.95, 1.75], [0, -0.05, 0], -0.5);
const drawn = new ClothMesh(cloth, fabricMaterial(0xb4512f));
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(clay(ball), drawn);

stage.run((seconds) => {
  world.advance(seconds); // as many steps of 1/60 s as are due
  drawn.update();
});
