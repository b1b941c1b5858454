// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Edges that a scene fixes to the wearer: `node tests/crossings/fixtures.mjs`. Each garment walks with its cuffs fixed
// and without. When it hangs, every vertex of the cuffs has a nearest vertex of the skin. With fixtures it keeps its
// distance from that one, and nothing crosses by the independent count; without them the same vertices leave.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDump } from './check.mjs';
import { openDump } from './dump.mjs';

const RUNS = [
  { scene: 'walk-trousers', steps: 400 },
  { scene: 'walk-shirt', steps: 240 },
];
const EVERY = 4;
/** A distance to the skin changes by at most so much with fixtures, and by at least so much without, m. */
const HELD = 1e-5;
const LEFT = 0.02;
const PIN_EVENT = 13;

const root = fileURLToPath(new URL('../../', import.meta.url));
const weft = (...words) =>
  execFileSync('node', [`${root}wasm_bindings/bin/weft.mjs`, ...words.map(String)], {
    encoding: 'utf8',
  });
let [passed, failed] = [0, 0];

for (const run of RUNS) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-fixtures-'));
  try {
    walkBoth(run, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function walkBoth({ scene, steps }, folder) {
  const fixed = walk(scene, ['cuffs'], steps, join(folder, 'fixed'));
  const pins = pinEvents(join(folder, 'fixed.weft'));
  const free = walk(scene, [], steps, join(folder, 'free'));
  const [held, left] = [fixed, free].map(({ dump }) => mostChange(dump, pins));
  check(`${scene}: cuffs keep ${mm(held)} mm`, held <= HELD);
  check(`${scene}: they leave by ${mm(left)} mm without fixtures`, left >= LEFT);
  const { cloth_body, cloth_cloth } = checkDump(join(folder, 'fixed'), pins.from);
  check(`${scene}: ${cloth_body} and ${cloth_cloth} crossings`, cloth_body + cloth_cloth === 0);
  const { pins_dropped: dropped, crossings } = fixed.report;
  check(`${scene}: ${dropped} fixtures lost`, dropped === 0);
  check(`${scene}: ${crossings.declared} crossings declared`, crossings.declared === 0);
}

function walk(name, fixtures, steps, place) {
  const scene = JSON.parse(readFileSync(`${root}scenes/${name}.json`, 'utf8'));
  scene.cloths[0].fixtures = fixtures;
  writeFileSync(`${place}.json`, JSON.stringify(scene));
  weft('cook', `${place}.json`, '-o', `${place}.weft`);
  const run = ['run', `${place}.weft`, '--engine', 'native', '--json', '--steps', steps];
  const report = JSON.parse(weft(...run, '--dump', place, '--every', EVERY));
  return { report, dump: openDump(place) };
}

/** The vertices that a cooked scene pins by events, and the first frame that is dumped when it has. */
function pinEvents(file) {
  const bytes = readFileSync(file);
  const word = (at) => bytes.readUInt32LE(at);
  const sections = Array.from({ length: word(12) }, (_, i) => 32 + 16 * i);
  const events = sections.find((at) => bytes.toString('latin1', at, at + 4) === 'EVNT');
  const [first, size] = [word(events + 8), word(events + 12)];
  const all = Array.from({ length: size / 48 }, (_, i) => first + 48 * i);
  const pins = all.filter((at) => word(at + 4) === PIN_EVENT);
  return { from: Math.ceil(word(pins[0]) / EVERY), vertices: pins.map((at) => word(at + 12)) };
}

/** How much the distance of a vertex from the one that was nearest to it changes at most, m. */
function mostChange(dump, { from, vertices }) {
  const [cloth, body] = ['cloth', 'body'].map((kind) => dump.meshes.find((m) => m.kind === kind));
  const [first, ...later] = dump.frames.filter((frame) => frame >= from);
  const start = dump.positions(cloth, first);
  const skin = dump.positions(body, first);
  const near = vertices.map((v) => nearest(start, v, skin));
  let most = 0;
  for (const frame of later) {
    const [x, y] = [cloth, body].map((mesh) => dump.positions(mesh, frame));
    vertices.forEach((v, i) => {
      most = Math.max(most, Math.abs(distance(x, v, y, near[i].vertex) - near[i].distance));
    });
  }
  return most;
}

function nearest(x, v, skin) {
  let best = { vertex: 0, distance: Infinity };
  for (let w = 0; 3 * w < skin.length; w++) {
    const d = distance(x, v, skin, w);
    if (d < best.distance) best = { vertex: w, distance: d };
  }
  return best;
}

function distance(x, v, y, w) {
  return Math.hypot(...[0, 1, 2].map((k) => x[3 * v + k] - y[3 * w + k]));
}

function mm(metres) {
  return (1000 * metres).toFixed(3);
}

function check(sentence, ok) {
  console.log(`${sentence}: ${ok ? 'ok' : 'FAILED'}`);
  if (ok) passed++;
  else failed++;
}
