// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Colliders take the origin along. One that is far from it moves it to the middle of all colliders of its world, in
// whole metres, so that two that stand apart do not pull it to and fro.
import type { Body } from './body.js';
import { WeftError } from './error.js';
import type { Vector3 } from './types.js';
import type { World } from './world.js';

/** A collider farther than this from the origin along an axis, m, moves it. */
const FAR = 3;

const places = new WeakMap<World, Map<Body, Vector3>>();

/** Tells where a collider's body is, m. True when the origin moved. */
export function followOrigin(world: World, body: Body, place: Vector3): boolean {
  const all = places.get(world) ?? new Map<Body, Vector3>();
  places.set(world, all.set(body, place));
  const from = world.origin;
  if (place.every((x, axis) => Math.abs(x - from[axis]) <= FAR)) {
    return false;
  }
  const here = [...all].filter(([each]) => world.bodies.includes(each));
  const to = [0, 1, 2].map((axis) => {
    const along = here.map(([, each]) => each[axis]);
    return Math.round((Math.min(...along) + Math.max(...along)) / 2);
  });
  return to.some((x, axis) => x !== from[axis]) && moveOrigin(world, to);
}

// Cloth that stays behind keeps the origin where it is; the body's own range then says when it is too far.
function moveOrigin(world: World, [x, y, z]: readonly number[]): boolean {
  try {
    world.setOrigin(x, y, z);
    return true;
  } catch (error) {
    if (error instanceof WeftError && error.code === 'WEFT_ERROR_INVALID_ARGUMENT') {
      return false;
    }
    throw error;
  }
}
