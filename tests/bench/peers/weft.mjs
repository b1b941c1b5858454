// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Weft on the inputs that all share: one wasm thread or several, self-contact and audit on, defaults otherwise.
import { statSync } from 'node:fs';
import { Weft } from 'weft-cloth';
import { bodyMesh, COMMON } from './inputs.mjs';

export async function loadWeft(threads = 1) {
  const weft = await Weft.load({ threads });
  const module =
    threads === 1 ? 'wasm/wasm_bindings/weft' : 'wasm-threads/wasm_bindings/weft-threads';
  return {
    name: 'Weft',
    settings: () => (threads === 1 ? 'defaults' : `defaults, ${threads} threads`),
    moduleBytes: statSync(new URL(`../../../build/${module}.wasm`, import.meta.url)).size,
    sleeps: true,
    start: (kind, sheet, n, sleep = false) => start(weft, threads, kind, sheet, sleep),
  };
}

/** What the sheet falls on: the ball and the floor are what they are, as Jolt has them, too. */
function bodyOf(kind) {
  if (kind === 'sphere') return { shape: { sphere: { radius: COMMON.sphereRadiusM } } };
  if (kind === 'fold') return { shape: { plane: {} } };
  const mesh = bodyMesh(kind, 0);
  return { positions: mesh.positions, indices: mesh.triangles };
}

function start(weft, threads, kind, sheet, sleep) {
  const world = weft.createWorld({ contactRadius: COMMON.thicknessM, sleep });
  if (world.threadCount !== threads) {
    throw new Error(`${world.threadCount} threads: ${weft.threadsNote}`);
  }
  const body = world.addBody(bodyOf(kind));
  const cloth = world.addCloth({
    positions: sheet.positions,
    indices: sheet.triangles,
    fabric: { preset: 'cotton', density: COMMON.massKg, frictionBody: COMMON.friction },
  });
  return {
    step(moved) {
      if (moved) body.setPositions(moved);
      world.step();
    },
    positions: () => Float32Array.from(cloth.positions),
    end: () => world.dispose(),
  };
}
