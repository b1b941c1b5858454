// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Characters of other people walk in a skirt and a cape, and the crossings of their cloth are counted independently.
//
//     node tests/characters/run.mjs [NAME... | all] [FRAMES]
//
// without arguments walks the first for 45 frames. Cloth that crosses a body without being declared is a failure.
import * as THREE from 'three';
import { Weft } from 'weft-cloth';
import { BodyCollider } from 'weft-cloth/three';
import { countCrossings, joinMeshes } from '../crossings/count.mjs';
import { CHARACTERS, loadCharacter } from './fetch.mjs';
import { cape, skirt } from './garments.mjs';

const FADE = 60; // frames from the bind pose to the walk
const SPEED = 1.3; // m/s
const EVERY = 5; // frames between two that are counted

const words = process.argv.slice(2);
const asked = Number(words.find((word) => /^\d+$/.test(word)) ?? 45);
const named = words.filter((word) => word in CHARACTERS);
const names = words.includes('all')
  ? Object.keys(CHARACTERS)
  : named.length > 0
    ? named
    : Object.keys(CHARACTERS).slice(0, 1);

/** Height of a joint, by the end of its name. */
function joint(root, pattern) {
  let found;
  root.traverse((each) => {
    found ??= each.isBone && pattern.test(each.name) ? each : undefined;
  });
  if (!found) {
    throw new Error(`no bone is called ${pattern}`);
  }
  return found.getWorldPosition(new THREE.Vector3());
}

function dress(world, root, collider) {
  const x = collider.body.positions.slice();
  const [hips, knee] = [joint(root, /hips|pelvis/i), joint(root, /leftleg|lowerleg|calf|shin/i)];
  const [shoulder, foot, toe] = [
    /(shoulder|clavicle)/i,
    /(left|l).*foot|foot.*l/i,
    /(left|l).*(toe|ball)/i,
  ].map((pattern) => joint(root, pattern));
  const back = toe.z > foot.z ? -1 : 1;
  return [
    world.addCloth(skirt(x, 0, hips.y + 0.08, knee.y)),
    world.addCloth(cape(x, 0, shoulder.y + 0.02, knee.y + 0.2, back)),
  ];
}

const surfaceOf = (mesh) => ({
  vertexCount: mesh.vertexCount,
  faces: mesh.indices.slice(),
  merge: Uint32Array.from({ length: mesh.vertexCount }, (_, v) => v),
});

function join(arrays) {
  const joined = new Float32Array(arrays.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of arrays) {
    joined.set(each, at);
    at += each.length;
  }
  return joined;
}

async function walk(weft, name) {
  const { root, clip } = await loadCharacter(name);
  root.updateMatrixWorld(true);
  const world = weft.createWorld();
  const collider = BodyCollider.fromObject3D(world, root, { name });
  const cloths = dress(world, root, collider);
  const [body, cloth] = [joinMeshes([surfaceOf(collider.body)]), joinMeshes(cloths.map(surfaceOf))];
  const mixer = new THREE.AnimationMixer(root);
  const action = mixer.clipAction(clip).play();
  const sums = { counted: 0, undeclared: 0, declared: 0, frames: 0, captured: 0 };
  for (let frame = 1; frame <= asked; ++frame) {
    action.setEffectiveWeight(Math.min(1, frame / FADE));
    mixer.update(1 / 60);
    root.position.z += Math.min(1, frame / FADE) * (SPEED / 60);
    collider.update();
    const report = world.step();
    if (frame % EVERY !== 0) {
      continue;
    }
    const [x, y] = [join(cloths.map((each) => each.positions)), collider.body.positions];
    const found = countCrossings(cloth, x, body, y) + countCrossings(body, y, cloth, x);
    sums.frames += 1;
    sums.counted += found;
    sums.declared += report.crossingsDeclared;
    sums.captured = Math.max(sums.captured, report.captured);
    sums.undeclared += Math.max(0, found - report.crossingsDeclared);
  }
  const [far, triangles] = [[...world.origin], collider.body.triangleCount];
  world.dispose();
  return { ...sums, repairs: collider.repairs, triangles, far };
}

const weft = await Weft.load();
let failed = 0;
for (const name of names) {
  const found = await walk(weft, name);
  const ok = found.undeclared === 0 && found.frames > 0;
  failed += ok ? 0 : 1;
  console.log(
    `${name} (${CHARACTERS[name].licence}): ${found.triangles} triangles, ${found.repairs.length} repairs; ` +
      `${found.frames} of ${asked} frames counted: ${found.counted} crossings, ${found.declared} declared, ` +
      `${found.undeclared} undeclared, captured at most ${found.captured}; origin ${found.far.join(' ')}: ${ok ? 'ok' : 'FAILED'}`,
  );
  if (words.includes('--repairs')) {
    found.repairs.forEach(({ message }) => console.log(`  ${message}`));
  }
}
console.log(`${names.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
