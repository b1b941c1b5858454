// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Who may touch whom: every structure that finds pairs, on the same cloth, as typed arrays.
import { PlaneGeometry, TorusGeometry, type BufferGeometry } from 'three';
import { Weft, type MethodChoice, type World } from 'weft-cloth';
import { ClothMesh } from 'weft-cloth/three';
import { clay, fabricMaterial, makeStage } from './stage';

const weft = await Weft.load();
const [tree, ...others] = weft.methods().filter(({ stage }) => stage === 'structure');
const [k, arity] = tree.parameters.map(({ choices }) => choices);
const choices = [
  ...k.flatMap((k) => arity.map((arity) => ({ name: tree.name, k, arity }))),
  ...others.map(({ name }) => ({ name })),
];

const stage = makeStage([1.1, 0.95, 1.75], [0, -0.05, 0], -0.5);
const ring = new TorusGeometry(0.3, 0.12, 24, 48).rotateX(Math.PI / 2);
const sheet = new PlaneGeometry(1, 1, 32, 32).rotateX(-Math.PI / 2).translate(0, 0.3, 0);
stage.scene.add(clay(ring));

const numbers = (geometry: BufferGeometry) => ({
  positions: Float32Array.from(geometry.attributes.position.array),
  indices: Uint32Array.from(geometry.index!.array),
});
let now: { world: World; drawn: ClothMesh } | undefined;

async function start(structure: MethodChoice<'structure'>): Promise<void> {
  await weft.prepare({ structure }); // fetches weft-lab.wasm when a name needs it
  const world = weft.createWorld({ structure, sleep: false }); // to look at the pairs of cloth at rest as well
  world.addBody(ring); // a geometry, whose seams are closed here
  const drawn = new ClothMesh(world.addCloth(numbers(sheet)), fabricMaterial(0x2c3e6b));
  now?.world.dispose();
  now?.drawn.removeFromParent();
  stage.scene.add(drawn);
  now = { world, drawn };
}

const menu = document.getElementById('structure') as HTMLSelectElement;
choices.forEach((choice) => menu.add(new Option(Object.values(choice).join(' '))));
menu.onchange = () => start(choices[menu.selectedIndex]);
await start(choices[menu.selectedIndex]);

stage.run((seconds) => {
  const report = now!.world.advance(seconds).reports.at(-1);
  now!.drawn.update();
  if (report) {
    const ms = report.ms.refresh + report.ms.detect;
    document.getElementById('told')!.textContent = `${report.pairs} pairs in ${ms.toFixed(1)} ms`;
  }
});
