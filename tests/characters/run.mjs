// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Characters of other people walk in a skirt and a cape, and the crossings of their cloth are counted independently.
//
//     node tests/characters/run.mjs [NAME...] [FRAMES]
//
// without arguments walks all of them for 45 frames. In every counted frame the crossings found must be as many as those
// that the step declared, and each that crosses the body must have a vertex that is declared captured: one that has not, or
// one more or less, is a failure. Of those that are `clean` nothing may be declared at all. Nobody may be held up by what
// they wear by more than `MOST_LAG`, and no cape may stretch by more than `MOST_STRAIN` while it hangs free: of what an arm has
// closed on, and leads with it, the arm says how long it is.
import { Weft } from 'weft-cloth';
import { BodyCollider } from 'weft-cloth/three';
import { CHARACTERS } from './characters.mjs';
import { countFrame, dress, surfaces } from './dressed.mjs';
import { Unreachable } from './packages.mjs';

const EVERY = 5; // frames between two that are counted
const MOST_LAG = 0.25; // m
const MOST_STRAIN = 0.3;

const words = process.argv.slice(2);
const asked = Number(words.find((word) => /^\d+$/.test(word)) ?? 45);
const named = words.filter((word) => word in CHARACTERS);
const names = named.length > 0 ? named : Object.keys(CHARACTERS);

async function walk(weft, name, frames) {
  const character = await CHARACTERS[name].load();
  const { root, exclude } = character;
  const world = weft.createWorld();
  const collider = BodyCollider.fromObject3D(world, root, { exclude });
  const cloths = dress(world, character, collider);
  const meshes = surfaces(collider.body, cloths);
  const sums = { frames: 0, body: 0, cloth: 0, free: 0, declared: 0, unequal: 0, captured: 0 };
  let [lag, dropped, strain, pinched] = [0, 0, 0, 0];
  for (let frame = 1; frame <= frames; ++frame) {
    character.pose(frame / 60);
    root.position.z -= (character.back * Math.min(1, frame / 60) * character.speed) / 60;
    collider.update();
    const report = world.step();
    lag = Math.max(lag, report.bodyLagMax);
    dropped += report.pinsDropped;
    const stretch = cloths[1].strain.reduce((most, each) => Math.max(most, each), 0);
    if (cloths[1].captured.includes(1)) {
      pinched = Math.max(pinched, stretch);
    } else {
      strain = Math.max(strain, stretch);
    }
    if (frame % EVERY !== 0) {
      continue;
    }
    const found = countFrame(meshes, cloths, collider.body.positions);
    sums.frames += 1;
    for (const kind of ['body', 'cloth', 'free']) sums[kind] += found[kind];
    sums.declared += report.crossingsDeclared;
    sums.captured = Math.max(sums.captured, report.captured);
    sums.unequal += found.body + found.cloth === report.crossingsDeclared ? 0 : 1;
  }
  const [far, triangles] = [[...world.origin], collider.body.triangleCount];
  world.dispose();
  return { ...sums, lag, dropped, strain, pinched, repairs: collider.repairs, triangles, far };
}

const weft = await Weft.load();
let [passed, failed] = [0, 0];
for (const name of names) {
  const { clean, frames = 0 } = CHARACTERS[name];
  let found;
  try {
    found = await walk(weft, name, Math.max(asked, frames));
  } catch (error) {
    if (!(error instanceof Unreachable)) {
      throw error;
    }
    console.log(`${name}: SKIPPED, ${error.message}`);
    continue;
  }
  const ok =
    found.frames > 0 &&
    found.unequal === 0 &&
    found.free === 0 &&
    found.lag < MOST_LAG &&
    found.strain < MOST_STRAIN &&
    !(clean && found.captured + found.declared > 0);
  ok ? ++passed : ++failed;
  console.log(
    `${name} (${CHARACTERS[name].licence}): ${found.triangles} triangles, ${found.repairs.length} repairs; ` +
      `${found.frames} of ${Math.max(asked, frames)} frames counted: ${found.body} crossings with the body, ${found.cloth} of cloth, ` +
      `${found.declared} declared, in ${found.unequal} frames not as many as found, ${found.free} without a captured ` +
      `vertex; captured at most ${found.captured}, lag ${found.lag.toFixed(2)} m, ${found.dropped} pins dropped, the cape ` +
      `stretched by ${(100 * found.strain).toFixed(1)} %, where it is captured by ${(100 * found.pinched).toFixed(1)}; origin ${found.far.join(' ')}: ${ok ? 'ok' : 'FAILED'}`,
  );
  if (words.includes('--repairs')) {
    found.repairs.forEach(({ message }) => console.log(`  ${message}`));
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
