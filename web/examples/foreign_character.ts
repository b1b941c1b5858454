// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A character that nobody prepared: ten rigid parts, in centimetres, that go through each other at the joints.
import { CylinderGeometry } from 'three';
import { Weft } from 'weft-cloth';
import { BodyCollider, ClothMesh } from 'weft-cloth/three';
import { makeMannequin } from './mannequin';
import { rideOn } from './ride';
import { fabricMaterial, makeStage } from './stage';

const AROUND = 84;
const DOWN = 36;
const WAIST = 1.1; // m

const weft = await Weft.load();
const world = weft.createWorld();

const { root, pose } = makeMannequin();
const collider = BodyCollider.fromObject3D(world, root);

// A cone of cotton round the waist, its first row on the body.
const skirt = new CylinderGeometry(0.145, 0.36, 0.5, AROUND, DOWN, true)
  .scale(1, 1, 0.85)
  .translate(0, WAIST - 0.25, 0);
const cloth = world.addCloth(skirt, {
  fabric: 'cotton',
  pins: rideOn(collider.body, skirt, AROUND + 1),
});

const stage = makeStage([1.6, 1.25, 2.9], [0, 0.85, 0], 0);
const drawn = new ClothMesh(cloth, fabricMaterial(0x2f6f8f));
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(root, drawn);

const beforeStep = (seconds: number) => {
  pose(seconds); // where the character is to be at the end of the step
  collider.update();
};
stage.run((seconds) => {
  world.advance(seconds, { beforeStep });
  pose(world.shownSeconds); // drawn at the moment at which the cloth is drawn
  drawn.update();
});
