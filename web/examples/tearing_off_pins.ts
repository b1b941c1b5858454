// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A banner hangs from seven pegs; pull it with the pointer, and a peg whose cloth is drawn too far away lets go. A peg is
// a pin by a spring, the pointer a hand.
import { PlaneGeometry, SphereGeometry, Vector3 } from 'three';
import { Weft, type Grab } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage, rayAt } from './stage';

const COLUMNS = 48;
const ROWS = 36;
const PEGS = 7;
const HOLD = 200; // N/m
const TEARS = 0.008; // m, 1.6 N

const weft = await Weft.load();
const world = weft.createWorld();
const sheet = new PlaneGeometry(1.1, 0.8, COLUMNS, ROWS);
const cloth = world.addCloth(sheet, { fabric: 'cotton' });

const stage = makeStage([0.4, 0.1, 2.5], [0, -0.05, 0], -0.75);
const drawn = new ClothMesh(cloth, fabricMaterial(0xc9742e));
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(drawn);

// Each peg takes a vertex of the upper edge where it is.
const pegs = Array.from({ length: PEGS }, (_, i) => {
  const vertex = (i * COLUMNS) / (PEGS - 1);
  const place = new Vector3().fromArray(cloth.positions, 3 * vertex);
  cloth.pin(vertex, place, { stiffness: HOLD });
  const head = clay(new SphereGeometry(0.014, 24, 16), 0x6b6258);
  head.position.copy(place);
  stage.scene.add(head);
  return { vertex, place, head, isHolding: true };
});

const said = document.createElement('output');
document.getElementById('controls')!.append(said);
const now = new Vector3();

/** Lets go of what is drawn too far from its peg. */
const beforeStep = () => {
  for (const peg of pegs.filter(({ isHolding }) => isHolding)) {
    now.fromArray(cloth.positions, 3 * peg.vertex);
    if (now.distanceTo(peg.place) < TEARS) continue;
    cloth.unpin(peg.vertex);
    peg.isHolding = false;
    peg.head.scale.setScalar(0.5);
  }
};

let hand: Grab | undefined; // the pointer's
let away = 0; // m, from the eye to where it took the cloth
stage.canvas.onpointerdown = (event) => {
  const [hit] = rayAt(stage, event).intersectObject(drawn);
  if (!hit) return;
  stage.canvas.setPointerCapture(event.pointerId);
  hand = cloth.grab(drawn.clothVertex(hit), { place: hit.point });
  away = hit.distance;
};
stage.canvas.onpointermove = (event) => {
  hand?.moveTo(rayAt(stage, event).ray.at(away, new Vector3()));
};
stage.canvas.onpointerup = () => {
  hand?.release();
  hand = undefined;
};

stage.run((seconds) => {
  world.advance(seconds, { beforeStep });
  drawn.update();
  said.value = `${pegs.filter(({ isHolding }) => isHolding).length} of ${PEGS} pegs hold.`;
});
