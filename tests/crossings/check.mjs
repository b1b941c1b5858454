// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// An independent count of crossings in dumped frames; it shares no code and no arithmetic with the core.
//
//     node tests/crossings/check.mjs DIR [--from K]
//
// prints {frames, cloth_body, cloth_cloth, per_frame}: edges of either surface that meet faces of the other, touching
// included, summed over the frames from number K on. A cloth against itself leaves out what shares a sewn vertex.
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { countCrossings, joinMeshes } from './count.mjs';
import { openDump } from './dump.mjs';

function joinPositions(dump, surface, frame) {
  const x = new Float32Array(3 * surface.vertexCount);
  let place = 0;
  for (const mesh of surface.meshes) {
    const part = dump.positions(mesh, frame);
    if (!part.every(Number.isFinite)) {
      throw new Error(`${mesh.name}: frame ${frame} has a coordinate that is not finite`);
    }
    x.set(part, place);
    place += part.length;
  }
  return x;
}

/** Counts the crossings of every frame from number `from` on. */
export function checkDump(folder, from = 0) {
  const dump = openDump(folder);
  const cloth = joinMeshes(dump.meshes.filter((mesh) => mesh.kind === 'cloth'));
  const body = joinMeshes(dump.meshes.filter((mesh) => mesh.kind === 'body'));
  const perFrame = dump.frames
    .filter((frame) => frame >= from)
    .map((frame) => {
      const x = joinPositions(dump, cloth, frame);
      const y = joinPositions(dump, body, frame);
      const clothBody = countCrossings(cloth, x, body, y) + countCrossings(body, y, cloth, x);
      return { frame, cloth_body: clothBody, cloth_cloth: countCrossings(cloth, x, cloth, x) };
    });
  const total = (key) => perFrame.reduce((sum, counts) => sum + counts[key], 0);
  return {
    frames: perFrame.length,
    cloth_body: total('cloth_body'),
    cloth_cloth: total('cloth_cloth'),
    per_frame: perFrame,
  };
}

function main() {
  const usage = 'usage: node tests/crossings/check.mjs DIR [--from K]';
  let given;
  try {
    given = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    return 2;
  }
  const from = Number(given.values.from ?? 0);
  if (given.positionals.length !== 1 || !Number.isInteger(from)) {
    console.error(usage);
    return 2;
  }
  try {
    console.log(JSON.stringify(checkDump(given.positionals[0], from)));
    return 0;
  } catch (error) {
    console.error(error.message);
    return 2;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = main();
}
