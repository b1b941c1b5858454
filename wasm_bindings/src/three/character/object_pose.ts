// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pose of an object as a body takes it. Matrices are made in double, relative to one place on the body, and rounded
// last.
import { Matrix4 } from 'three';
import type { Pose } from '../body_collider.js';
import { roundPlace, type Place } from '../character_pose.js';
import type { Character } from './character.js';
import { mix } from './skin.js';
import type { Surface } from './surface.js';

/** Follows a character; `surface` is the body in rest space. */
export function objectPose(character: Character, surface: Surface): () => Pose {
  const { slots } = character;
  const matrices = new Float32Array(12 * slots.length);
  const place: Place = [0, 0, 0];
  const matrix = new Matrix4();
  const shape = restShape(character, surface);
  return () => {
    character.update();
    slots.forEach((_, slot) => {
      const { elements } = character.slotMatrix(slot, matrix);
      if (slot === 0) {
        place.forEach((_, axis) => (place[axis] = roundPlace(elements[12 + axis])));
      }
      for (let row = 0; row < 3; ++row) {
        const at = 12 * slot + 4 * row;
        matrices[at] = elements[row];
        matrices[at + 1] = elements[4 + row];
        matrices[at + 2] = elements[8 + row];
        matrices[at + 3] = elements[12 + row] - place[row];
      }
    });
    return { matrices, place, rest: shape() };
  };
}

// The body's vertices with the morphs of now; undefined while they are those of its creation.
function restShape(character: Character, surface: Surface): () => Float32Array | undefined {
  const { blends, positions } = surface;
  const moved = mix(character.rest(), blends).map((x, i) => positions[i] - x);
  const influencesNow = () =>
    character.parts.flatMap(({ mesh }) => [...(mesh.morphTargetInfluences ?? [])]);
  const first = influencesNow();
  let [applied, shape]: [number[], Float32Array | undefined] = [first, undefined];
  return () => {
    const now = influencesNow();
    if (now.some((influence, i) => influence !== applied[i])) {
      applied = now;
      const isFirst = now.every((influence, i) => influence === first[i]);
      shape = isFirst
        ? undefined
        : Float32Array.from(mix(character.rest(), blends), (x, i) => x + moved[i]);
    }
    return shape;
  };
}
