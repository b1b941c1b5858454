// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Weft on the inputs that all share: one wasm thread, self-contact and audit on, defaults otherwise.
import { statSync } from 'node:fs';
import { Weft } from 'weft-cloth';
import { bodyMesh, COMMON, torusPositions } from './inputs.mjs';

export async function loadWeft() {
  const weft = await Weft.load();
  return {
    name: 'Weft',
    settings: () => 'defaults',
    moduleBytes: statSync(new URL('../../../build/wasm/wasm_bindings/weft.wasm', import.meta.url))
      .size,
    sleeps: true,
    start: (kind, sheet, n, sleep = false) => start(weft, kind, sheet, sleep),
  };
}

/** What the sheet falls on: the ball and the floor are what they are, as Jolt has them, too. */
function bodyOf(kind) {
  if (kind === 'sphere') return { shape: { sphere: { radius: COMMON.sphereRadiusM } } };
  if (kind === 'fold') return { shape: { plane: {} } };
  const mesh = bodyMesh(kind, 0);
  return { positions: mesh.positions, indices: mesh.triangles };
}

function start(weft, kind, sheet, sleep) {
  const world = weft.createWorld({ contactRadius: COMMON.thicknessM, sleep });
  const body = world.addBody(bodyOf(kind));
  const cloth = world.addCloth({
    positions: sheet.positions,
    indices: sheet.triangles,
    fabric: { preset: 'cotton', density: COMMON.massKg, frictionBody: COMMON.friction },
  });
  let step = 0;
  return {
    step() {
      ++step;
      if (kind === 'deform') body.setPositions(torusPositions(step * COMMON.frameSeconds));
      world.step();
    },
    positions: () => Float32Array.from(cloth.positions),
    end: () => world.dispose(),
  };
}
