// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A figure of weft-scenes walks in a cape: its positions are computed here and handed to the world before each step.
import { BufferAttribute, BufferGeometry, PlaneGeometry } from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { buildAvatar, buildClips, loadAvatarAsset, skin } from 'weft-scenes/avatar';
import avatarUrl from 'weft-scenes/assets/avatar/avatar.bin?url';
import { rideOn } from './ride';
import { clay, fabricMaterial, makeStage } from './stage';

const ACROSS = 34;
const DOWN = 70;
const TOP = 1.37; // m, at the shoulders
const LENGTH = 0.95; // m

const asset = await loadAvatarAsset(await (await fetch(avatarUrl)).arrayBuffer());
const woman = buildAvatar(asset, 'woman');
const { poses } = buildClips(woman).find(({ name }) => name === 'walk')!; // 60 a second, a loop
const placesAt = (seconds: number) =>
  Float32Array.from(skin(woman, poses[Math.round(60 * seconds) % poses.length]));

const weft = await Weft.load();
const world = weft.createWorld();
const body = world.addBody({ positions: placesAt(0), indices: woman.triangles });

// A sheet behind the back, wider and further off towards its hem.
const sheet = new PlaneGeometry(0.34, LENGTH, ACROSS, DOWN).translate(0, TOP - LENGTH / 2, 0);
const { position } = sheet.attributes;
for (let v = 0; v < position.count; ++v) {
  const below = TOP - position.getY(v);
  position.setX(v, position.getX(v) * (1 + 0.9 * below));
  position.setZ(v, -0.06 - 0.3 * below);
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
stage.scene.add(flesh, drawn);

const beforeStep = (seconds: number) => body.setPositions(placesAt(seconds));
stage.run((seconds) => {
  world.advance(seconds, { beforeStep });
  drawn.update();
  places.copyArray(body.shownPositions);
  places.needsUpdate = true;
  figure.computeVertexNormals();
});
