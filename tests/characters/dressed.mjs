// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Characters with their clothes on, and what of them crosses.
import { forEachCrossing, joinMeshes } from '../crossings/count.mjs';
import { cape, skirt } from './garments.mjs';

/** A skirt and a cape for a character of characters.mjs, pinned to its collider. */
export function dress(world, { waist, knee, gap, shoulder, back, hips, chest }, collider) {
  const body = {
    positions: collider.body.positions.slice(),
    indices: collider.body.indices.slice(),
  };
  const [, ground] = world.origin; // heights are those of the scene
  const below = skirt(body, waist - ground, knee - ground, gap);
  const above = cape(body, below, shoulder + 0.02 - ground, knee + 0.2 - ground, back);
  return [
    [below, hips],
    [above, chest],
  ].map(([{ top, ...garment }, carrier]) => {
    const cloth = world.addCloth(garment);
    const bone = carrier && { bone: collider.bones.findIndex(carrier) };
    cloth.pinTo(collider, { vertices: Array.from({ length: top }, (_, v) => v), ...bone });
    return cloth;
  });
}

const surfaceOf = (mesh) => ({
  vertexCount: mesh.vertexCount,
  faces: mesh.indices.slice(),
  merge: Uint32Array.from({ length: mesh.vertexCount }, (_, v) => v),
});

function join(arrays, Kind) {
  const joined = new Kind(arrays.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of arrays) {
    joined.set(each, at);
    at += each.length;
  }
  return joined;
}

/** Body and cloths as `countFrame` takes them. */
export function surfaces(body, cloths) {
  return { body: joinMeshes([surfaceOf(body)]), cloth: joinMeshes(cloths.map(surfaceOf)) };
}

/** Crossings of cloth with the body and with cloth, and how many of the first have no captured vertex. */
export function countFrame({ cloth, body }, cloths, y) {
  const x = join(
    cloths.map((each) => each.positions),
    Float32Array,
  );
  const captured = join(
    cloths.map((each) => each.captured),
    Uint8Array,
  );
  const found = { body: 0, cloth: 0, free: 0 };
  const note = (vertices) => {
    found.body += 1;
    found.free += vertices.some((vertex) => captured[vertex]) ? 0 : 1;
  };
  forEachCrossing(cloth, x, body, y, (edge) => note(edge));
  forEachCrossing(body, y, cloth, x, (_, face) => note(face));
  forEachCrossing(cloth, x, cloth, x, () => (found.cloth += 1));
  return found;
}
