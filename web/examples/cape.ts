// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A figure of weft-scenes walks in a cape: its positions are computed here and handed to the world before each step.
import { BufferAttribute, BufferGeometry, DirectionalLight, PlaneGeometry } from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { buildAvatar, buildClips, loadAvatarAsset, skin } from 'weft-scenes/avatar';
import avatarUrl from 'weft-scenes/assets/avatar/avatar.bin?url';
import { rideOn } from './ride';
import { clay, fabricMaterial, makeStage } from './stage';

const ACROSS = 60;
const DOWN = 36;
const TOP = 1.37; // m, at the shoulders
const LENGTH = 0.95; // m
const FOLDS = 5;

const asset = await loadAvatarAsset(await (await fetch(avatarUrl)).arrayBuffer());
const woman = buildAvatar(asset, 'woman');
const { poses } = buildClips(woman).find(({ name }) => name === 'walk')!; // 60 a second, a loop
const placesAt = (seconds: number) =>
  Float32Array.from(skin(woman, poses[Math.round(60 * seconds) % poses.length]));

const weft = await Weft.load();
const world = weft.createWorld();
const body = world.addBody({ positions: placesAt(0), indices: woman.triangles });

// A sheet behind the back, wider and further off towards its hem. At the shoulders it is gathered: a third more cloth than
// shoulder, which falls in folds. Its upper edge goes down and around where they do.
const sheet = new PlaneGeometry(2, LENGTH, ACROSS, DOWN).translate(0, TOP - LENGTH / 2, 0);
const { position } = sheet.attributes;
for (let v = 0; v < position.count; ++v) {
  const [across, below] = [position.getX(v), TOP - position.getY(v)];
  const fold = 0.0125 * (1 + below) * (1 - Math.cos(Math.PI * FOLDS * (across + 1)));
  const around = across ** 2 * Math.max(0, 1 - below / 0.15);
  position.setX(v, 0.17 * across * (1 + 0.9 * below));
  position.setY(v, position.getY(v) - 0.04 * around);
  position.setZ(v, -0.055 - 0.3 * below - fold + 0.02 * around);
}
const cloth = world.addCloth(sheet, { fabric: 'wool', pins: rideOn(body, sheet, ACROSS + 1) });

// The figure is drawn as the simulator has it.
const figure = new BufferGeometry();
const places = new BufferAttribute(placesAt(0), 3);
figure.setAttribute('position', places);
figure.setIndex(new BufferAttribute(woman.triangles, 1));

const stage = makeStage([2.6, 1.35, -2.3], [0, 0.82, 0], 0);
const drawn = new ClothMesh(cloth, fabricMaterial(0xb23a4a));
drawn.castShadow = drawn.receiveShadow = true;
const flesh = clay(figure, 0xcbb8a4);
flesh.frustumCulled = false;
const side = new DirectionalLight(0xfff4e4, 1.6); // along the back, so that folds have a light and a dark side
side.position.set(3, 1.5, -1.2);
stage.scene.add(flesh, drawn, side);

const beforeStep = (seconds: number) => body.setPositions(placesAt(seconds));
stage.run((seconds) => {
  world.advance(seconds, { beforeStep });
  drawn.update();
  places.copyArray(body.shownPositions);
  places.needsUpdate = true;
  figure.computeVertexNormals();
});
