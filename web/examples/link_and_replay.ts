// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Everything live is an event with the number of its step: written into a link, the same run can be computed again, and
// the hash tells that it is the same to the last bit.
import { PlaneGeometry, SphereGeometry, Vector3 } from 'three';
import { Weft, type WeftEvent } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage, rayAt } from './stage';

/** A run: what was done, and what came of it. */
interface Run {
  steps: number;
  hash: string;
  events: WeftEvent[];
}

const weft = await Weft.load();
const world = weft.createWorld();
const ball = new SphereGeometry(0.16, 48, 32).translate(0, -0.2, -0.22);
world.addBody(ball);
const sheet = new PlaneGeometry(0.9, 0.8, 36, 32);
const places = sheet.attributes.position.array;
const material = Float32Array.from(
  { length: 2 * (37 * 33) },
  (_, i) => places[1.5 * (i - (i % 2)) + (i % 2)],
);
sheet.scale(0.8, 1, 1); // hung narrower than it is cut, so that it falls in folds
const cloth = world.addCloth(sheet, {
  fabric: 'jersey',
  material,
  pins: [0, 36].map((vertex) => ({ vertex, kind: 'fixed' })),
});

const stage = makeStage([0.5, 0.15, 2.3], [0, -0.1, 0], -0.6);
const drawn = new ClothMesh(cloth, fabricMaterial(0x4c7a34));
drawn.castShadow = drawn.receiveShadow = true;
stage.scene.add(clay(ball), drawn);

// What the pointer does becomes events, pushed and kept.
const events: WeftEvent[] = [];
function happen(event: WeftEvent): void {
  const dated = { ...event, step: world.stepCount };
  events.push(dated);
  world.pushEvent(dated);
}
let depth: Vector3 | undefined; // where the cloth was taken
stage.canvas.onpointerdown = (event) => {
  const [hit] = rayAt(stage, event).intersectObject(drawn);
  if (!hit) return;
  depth = hit.point;
  stage.canvas.setPointerCapture(event.pointerId);
  const p = [...depth.toArray(), 200]; // a hand of 200 N/m
  happen({ kind: 'grab', index: drawn.clothVertex(hit), p });
};
stage.canvas.onpointermove = (event) => {
  if (!depth) return;
  const { ray } = rayAt(stage, event);
  const away = depth.clone().sub(ray.origin).length();
  happen({ kind: 'drag', p: ray.at(away, new Vector3()).toArray() });
};
stage.canvas.onpointerup = () => {
  if (depth) happen({ kind: 'drop' });
  depth = undefined;
};

const said = document.createElement('output');
const share = document.createElement('button');
share.textContent = 'Put this moment into the address';
share.onclick = () => {
  const run: Run = { steps: world.stepCount, hash: world.hash(), events };
  location.hash = encodeURIComponent(JSON.stringify(run));
  said.value = `Step ${run.steps}, hash ${run.hash}. Load the page again to replay it.`;
};
document.getElementById('controls')!.append(share, ' ', said);

/** Computes a run again, a few steps between two pictures. */
async function replay(run: Run): Promise<void> {
  for (const event of run.events) world.pushEvent(event);
  while (world.stepCount < run.steps) {
    for (let i = 0; i < 20 && world.stepCount < run.steps; ++i) world.step();
    await new Promise(requestAnimationFrame);
  }
  events.push(...run.events);
  const isSame = world.hash() === run.hash;
  said.value = `Replayed ${run.steps} steps: ${isSame ? 'the same bits' : 'another hash'}.`;
}
if (location.hash.length > 1) {
  await replay(JSON.parse(decodeURIComponent(location.hash.slice(1))) as Run);
}

stage.run((seconds) => {
  world.advance(seconds);
  drawn.update();
});
