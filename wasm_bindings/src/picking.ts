// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a ray meets cloth and bodies, in the state of the last step. A pointer asks once a frame, so every triangle of
// what the ray's box test lets through is tried: no structure has to be kept for it.
// Möller, Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
import type { Body } from './body.js';
import * as check from './checks.js';
import type { Cloth } from './cloth.js';
import type { PickHit, PickOptions, VectorLike } from './types.js';
import type { World } from './world.js';

interface Ray {
  origin: readonly number[];
  direction: readonly number[]; // unit
  farthest: number;
}

interface Struck {
  object: Cloth | Body;
  triangle: number;
  distance: number;
  barycentric: [number, number, number];
}

/** The closest hit of a ray with what may be hit, from either side; undefined when it meets nothing. */
export function pick(
  world: World,
  origin: VectorLike,
  direction: VectorLike,
  given: PickOptions = {},
): PickHit | undefined {
  const options = check.options('options', given, ['maxDistance', 'cloths', 'bodies']);
  const ray = readRay(origin, direction, options.maxDistance);
  void world.pointer; // of a disposed world there is nothing to ask, so no other question would throw
  const objects = [
    ...among('cloths', options.cloths, world.cloths),
    ...among('bodies', options.bodies, world.bodies),
  ];
  let closest: Struck | undefined;
  for (const object of objects) {
    closest = strike(object, { ...ray, farthest: closest?.distance ?? ray.farthest }) ?? closest;
  }
  return closest && describe(world, closest, ray);
}

function readRay(origin: VectorLike, direction: VectorLike, maxDistance = Infinity): Ray {
  const from = check.vector('origin', origin);
  const way = check.vector('direction', direction);
  const length = Math.hypot(...way);
  if (!(length > 0)) {
    check.refuse('direction', 'it has no length');
  }
  if (maxDistance !== Infinity) {
    check.oneNumber('maxDistance', maxDistance, { least: 0 });
  }
  return { origin: from, direction: way.map((x) => x / length), farthest: maxDistance };
}

function among<T extends Cloth | Body>(
  where: string,
  chosen: readonly T[] | undefined,
  all: readonly T[],
): readonly T[] {
  if (chosen === undefined) {
    return all;
  }
  if (!Array.isArray(chosen)) {
    check.refuse(where, `${check.shown(chosen)} is not an array`);
  }
  chosen.forEach((object, i) => {
    if (!all.includes(object)) {
      check.refuse(where, `element ${i} is not of this world`, i);
    }
  });
  return chosen;
}

function strike(object: Cloth | Body, ray: Ray): Struck | undefined {
  const { positions, indices } = object;
  if (!meetsBox(positions, ray)) {
    return undefined;
  }
  let found: Struck | undefined;
  let { farthest } = ray;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const hit = meetTriangle(positions, indices, corner, ray);
    if (hit && hit.distance <= farthest) {
      farthest = hit.distance;
      found = { object, triangle: corner / 3, ...hit };
    }
  }
  return found;
}

// The part of the ray that lies between the planes of the box, axis by axis.
function meetsBox(positions: Float32Array, { origin, direction, farthest }: Ray): boolean {
  let [from, to] = [0, farthest];
  for (let axis = 0; axis < 3; ++axis) {
    let [least, most] = [Infinity, -Infinity];
    for (let i = axis; i < positions.length; i += 3) {
      least = Math.min(least, positions[i]);
      most = Math.max(most, positions[i]);
    }
    const slack = 1e-6; // m: a flat cloth has a box without thickness
    const [a, b] = [least - slack - origin[axis], most + slack - origin[axis]];
    if (direction[axis] === 0) {
      if (a > 0 || b < 0) {
        return false;
      }
      continue;
    }
    const [near, far] = [a / direction[axis], b / direction[axis]];
    from = Math.max(from, Math.min(near, far));
    to = Math.min(to, Math.max(near, far));
  }
  return from <= to;
}

function meetTriangle(
  positions: Float32Array,
  indices: Uint32Array,
  corner: number,
  { origin: o, direction: d }: Ray,
): Pick<Struck, 'distance' | 'barycentric'> | undefined {
  const [i, j, k] = [3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2]];
  const [ax, ay, az] = [positions[i], positions[i + 1], positions[i + 2]];
  const [ux, uy, uz] = [positions[j] - ax, positions[j + 1] - ay, positions[j + 2] - az];
  const [vx, vy, vz] = [positions[k] - ax, positions[k + 1] - ay, positions[k + 2] - az];
  const [px, py, pz] = [d[1] * vz - d[2] * vy, d[2] * vx - d[0] * vz, d[0] * vy - d[1] * vx];
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) {
    return undefined;
  }
  const [tx, ty, tz] = [o[0] - ax, o[1] - ay, o[2] - az];
  const b = (tx * px + ty * py + tz * pz) / determinant;
  const [qx, qy, qz] = [ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux];
  const c = (d[0] * qx + d[1] * qy + d[2] * qz) / determinant;
  const distance = (vx * qx + vy * qy + vz * qz) / determinant;
  const inside = b >= 0 && c >= 0 && b + c <= 1 && distance >= 0;
  return inside ? { distance, barycentric: [1 - b - c, b, c] } : undefined;
}

function describe(world: World, struck: Struck, { origin, direction }: Ray): PickHit {
  const { object, triangle, distance, barycentric } = struck;
  const nearest = barycentric.indexOf(Math.max(...barycentric));
  return {
    cloth: world.cloths.find((cloth) => cloth === object),
    body: world.bodies.find((body) => body === object),
    triangle,
    barycentric,
    vertex: object.indices[3 * triangle + nearest],
    place: [0, 1, 2].map((axis) => origin[axis] + distance * direction[axis]) as PickHit['place'],
    distance,
  };
}
