// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From a body of the scene that is no avatar to a mesh in its place.
import type { ScenePrimitive } from '../scene.js';
import { snapAll } from '../math/snap.js';
import { placePoints } from '../math/transform.js';
import { bezier } from './bezier.js';
import { box } from './box.js';
import type { Mesh } from './mesh.js';
import { capsule, cone, sphere, table, torus } from './solids.js';

const FLOOR_THICKNESS = 0.05;

/** Vertices and triangles of a primitive or mesh body, placed and snapped. */
export function buildPrimitive(body: ScenePrimitive): {
  positions: Float32Array;
  triangles: Uint32Array;
} {
  const mesh = shape(body);
  return {
    positions: snapAll(placePoints(mesh.positions, body)),
    triangles: Uint32Array.from(mesh.triangles),
  };
}

function shape(body: ScenePrimitive): Mesh {
  switch (body.kind) {
    case 'sphere':
      return sphere(body.radius, body.detail ?? 3);
    case 'torus':
      return torus(body.ring, body.tube, 64, 24);
    case 'cube': {
      const rounding = body.convex ? 0 : (body.rounding ?? body.size / 20);
      return box([body.size, body.size, body.size], rounding, [8, 8, 8]);
    }
    case 'box':
      return box(body.size, 0, [4, 4, 4]);
    case 'capsule':
      return capsule(body.radius, body.length, 48, 12);
    case 'hull':
      return body;
    case 'cone':
      return cone(body.radius, body.height, 48, 8);
    case 'table':
      return table(body.radius, body.thickness ?? 0.03, body.segments ?? 64, 6);
    case 'plane':
      return slab(body.size, body.thickness ?? 0.02);
    case 'floor':
      return slab([body.size ?? 4, body.size ?? 4], FLOOR_THICKNESS);
    case 'bezier':
      return bezier(body);
    case 'mesh':
      return body;
  }
}

/** A flat closed box whose upper face is at y = 0. */
function slab(size: [number, number], thickness: number): Mesh {
  const mesh = box([size[0], thickness, size[1]], 0, [16, 1, 16]);
  const at: [number, number, number] = [0, -thickness / 2, 0];
  return { positions: placePoints(mesh.positions, { at }), triangles: mesh.triangles };
}
