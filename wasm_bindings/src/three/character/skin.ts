// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a body needs of a character: rest positions, four bones per vertex, and parts made thicker or thinner.
import { Matrix4, Vector3 } from 'three';
import type { Character } from './character.js';
import { isWithin, type Pattern } from './patterns.js';
import { areaNormal, type Blend, type Surface } from './surface.js';

/** A part that is made thicker, or thinner where `by` is negative. */
export interface Padding {
  /** Names of bones or rigid meshes, with all below them. */
  part: Pattern;
  /** m, along the normals. */
  by: number;
}

const BONES = 4;

/** Bones and weights of a surface's vertices: the four that weigh most, scaled to the sum of all. */
export function readSkin(character: Character, blends: readonly Blend[]) {
  const boneIndices = new Uint16Array(BONES * blends.length);
  const boneWeights = new Float32Array(BONES * blends.length);
  blends.forEach((blend, vertex) => {
    const all = [...character.skinOf(blend)].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const kept = all.slice(0, BONES);
    const sum = kept.reduce((total, [, weight]) => total + weight, 0);
    kept.forEach(([slot, weight], k) => {
      boneIndices[BONES * vertex + k] = slot;
      boneWeights[BONES * vertex + k] = weight / sum;
    });
  });
  return { boneIndices, boneWeights };
}

/** Blended matrix of a mixture of vertices, from rest space to where it stands now. */
export function blendedMatrix(
  character: Character,
  blend: Blend,
  matrices: readonly Matrix4[],
): Matrix4 {
  const sum = new Matrix4();
  sum.elements.fill(0);
  for (const [slot, weight] of character.skinOf(blend)) {
    matrices[slot].elements.forEach((x, i) => (sum.elements[i] += weight * x));
  }
  return sum;
}

/** The matrices of now. */
export function slotMatrices(character: Character): Matrix4[] {
  return character.slots.map((_, slot) => character.slotMatrix(slot, new Matrix4()));
}

/** Where vertices stand now, 3 each, m. */
export function posedPositions(character: Character, surface: Surface): Float64Array {
  const matrices = slotMatrices(character);
  const posed = new Float64Array(surface.positions.length);
  const place = new Vector3();
  surface.blends.forEach((blend, vertex) => {
    place.fromArray(surface.positions, 3 * vertex);
    place.applyMatrix4(blendedMatrix(character, blend, matrices)).toArray(posed, 3 * vertex);
  });
  return posed;
}

/** Mixtures of the character's vertices, 3 numbers each. */
export function mix(values: ArrayLike<number>, blends: readonly Blend[]): Float64Array {
  const mixed = new Float64Array(3 * blends.length);
  blends.forEach((blend, vertex) => {
    for (const [source, share] of blend) {
      for (let axis = 0; axis < 3; ++axis) {
        mixed[3 * vertex + axis] += share * values[3 * source + axis];
      }
    }
  });
  return mixed;
}

/** Moves vertices along their normals by what the paddings of their bones ask for, in place. */
export function pad(character: Character, surface: Surface, paddings: readonly Padding[]): void {
  const ofSlot = character.slots.map(({ object }) =>
    paddings.reduce((sum, { part, by }) => sum + (isWithin(object, null, [part]) ? by : 0), 0),
  );
  if (ofSlot.every((by) => by === 0)) {
    return;
  }
  const normals = vertexNormals(surface);
  surface.blends.forEach((blend, vertex) => {
    let by = 0;
    character.skinOf(blend).forEach((weight, slot) => (by += weight * ofSlot[slot]));
    for (let axis = 0; axis < 3; ++axis) {
      surface.positions[3 * vertex + axis] += by * normals[3 * vertex + axis];
    }
  });
}

function vertexNormals({ positions, triangles }: Surface): Float64Array {
  const normals = new Float64Array(positions.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const corner = triangles.slice(i, i + 3);
    const normal = areaNormal(positions, corner[0], corner[1], corner[2]);
    corner.forEach((vertex) => normal.forEach((x, axis) => (normals[3 * vertex + axis] += x)));
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]) || 1;
    normals[i] /= length;
    normals[i + 1] /= length;
    normals[i + 2] /= length;
  }
  return normals;
}
