// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Colliders take the origin along. One that is far from it moves it to the middle of all colliders of its world, in
// whole metres, so that two that stand apart do not pull it to and fro.
import type { Body } from './body.js';
import * as check from './checks.js';
import { WeftError } from './error.js';
import type { Vector3 } from './types.js';
import type { World } from './world.js';

/** A collider farther than this from the origin along an axis, m, moves it. */
const FAR = 3;

const places = new WeakMap<World, Map<Body, Vector3>>();

/** As far as a body may be from the origin, m: where colliders are too far apart, it stays. */
const REACH = 4;
const FARTHEST = 1e9; // m: as far as an origin goes
const NONE: Float32Array = new Float32Array(0);

/** Refuses a pose that stands nowhere: the origin is not to follow it, and no body to be added for it. */
export function requirePose(matrices: Float32Array, place: Vector3, rest = NONE): void {
  const bad =
    check.badFloat('matrices', matrices, 12) ??
    check.badFloat('rest', rest, 3) ??
    check.badFloat('place', Float32Array.from(place), 3, FARTHEST);
  if (bad) {
    throw bad;
  }
}

/** What follows a pose, once the pose of now is found to be one. */
export function soundPose<
  T extends { matrices: Float32Array; place: Vector3; rest?: Float32Array },
>(pose: () => T): () => T {
  const { matrices, place, rest } = pose();
  requirePose(matrices, place, rest);
  return pose;
}

/** Tells where a collider's body is, m. What it returns takes all of that back. */
export function followOrigin(world: World, body: Body, place: Vector3): () => void {
  const all = places.get(world) ?? new Map<Body, Vector3>();
  const [before, from] = [all.get(body), world.origin];
  places.set(world, all.set(body, [...place]));
  const to = middleOf(world, all);
  const moved =
    !isWithin(FAR, place, from) && isWithin(REACH, place, to) && moveOrigin(world, to, from);
  return () => {
    if (before) {
      all.set(body, before);
    } else {
      all.delete(body);
    }
    if (moved) {
      moveOrigin(world, from, world.origin);
    }
  };
}

function isWithin(reach: number, place: Vector3, from: readonly number[]): boolean {
  return place.every((x, axis) => Math.abs(x - from[axis]) <= reach);
}

function middleOf(world: World, all: ReadonlyMap<Body, Vector3>): number[] {
  const here = [...all].filter(([each]) => world.bodies.includes(each));
  return [0, 1, 2].map((axis) => {
    const along = here.map(([, each]) => each[axis]);
    return Math.round((Math.min(...along) + Math.max(...along)) / 2);
  });
}

// Cloth that stays behind keeps the origin where it is; the body's own range then says when it is too far.
function moveOrigin(world: World, to: readonly number[], from: Vector3): boolean {
  if (to.every((x, axis) => x === from[axis])) {
    return false;
  }
  try {
    world.setOrigin(to[0], to[1], to[2]);
    return true;
  } catch (error) {
    if (error instanceof WeftError && error.code === 'WEFT_ERROR_INVALID_ARGUMENT') {
      return false;
    }
    throw error;
  }
}
