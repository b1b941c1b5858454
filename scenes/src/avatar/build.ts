// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Builds a body that can be measured, dressed and animated: composed, set on the floor, smoothed where cloth would
// catch, rounded to the grid.

import type { Avatar, AvatarRender, Bone } from '../types.js';
import type { AvatarAsset } from './asset.js';
import { BODY_VERTICES } from './asset.js';
import { recipeOf } from './bodies.js';
import { BONES, PARENT } from './bones.js';
import { easeFace } from './face.js';
import { relaxHands } from './fingers.js';
import { snap, snapAll } from '../math/snap.js';
import { LANDMARKS, PRESSED_TOES, THUMB_WEBS } from './landmarks.js';
import { labelParts } from './parts.js';
import { buildRender, quadsToTriangles } from './render.js';
import { composeShape } from './shape.js';
import { smoothAround } from './smooth.js';
import { tubeFeet } from './tube_feet.js';

const METRES = 0.1; // the data is in decimetres
const NIPPLE_RADIUS = 0.025;
const NIPPLE_ROUNDS = 40;
const TOE_RADIUS = 0.004;
const TOE_ROUNDS = 2;
const WEB_RADIUS = 0.005;
const WEB_ROUNDS = 8;

/** Builds one of the bodies of `avatarNames`. */
export function buildAvatar(asset: AvatarAsset, bodyName: string): Avatar {
  const recipe = recipeOf(bodyName);
  const vertices = composeShape(asset, recipe.shape);
  relaxHands(asset, vertices);
  easeFace(asset, vertices);
  const floor = lowest(vertices);
  const toWorld = (v: Float64Array) => v.map((c, i) => (i % 3 === 1 ? c - floor : c) * METRES);
  const world = toWorld(vertices);
  const triangles = quadsToTriangles(asset.arrays.quads);
  const body = world.slice(0, 3 * BODY_VERTICES);
  const nipples = [LANDMARKS.nippleL, LANDMARKS.nippleR];
  smoothAround(body, triangles, nipples, NIPPLE_RADIUS, NIPPLE_ROUNDS);
  smoothAround(body, triangles, PRESSED_TOES, TOE_RADIUS, TOE_ROUNDS);
  smoothAround(body, triangles, THUMB_WEBS, WEB_RADIUS, WEB_ROUNDS);
  const positions = snapAll(body);
  const bones = bonesOf(asset, world);
  const boneIndices = Uint16Array.from(asset.arrays.boneIndices);
  const boneWeights = Uint16Array.from(asset.arrays.boneWeights);
  const solid = { positions, triangles, bones, boneIndices, boneWeights };
  let render: AvatarRender | undefined;
  return {
    name: bodyName,
    ...solid,
    parts: labelParts(triangles, boneIndices, boneWeights),
    landmarks: { ...LANDMARKS },
    morphs: [
      tubeFeet(
        asset,
        positions,
        bones.map((b) => b.head),
      ),
    ],
    /** Made when it is first asked for: cloth is cooked without it, and it takes as long as all else. */
    get render() {
      return (render ??= buildRender(asset, vertices, toWorld, recipe, solid));
    },
  };
}

function lowest(vertices: Float64Array): number {
  let low = Infinity;
  for (let v = 0; v < BODY_VERTICES; v++) low = Math.min(low, vertices[3 * v + 1]);
  return low;
}

// A bone's head is the mean of its joint vertices.
function bonesOf(asset: AvatarAsset, world: Float64Array): Bone[] {
  return BONES.map(([name], b) => {
    const ids = asset.joints[b];
    const mean = (k: number) =>
      snap(ids.reduce((sum, v) => sum + world[3 * v + k], 0) / ids.length);
    return { name, parent: PARENT[b], head: [mean(0), mean(1), mean(2)] };
  });
}
