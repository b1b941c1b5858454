// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where three.js draws the vertices of a skinned mesh: modelMatrix * bindMatrixInverse * sum of
// weight * bone * boneInverse * bindMatrix * (position + morphs). The matrices are made here and not read from the
// mesh, where some of them are those of the last rendered frame.
import { AttachedBindMode, Matrix4, type SkinnedMesh } from 'three';
import { invalidAt } from '../error.js';

/** An affine map from the mesh's own space to the rest space of a body: metres, small numbers. */
export interface RestSpace {
  /** Metres per unit of the mesh. */
  scale: number;
  /** The point of the mesh, in its own units, that becomes the origin. */
  centre: readonly [number, number, number];
  /** Is the character drawn inside out of what its mesh says: a mirrored scale? Then x is mirrored, too. */
  mirrored: boolean;
  /** Do the weights of every vertex sum to one? Others shrink the character towards the origin of its mesh. */
  unitWeights: boolean;
}

const unbind = new Matrix4();
const bone = new Matrix4();
const identity = new Matrix4();
const fromRest = new Matrix4();

/** Brings mesh and bones up to date, whatever was rendered when. */
export function updateCharacter(mesh: SkinnedMesh): void {
  if (!mesh.skeleton) {
    throw invalidAt('mesh', -1, `"${mesh.name}" has lost its skeleton.`);
  }
  mesh.updateWorldMatrix(true, false);
  for (const root of boneRoots(mesh)) {
    root.updateWorldMatrix(true, true);
  }
}

/** Bones whose parents are not bones of the skeleton: what is below them is updated with them. */
function boneRoots(mesh: SkinnedMesh) {
  const bones = new Set<unknown>(mesh.skeleton.bones);
  return mesh.skeleton.bones.filter((each) => each && !bones.has(each.parent));
}

/** Takes a point of the rest space back to the mesh's own space. */
function restToMesh(rest: RestSpace, to: Matrix4): Matrix4 {
  const unit = 1 / rest.scale;
  const [x, y, z] = rest.centre;
  const across = rest.mirrored ? -unit : unit;
  return to.set(across, 0, 0, x, 0, unit, 0, y, 0, 0, unit, z, 0, 0, 0, 1);
}

// What turns the sum over bones into world space; the inverse that a moving mesh needs is the one of now.
function sumToWorld(mesh: SkinnedMesh): Matrix4 {
  if (mesh.bindMode === AttachedBindMode) {
    return unbind.identity(); // matrixWorld times its own inverse
  }
  return unbind.copy(mesh.bindMatrix).invert().premultiply(mesh.matrixWorld);
}

function boneMatrix({ skeleton, bindMatrix }: SkinnedMesh, index: number, outer: Matrix4): Matrix4 {
  return bone
    .multiplyMatrices(outer, skeleton.bones[index]?.matrixWorld ?? identity)
    .multiply(skeleton.boneInverses[index] ?? identity)
    .multiply(bindMatrix);
}

/** The map of the first bone, from the mesh's own space to the world: it tells size and handedness. */
export function firstBoneToWorld(mesh: SkinnedMesh): Matrix4 {
  return boneMatrix(mesh, 0, sumToWorld(mesh)).clone();
}

/** m. */
export type Place = [number, number, number];

/** A place as `setOrigin` knows places: a difference of two is exact. */
export const roundPlace = (x: number): number => Math.round(1024 * x) / 1024;

/** Writes the pose of now: 12 numbers per bone, from rest space to the world moved back by `place`. */
export function readPose(mesh: SkinnedMesh, rest: RestSpace, to: Float32Array, place: Place): void {
  restToMesh(rest, fromRest);
  const outer = sumToWorld(mesh);
  const near = rest.unitWeights ? boneMatrix(mesh, 0, outer).multiply(fromRest) : mesh.matrixWorld;
  for (let axis = 0; axis < 3; ++axis) {
    place[axis] = roundPlace(near.elements[12 + axis]);
  }
  for (let index = 0; index < mesh.skeleton.bones.length; ++index) {
    const { elements } = boneMatrix(mesh, index, outer).multiply(fromRest);
    for (let row = 0; row < 3; ++row) {
      const at = 12 * index + 4 * row;
      to[at] = elements[row];
      to[at + 1] = elements[4 + row];
      to[at + 2] = elements[8 + row];
      to[at + 3] = elements[12 + row] - place[row];
    }
  }
}
