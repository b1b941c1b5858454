// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A flag of silk is held along one side; the wind comes and goes.
import { CylinderGeometry, DataTexture, NearestFilter, PlaneGeometry, SRGBColorSpace } from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage } from './stage';

const COLUMNS = 42;
const ROWS = 28;

const weft = await Weft.load();
const world = weft.createWorld({ wind: [4, 0, 1], gust: 1.5 }); // m/s

// 1.2 m by 0.8 m, beside the pole; the first vertex of every row is at the pole.
const sheet = new PlaneGeometry(1.2, 0.8, COLUMNS, ROWS).translate(0.62, 0.4, 0);
const atPole = Array.from({ length: ROWS + 1 }, (_, row) => row * (COLUMNS + 1));
const cloth = world.addCloth(sheet, {
  fabric: 'silk',
  pins: atPole.map((vertex) => ({ vertex, kind: 'fixed' })),
});

const stripes = new DataTexture(
  Uint8Array.from([
    ...[240, 236, 226, 255],
    ...[38, 92, 120, 255],
    ...[240, 236, 226, 255],
    ...[190, 70, 48, 255],
  ]),
  1,
  4,
);
stripes.colorSpace = SRGBColorSpace;
stripes.magFilter = NearestFilter;
stripes.needsUpdate = true;

const stage = makeStage([0.9, 0.2, 3.1], [0.5, 0.1, 0], -0.8);
const material = fabricMaterial(0xffffff);
material.map = stripes;
const drawn = new ClothMesh(cloth, material); // drawn with the plane's own uv
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(
  drawn,
  clay(new CylinderGeometry(0.014, 0.018, 1.7, 24).translate(0, 0.02, 0), 0x6b6258),
);

let elapsed = 0;
stage.run((seconds) => {
  elapsed += seconds;
  const strength = 4 + 2 * Math.sin(0.7 * elapsed);
  world.setWind([strength, 0, Math.sin(0.3 * elapsed)], 1.5);
  world.advance(seconds);
  drawn.update();
});
