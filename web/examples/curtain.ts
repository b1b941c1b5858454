// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A curtain of linen, cut half as wide again as it hangs, on rings; every few seconds a hand draws it aside.
import { CylinderGeometry, PlaneGeometry, TorusGeometry } from 'three';
import { Weft, type Grab } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage } from './stage';

const COLUMNS = 80;
const ROWS = 56;
const WIDTH = 1.5; // m, as it is cut
const HEIGHT = 1.15; // m
const HUNG = 0.66; // of its width
const RING_EVERY = 8; // columns
const FOLD = 0.055; // m, half the depth of a fold

const weft = await Weft.load();
const world = weft.createWorld();

// The rest shape is the flat piece; it hangs in waves, two rings to a wave.
const sheet = new PlaneGeometry(WIDTH, HEIGHT, COLUMNS, ROWS).translate(0, 0.1, 0);
const { position } = sheet.attributes;
const material = new Float32Array(2 * position.count);
for (let v = 0; v < position.count; ++v) {
  material.set([position.getX(v), position.getY(v)], 2 * v);
  const along = (v % (COLUMNS + 1)) / RING_EVERY;
  position.setX(v, HUNG * position.getX(v));
  position.setZ(v, FOLD * Math.cos(Math.PI * along));
}
const rings = Array.from({ length: COLUMNS / RING_EVERY + 1 }, (_, i) => i * RING_EVERY);
const cloth = world.addCloth(sheet, {
  fabric: 'linen',
  material,
});
rings.forEach((vertex) => cloth.pin(vertex));

const stage = makeStage([0.5, 0.2, 2.9], [0, 0.05, 0], -0.62);
const drawn = new ClothMesh(cloth, fabricMaterial(0x9fb4a6));
drawn.castShadow = drawn.receiveShadow = true;
const rail = clay(new CylinderGeometry(0.013, 0.013, 1.3, 24).rotateZ(Math.PI / 2), 0x6b6258);
rail.position.y = 0.72;
stage.scene.add(drawn, rail);
for (const vertex of rings) {
  const ring = clay(new TorusGeometry(0.026, 0.005, 12, 32).rotateY(Math.PI / 2), 0x6b6258);
  ring.position.set(position.getX(vertex), 0.7, position.getZ(vertex) / 2);
  stage.scene.add(ring);
}

// Ten seconds: two to hang, three to be drawn aside, two to wait, and let go.
const STEPS = { grab: 120, drawn: 300, drop: 420, again: 600 };
const taken = COLUMNS + Math.round(0.55 * ROWS) * (COLUMNS + 1); // on the right edge
const from = [HUNG * (WIDTH / 2), 0.1, 0];
let hand: Grab | undefined;
const beforeStep = () => {
  const step = world.stepCount % STEPS.again;
  const way = Math.min(1, (step - STEPS.grab) / (STEPS.drawn - STEPS.grab));
  const place = [from[0] - 0.72 * way, from[1] + 0.12 * way, 0.16 * Math.sin(Math.PI * way)];
  if (step === STEPS.grab) hand = cloth.grab(taken, { place, stiffness: 300 });
  if (step > STEPS.grab && step < STEPS.drawn) hand?.moveTo(place);
  if (step === STEPS.drop) hand?.release();
};
stage.run((seconds) => {
  world.advance(seconds, { beforeStep });
  drawn.update();
});
