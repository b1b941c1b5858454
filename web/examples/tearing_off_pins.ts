// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A banner hangs from seven pegs; pull it with the pointer, and a peg whose cloth is drawn too far away lets go. Pegs and
// pointer are hands of the world: springs that take hold, move and drop by events.
import { PlaneGeometry, SphereGeometry, Vector3 } from 'three';
import { Weft } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage, rayAt } from './stage';

const COLUMNS = 48;
const ROWS = 36;
const PEGS = 7; // of the eight hands of a world; the last is the pointer's
const POINTER = 7;
const HOLD = 60; // N/m
const TEARS = 0.008; // m, 0.5 N: five times what the weight draws

const weft = await Weft.load();
const world = weft.createWorld();
const sheet = new PlaneGeometry(1.1, 0.8, COLUMNS, ROWS);
const cloth = world.addCloth(sheet, { fabric: 'cotton' });

const stage = makeStage([0.4, 0.1, 2.5], [0, -0.05, 0], -0.75);
const drawn = new ClothMesh(cloth, fabricMaterial(0xc9742e));
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(drawn);

// Each peg takes a vertex of the upper edge where it is.
const pegs = Array.from({ length: PEGS }, (_, hand) => {
  const vertex = (hand * COLUMNS) / (PEGS - 1);
  const place = new Vector3().fromArray(cloth.positions, 3 * vertex);
  world.pushEvent({ kind: 'grab', index: vertex, p: [...place.toArray(), HOLD, hand] });
  const head = clay(new SphereGeometry(0.014, 24, 16), 0x6b6258);
  head.position.copy(place);
  stage.scene.add(head);
  return { hand, vertex, place, head, isHolding: true };
});

const said = document.createElement('output');
document.getElementById('controls')!.append(said);
const now = new Vector3();

/** Lets go of what is drawn too far from its peg. */
const beforeStep = () => {
  for (const peg of pegs.filter(({ isHolding }) => isHolding)) {
    now.fromArray(cloth.positions, 3 * peg.vertex);
    if (now.distanceTo(peg.place) < TEARS) continue;
    world.pushEvent({ kind: 'drop', p: [0, 0, 0, 0, peg.hand] });
    peg.isHolding = false;
    peg.head.scale.setScalar(0.5);
  }
};

let taken: Vector3 | undefined; // where the pointer took the cloth
stage.canvas.onpointerdown = (event) => {
  const [hit] = rayAt(stage, event).intersectObject(drawn);
  if (!hit) return;
  taken = hit.point;
  stage.canvas.setPointerCapture(event.pointerId);
  const p = [...taken.toArray(), HOLD, POINTER];
  world.pushEvent({ kind: 'grab', index: drawn.clothVertex(hit), p });
};
stage.canvas.onpointermove = (event) => {
  if (!taken) return;
  const { ray } = rayAt(stage, event);
  const to = ray.at(taken.distanceTo(ray.origin), new Vector3());
  world.pushEvent({ kind: 'drag', p: [...to.toArray(), 0, POINTER] });
};
stage.canvas.onpointerup = () => {
  if (taken) world.pushEvent({ kind: 'drop', p: [0, 0, 0, 0, POINTER] });
  taken = undefined;
};

stage.run((seconds) => {
  world.advance(seconds, { beforeStep });
  drawn.update();
  said.value = `${pegs.filter(({ isHolding }) => isHolding).length} of ${PEGS} pegs hold.`;
});
