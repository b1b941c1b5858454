// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the cloth of any engine came to, by the same rules: stretch of edges, crossings by the independent count, depth.
import { countCrossings, joinMeshes } from '../../crossings/count.mjs';
import { bodyMesh } from './inputs.mjs';

/** A sheet lower than this under the sphere or the floor has left it, m. */
const LOST_M = -1;

function surfaceOf(vertexCount, faces) {
  const merge = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  return joinMeshes([{ vertexCount, faces, merge }]);
}

/** Largest length of an edge over its length at rest. */
export function peakStretch(sheet, x) {
  let most = 0;
  const length = (p, a, b) =>
    Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
  for (let i = 0; i < sheet.triangles.length; i += 3) {
    for (let k = 0; k < 3; ++k) {
      const [a, b] = [sheet.triangles[i + k], sheet.triangles[i + ((k + 1) % 3)]];
      most = Math.max(most, length(x, a, b) / length(sheet.positions, a, b));
    }
  }
  return most;
}

/** Edges of the sheet through itself, and edges of sheet and body through each other, at a moment. */
export function crossings(kind, sheet, x, seconds) {
  const cloth = surfaceOf(x.length / 3, sheet.triangles);
  const itself = countCrossings(cloth, x, cloth, x);
  const mesh = bodyMesh(kind, seconds);
  const body = surfaceOf(mesh.positions.length / 3, mesh.triangles);
  const through =
    countCrossings(cloth, x, body, mesh.positions) + countCrossings(body, mesh.positions, cloth, x);
  return { itself, through };
}

/** Whether the sheet exploded or slid off what it was to lie on. */
export function isLost(x) {
  let mean = 0;
  for (let i = 1; i < x.length; i += 3) mean += x[i] / (x.length / 3);
  return !Number.isFinite(mean) || mean < LOST_M || mean > 2;
}
