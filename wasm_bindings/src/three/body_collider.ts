// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Any skinned three.js character as a body: its mesh is merged to one closed surface, its skeleton is handed to
// the core as bone matrices, and the core skins it, so that the simulation does not depend on the renderer.
import { Matrix4, Vector3, type SkinnedMesh } from 'three';
import type { Body } from '../body.js';
import { WeftError } from '../error.js';
import type { World } from '../world.js';
import { mergeVertices } from './merge_vertices.js';

/** Options of `BodyCollider.fromSkinnedMesh`. */
export interface BodyColliderOptions {
  /** Vertices closer than this become one, in units of the mesh. Default 1e-6. */
  mergeTolerance?: number;
  /** Accept a character with holes; cloth can then slip inside through them. */
  open?: boolean;
  /** Multiplies the fabric's friction. */
  friction?: number;
}

const matrix = new Matrix4();

/** A skinned character that cloth collides with. Call `update` before each step. */
export class BodyCollider {
  readonly body: Body;
  readonly mesh: SkinnedMesh;
  private readonly scale: number; // metres per unit of the mesh
  private readonly matrices: Float32Array;

  private constructor(body: Body, mesh: SkinnedMesh, scale: number) {
    this.body = body;
    this.mesh = mesh;
    this.scale = scale;
    this.matrices = new Float32Array(12 * mesh.skeleton.bones.length);
  }

  /** Adds a character to the world, standing as it stands now. Throws `WeftError` when it is not closed. */
  static fromSkinnedMesh(
    world: World,
    mesh: SkinnedMesh,
    options: BodyColliderOptions = {},
  ): BodyCollider {
    mesh.updateWorldMatrix(true, true);
    const { position } = mesh.geometry.attributes;
    const merged = mergeVertices(
      readAttribute(position, 3),
      mesh.geometry.index?.array ?? Array.from({ length: position.count }, (_, i) => i),
      options.mergeTolerance,
    );
    requireClosed(mesh.name, merged.openEdges, options.open ?? false);
    const scale = boneToWorld(mesh, 0).getMaxScaleOnAxis();
    const body = world.addBody({
      positions: merged.positions.map((x) => x * scale),
      indices: merged.indices,
      ...readSkin(mesh, merged.source),
      boneHeads: readHeads(mesh, scale),
      friction: options.friction,
      open: options.open,
      name: mesh.name,
    });
    const collider = new BodyCollider(body, mesh, scale);
    collider.update();
    return collider;
  }

  /** Hands the pose of now to the simulator: where the body is to be at the end of the next step. */
  update(): void {
    this.mesh.updateWorldMatrix(true, true);
    this.mesh.skeleton.bones.forEach((bone, index) => {
      bone.updateWorldMatrix(true, false);
      writeRows(boneToWorld(this.mesh, index), 1 / this.scale, this.matrices, 12 * index);
    });
    this.body.setPose(this.matrices);
  }
}

// What three.js draws: modelMatrix * bindMatrixInverse * sum w (bone * boneInverse) * bindMatrix * position.
function boneToWorld(mesh: SkinnedMesh, index: number): Matrix4 {
  const { bones, boneInverses } = mesh.skeleton;
  return matrix
    .multiplyMatrices(mesh.matrixWorld, mesh.bindMatrixInverse)
    .multiply(bones[index].matrixWorld)
    .multiply(boneInverses[index])
    .multiply(mesh.bindMatrix);
}

// The rest pose is kept in metres, so the matrix takes metres back to units of the mesh first.
function writeRows(from: Matrix4, unscale: number, to: Float32Array, at: number): void {
  for (let row = 0; row < 3; ++row) {
    for (let column = 0; column < 4; ++column) {
      const value = from.elements[4 * column + row];
      to[at + 4 * row + column] = column < 3 ? value * unscale : value;
    }
  }
}

function readSkin(mesh: SkinnedMesh, source: Uint32Array) {
  const indices = readAttribute(mesh.geometry.attributes.skinIndex, 4);
  const weights = readAttribute(mesh.geometry.attributes.skinWeight, 4);
  const boneIndices = new Uint16Array(4 * source.length);
  const boneWeights = new Uint16Array(4 * source.length);
  source.forEach((original, vertex) => {
    boneIndices.set(indices.subarray(4 * original, 4 * original + 4), 4 * vertex);
    boneWeights.set(wholeWeights(weights.subarray(4 * original, 4 * original + 4)), 4 * vertex);
  });
  return { boneIndices, boneWeights };
}

// Four weights as integers that sum to 65535; the largest takes what rounding leaves.
function wholeWeights(weights: Float32Array): Uint16Array {
  const sum = weights.reduce((a, b) => a + b, 0);
  const whole = Uint16Array.from(weights, (w) => Math.round((w / (sum || 1)) * 65535));
  const largest = whole.indexOf(Math.max(...whole));
  whole[largest] += 65535 - whole.reduce((a, b) => a + b, 0);
  return whole;
}

function readHeads(mesh: SkinnedMesh, scale: number): Float32Array {
  const toMesh = mesh.bindMatrix.clone().invert();
  const heads = new Float32Array(3 * mesh.skeleton.bones.length);
  mesh.skeleton.boneInverses.forEach((inverse, index) => {
    const head = new Vector3().applyMatrix4(inverse.clone().invert()).applyMatrix4(toMesh);
    head.multiplyScalar(scale).toArray(heads, 3 * index);
  });
  return heads;
}

// Attributes may be interleaved or quantised; the accessors of three.js know how.
function readAttribute(
  attribute: { count: number; getComponent(index: number, component: number): number },
  width: number,
): Float32Array {
  const values = new Float32Array(width * attribute.count);
  for (let i = 0; i < values.length; ++i) {
    values[i] = attribute.getComponent(Math.floor(i / width), i % width);
  }
  return values;
}

function requireClosed(name: string, openEdges: number, accepted: boolean): void {
  if (openEdges > 0 && !accepted) {
    throw new WeftError(
      'WEFT_ERROR_OPEN_BODY',
      `"${name}" is not closed: ${openEdges} of its edges do not have exactly two triangles. ` +
        'Close its holes, or pass open: true to accept that cloth can slip inside.',
    );
  }
}
