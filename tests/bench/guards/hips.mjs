// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How far the waist of a walking skirt turns round the hips. A vertex of the waist is followed against the vertex of the
// body that it was nearest to, along the way round the vertical axis through the middle of the waist; the mean over
// the waist is how far it has turned.
import { startsOf } from './starts.mjs';

const STEPS = 3300; // 55 s
const START = 300; // worn, in its stride
const EVERY = 20;
/** The waist: so far below the top of the skirt, m. */
const BAND = 0.03;

function nearest(x, at, points) {
  let [best, least] = [0, Infinity];
  for (let i = 0; i < points.length; i += 3) {
    const distance = Math.hypot(...[0, 1, 2].map((k) => points[i + k] - x[at + k]));
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

/** Millimetres along the way round, cloth less body, mean over the pairs. */
function turned(x, body, pairs) {
  const middle = [0, 2].map(
    (axis) => pairs.reduce((sum, [v]) => sum + x[v + axis], 0) / pairs.length,
  );
  const along = pairs.map(([v, b]) => {
    const out = [x[v] - middle[0], x[v + 2] - middle[1]];
    return (
      (out[0] * (x[v + 2] - body[b + 2]) - out[1] * (x[v] - body[b])) / Math.hypot(out[0], out[1])
    );
  });
  return (1000 * along.reduce((sum, way) => sum + way, 0)) / pairs.length;
}

/** The largest turns of the waist since the skirt is worn, mm, of runs that start a tenth of a millimetre apart; the first as it is. */
export function hipCreeps(native, runs) {
  return startsOf(native, 'walk-skirt', runs).map((scene) => hipCreep(native, scene));
}

function hipCreep(native, scene) {
  return native.run(scene, { steps: STEPS, every: EVERY }, ({ dump }) => {
    const cloth = dump.meshes.find((mesh) => mesh.kind === 'cloth');
    const body = dump.meshes.find((mesh) => mesh.kind === 'body');
    const at = (mesh, step) => dump.positions(mesh, step / EVERY);
    const [x, y] = [at(cloth, START), at(body, START)];
    const top = x.reduce((most, value, i) => (i % 3 === 1 ? Math.max(most, value) : most), 0);
    const pairs = [];
    for (let v = 0; v < x.length; v += 3) {
      if (x[v + 1] > top - BAND) pairs.push([v, nearest(x, v, y)]);
    }
    const start = turned(x, y, pairs);
    let most = 0;
    for (let step = START; step <= STEPS; step += EVERY) {
      most = Math.max(most, Math.abs(turned(at(cloth, step), at(body, step), pairs) - start));
    }
    return most;
  });
}
