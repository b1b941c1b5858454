// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two cloths on one body: wool falls on silk, and neither goes through the other. The report says so in every step.
import { PlaneGeometry, TorusGeometry } from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage } from './stage';

const weft = await Weft.load();
const world = weft.createWorld();

const ring = new TorusGeometry(0.28, 0.12, 32, 64).rotateX(-Math.PI / 2);
world.addBody(ring);

const sheet = (size: number, height: number, turn: number) =>
  new PlaneGeometry(size, size, 40, 40)
    .rotateX(-Math.PI / 2)
    .rotateY(turn)
    .translate(0, height, 0);
const silk = world.addCloth(sheet(1.15, 0.2, 0), { fabric: 'silk', layer: 0 });
const wool = world.addCloth(sheet(0.8, 0.3, Math.PI / 4), { fabric: 'wool', layer: 1 });

const stage = makeStage([1, 1.15, 1.55], [0, -0.1, 0], -0.45);
const drawn = [
  new ClothMesh(silk, fabricMaterial(0xe3b23c)),
  new ClothMesh(wool, fabricMaterial(0x2f5d62)),
];
for (const mesh of drawn) mesh.castShadow = mesh.receiveShadow = true;
stage.scene.add(clay(ring), ...drawn);

const count = document.createElement('output');
document.getElementById('controls')!.append('Crossings ', count);

stage.run((seconds) => {
  const last = world.advance(seconds).reports.at(-1);
  if (last) count.value = String(last.crossingsCloth + last.crossingsBody);
  for (const mesh of drawn) mesh.update();
});
