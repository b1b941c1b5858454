// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A character far from home is as exact as at home.
//
//     node tests/characters/far.mjs                 90 frames at home, 1 km and 10 km away, each compared with home
//     node tests/characters/far.mjs walk [METRES]   campaign: walks there, 1000 m unless said; a count each metre, a line every 50 m
//
// Measured: where the collider's skin is against where three.js draws it, the strain of the skirt, crossings counted
// independently. The origin follows the collider, who starts far away starts with it there.
import * as THREE from 'three';
import { Weft } from 'weft-cloth';
import { BodyCollider } from 'weft-cloth/three';
import { CHARACTERS } from './characters.mjs';
import { countFrame, dress, surfaces } from './dressed.mjs';
import { Unreachable } from './packages.mjs';

const FRAMES = 90;
const STRIDE = 1 / 48; // m a frame, 1.25 m/s
const PLACES = [0, 1000, 10_000]; // m
const SKIN_ERROR = 2e-6; // m: what floats of a body 2 m high tell apart, a few times over bones

/** m: the farthest of some drawn vertices from the nearest vertex of the body. */
function skinError(root, collider) {
  const { positions, world } = collider.body;
  const [ox, oy, oz] = world.origin;
  const place = new THREE.Vector3();
  root.updateMatrixWorld(true);
  let most = 0;
  root.traverse((mesh) => {
    const count = mesh.isMesh ? mesh.geometry.attributes.position.count : 0;
    for (let v = 0; v < count; v += 41) {
      mesh.getVertexPosition(v, place).applyMatrix4(mesh.matrixWorld);
      const [x, y, z] = [place.x - ox, place.y - oy, place.z - oz];
      let least = Infinity;
      for (let i = 0; i < positions.length; i += 3) {
        const [dx, dy, dz] = [positions[i] - x, positions[i + 1] - y, positions[i + 2] - z];
        least = Math.min(least, dx * dx + dy * dy + dz * dz);
      }
      most = Math.max(most, Math.sqrt(least));
    }
  });
  return most;
}

/** Who stands at z, dressed, and a function that takes one step. */
async function stand(weft, z) {
  const character = await CHARACTERS.mannequin.load();
  const { root, back } = character;
  root.position.z = z;
  const world = weft.createWorld();
  world.setOrigin(0, 1, z); // the same distance from it everywhere
  const collider = BodyCollider.fromObject3D(world, root);
  const cloths = dress(world, character, collider);
  const meshes = surfaces(collider.body, cloths);
  let frame = 0;
  const walk = () => {
    frame += 1;
    character.pose(frame / 60);
    root.position.z = z - back * frame * STRIDE; // exact: no sum grows
    collider.update();
    return world.step();
  };
  const strain = () => [...cloths[0].strain].sort((a, b) => a - b);
  const count = (report) => {
    const found = countFrame(meshes, cloths, collider.body.positions);
    return { ...found, equal: found.body + found.cloth === report.crossingsDeclared };
  };
  return { root, world, collider, cloths, walk, strain, count, walked: () => frame * STRIDE };
}

function measure(stage, report) {
  const strain = stage.strain();
  return {
    error: skinError(stage.root, stage.collider),
    p99: strain[Math.floor(0.99 * strain.length)],
    most: strain.at(-1),
    ...stage.count(report),
  };
}

const told = ({ error, p99, most, body, cloth }) =>
  `skin within ${(1e6 * error).toFixed(3)} um, strain of the skirt ${(100 * p99).toFixed(3)} % (p99) and ` +
  `${(100 * most).toFixed(3)} % (most), ${body} crossings with the body, ${cloth} of cloth`;

const isSound = ({ error, body, cloth, equal }) =>
  error <= SKIN_ERROR && body + cloth === 0 && equal;

async function compare(weft) {
  let [passed, failed] = [0, 0];
  let home;
  for (const z of PLACES) {
    const stage = await stand(weft, z);
    const all = [];
    for (let frame = 1; frame <= FRAMES; ++frame) {
      const report = stage.walk();
      if (frame % 30 === 0) all.push(measure(stage, report));
    }
    home ??= all;
    // bits of a pose may differ by the last of a double, what hangs from it by little more
    const near = all.every(
      (now, i) =>
        Math.abs(now.p99 - home[i].p99) < 1e-3 && Math.abs(now.most - home[i].most) < 1e-2,
    );
    const ok = near && all.every(isSound) && Math.abs(stage.world.origin[2] - z) < 5;
    ok ? ++passed : ++failed;
    console.log(
      `${z} m: ${told(all.at(-1))}; origin ${stage.world.origin}: ${ok ? 'ok' : 'FAILED'}`,
    );
    stage.world.dispose();
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}

/** Walks there: every frame's report, a count of crossings a metre, everything else each 50 m. */
async function walkFar(weft, metres) {
  const stage = await stand(weft, 0);
  let [metre, line, frames, counted, unsound, failed, lines] = [1, 50, 0, 0, 0, 0, 0];
  const most = { strain: 0, captured: 0, declared: 0 };
  while (stage.walked() < metres) {
    const report = stage.walk();
    frames += 1;
    most.strain = Math.max(most.strain, report.strainMax);
    most.captured = Math.max(most.captured, report.captured);
    most.declared = Math.max(most.declared, report.crossingsDeclared);
    if (stage.walked() >= metre) {
      metre += 1;
      counted += 1;
      const { body, cloth, equal } = stage.count(report);
      unsound += body + cloth === 0 && equal ? 0 : 1;
    }
    if (stage.walked() >= line || stage.walked() >= metres) {
      const now = measure(stage, report);
      failed += isSound(now) && unsound === 0 ? 0 : 1;
      lines += 1;
      line += 50;
      console.log(
        `${stage.walked().toFixed(1)} m: ${told(now)}; origin ${stage.world.origin}; of ${frames} frames captured at most ` +
          `${most.captured}, declared ${most.declared}, strain ${(100 * most.strain).toFixed(2)} %; ${counted} counted, ` +
          `${unsound} with crossings`,
      );
    }
  }
  console.log(`${lines - failed} passed, ${failed} failed`);
  return failed;
}

const [word, metres = '1000'] = process.argv.slice(2);
try {
  const weft = await Weft.load();
  const failed = await (word === 'walk' ? walkFar(weft, Number(metres)) : compare(weft));
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof Unreachable)) throw error;
  console.log(`SKIPPED: ${error.message}`);
  console.log('0 passed, 0 failed');
}
