// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A cloth falls on a round table, drawn with a print of its own; another fabric falls in other folds.
import {
  CanvasTexture,
  CylinderGeometry,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage } from './stage';

const weft = await Weft.load();
const world = weft.createWorld();

const top = new CylinderGeometry(0.45, 0.45, 0.04, 96);
world.addBody(top);

const sheet = new PlaneGeometry(1.4, 1.4, 64, 64).rotateX(-Math.PI / 2).translate(0, 0.06, 0);
const cloth = world.addCloth(sheet, { fabric: 'linen' });

const stage = makeStage([1.3, 1.05, 2], [0, -0.22, 0], -0.75);
const material = fabricMaterial(0xffffff);
material.map = gingham();
const drawn = new ClothMesh(cloth, material);
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(
  drawn,
  clay(top, 0x8a6f52),
  clay(new CylinderGeometry(0.04, 0.06, 0.73, 32).translate(0, -0.385, 0), 0x8a6f52),
);

// The fabric at run time.
const choice = document.createElement('select');
choice.setAttribute('aria-label', 'Fabric');
choice.append(...weft.fabrics().map((name) => new Option(name, name, false, name === 'linen')));
choice.onchange = () => cloth.setFabric(choice.value);
document.getElementById('controls')!.append('Fabric ', choice);

stage.run((seconds) => {
  world.advance(seconds);
  drawn.update();
});

/** Bands of red that cross. */
function gingham(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#f6f1e7';
  pen.fillRect(0, 0, 64, 64);
  pen.fillStyle = 'rgb(176 42 40 / 55%)';
  pen.fillRect(0, 0, 32, 64);
  pen.fillRect(0, 0, 64, 32);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(16, 16);
  texture.anisotropy = 8;
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
