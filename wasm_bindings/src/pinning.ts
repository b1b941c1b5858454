// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pins that come and go while the world runs, as events: to a place, by a spring, and to a body, where each vertex
// takes the nearest place of the skin, or of the skin that one bone carries, and then turns with it, or with the bone.
import type { Body } from './body.js';
import * as check from './checks.js';
import type { Cloth } from './cloth.js';
import { invalidArgument } from './error.js';
import { NearestSkin } from './nearest_skin.js';
import { PIN_KINDS } from './registry.js';
import type { ColliderLike, PinOptions, PinToOptions, VectorLike, WeftEvent } from './types.js';

const MOST_STIFFNESS = 1e7; // N/m

/** Pins a vertex to a place, or where it is; with a stiffness by a spring. */
export function pin(
  cloth: Cloth,
  vertex: number,
  place?: VectorLike,
  given: PinOptions = {},
): void {
  const { stiffness } = check.options('options', given, ['stiffness']);
  checkVertex(cloth, 'vertex', vertex);
  const to = place === undefined ? placeOf(cloth.positions, vertex) : check.vector('place', place);
  const spring = stiffness !== undefined;
  if (spring) {
    check.oneNumber('stiffness', stiffness, { least: 0, most: MOST_STIFFNESS });
  }
  const kind = spring ? PIN_KINDS.spring : PIN_KINDS.fixed;
  const p = [kind, 0, 0, ...to, stiffness ?? 0];
  cloth.world.pushEvent({ kind: 'pin', target: cloth.index, index: vertex, p });
}

/** Drops the pins of a vertex, of several, or all. */
export function unpin(cloth: Cloth, vertices?: number | check.WholesLike): void {
  const { world, index: target } = cloth;
  if (vertices === undefined) {
    world.pushEvents(Object.values(PIN_KINDS).map((index) => ({ kind: 'release', target, index })));
    return;
  }
  const list = typeof vertices === 'number' ? [vertices] : readVertices(cloth, vertices);
  list.forEach((vertex) => checkVertex(cloth, 'vertices', vertex));
  world.pushEvents(Array.from(list, (index) => ({ kind: 'unpin', target, index })));
}

/** Pins vertices to the nearest places of a body. */
export function pinTo(cloth: Cloth, collider: Body | ColliderLike, given: PinToOptions): void {
  const options = check.options('options', given, ['vertices', 'bone']);
  const body = ((collider as Partial<ColliderLike> | null)?.body ?? collider) as Body;
  if (!cloth.world.bodies.includes(body)) {
    throw invalidArgument('collider: it is not a body of the world of this cloth.');
  }
  const vertices = readVertices(cloth, options.vertices);
  const points = Array.from(vertices, (vertex) => placeOf(cloth.positions, vertex));
  const near = skinOf(body, readBone(collider, body, options.bone)).verticesNear(points);
  const events = Array.from(vertices, (vertex, i): WeftEvent => {
    const p = [PIN_KINDS.body, body.index, near[i], 0, 0, 0, 0];
    return { kind: 'pin', target: cloth.index, index: vertex, p };
  });
  cloth.world.pushEvents(events);
}

/** The body of a collider, and options whose bone, where it has a name, has a number instead. */
export function namedBone(
  collider: unknown,
  given: PinToOptions,
): [body: unknown, options: PinToOptions] {
  const { body, bones = [] } = (collider ?? {}) as Partial<ColliderLike>;
  if (typeof given?.bone !== 'string') {
    return [body ?? collider, given];
  }
  return [body ?? collider, { ...given, bone: boneByName(bones, given.bone) }];
}

function boneByName(bones: readonly { name: string }[], bone: string): number {
  if (!Array.isArray(bones)) {
    check.refuse('bones', `${check.shown(bones)} is not an array of bones`);
  }
  const names = (bones as { name: string }[]).map((each) => String(each?.name));
  return names.indexOf(check.oneOf('bone', bone, names));
}

/** Throws unless a number is that of a vertex. */
export function checkVertex(cloth: Cloth, where: string, vertex: number): void {
  check.oneNumber(where, vertex, { least: 0, most: cloth.vertexCount - 1, whole: true });
}

/** The place of a vertex in an array of triples. */
export function placeOf(positions: Float32Array, vertex: number): [number, number, number] {
  const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
  return [x, y, z];
}

function readVertices(cloth: Cloth, given: check.WholesLike): Uint32Array {
  return check.wholes('vertices', given, { width: 1 }, cloth.vertexCount - 1);
}

function readBone(
  collider: Body | ColliderLike,
  body: Body,
  bone: number | string | undefined,
): number | undefined {
  if (bone === undefined) {
    return undefined;
  }
  if (typeof bone === 'number') {
    return check.oneNumber('bone', bone, { least: 0, most: body.boneCount - 1, whole: true });
  }
  return boneByName((collider as ColliderLike).bones ?? [], bone);
}

// The skin that a bone carries more than any other does; all of it without a bone.
function skinOf(body: Body, bone: number | undefined): NearestSkin {
  const bones = body.boneIndices;
  const skin = new NearestSkin(body, (vertex) => bone === undefined || bones[4 * vertex] === bone);
  if (skin.isEmpty) {
    throw invalidArgument(
      `bone: no vertex of "${body.name}" follows bone ${bone} more than others.`,
    );
  }
  return skin;
}
