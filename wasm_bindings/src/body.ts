// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A body: a triangle mesh that moves as it is told, by positions or by bone matrices.
import * as check from './checks.js';
import type { FloatsLike } from './checks.js';
import { readCollision } from './definitions.js';
import { invalidArgument, WeftError } from './error.js';
import { LiveView } from './live_view.js';
import { ShownArray } from './shown_array.js';
import type { CollisionOptions, QuaternionLike, Vector3, VectorLike } from './types.js';
import { followOrigin, requirePose } from './follow_origin.js';
import type { World } from './world.js';

/** Options of `body.setPose`. */
export interface PoseOptions {
  /** 3 per vertex, m: a rest shape for this pose, such as one with morphs. Default: the body's own. */
  rest?: FloatsLike;
  /** m: all of the body is moved by this after skinning, which keeps the matrices small and exact. */
  place?: Vector3 | Float32Array;
}

const WORLD_EXTENT = 4; // m, WEFT_WORLD_EXTENT
const NONE = new Float32Array(0);
const HOME = new Float32Array(3);
const NO_TURN = [0, 0, 0, 1] as const;

/** A body of a world. Made by `world.addBody` or `weft.loadScene`. */
export class Body {
  /** Name given at creation. */
  readonly name: string;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** Bones that `setPose` takes matrices for; 0 for a body that is moved by positions. */
  readonly boneCount: number;

  private readonly positionView = new LiveView(Float32Array);
  private readonly triangleView = new LiveView(Uint32Array);
  private readonly boneView = new LiveView(Float32Array);
  private readonly boneIndexView = new LiveView(Uint16Array);
  private readonly boneWeightView = new LiveView(Float32Array);
  private readonly shownPositionArray = new ShownArray();

  private removed = false;

  /** @internal */
  constructor(
    readonly world: World,
    /** Number of this body in the core. */
    readonly id: number,
  ) {
    const { exports } = world.heap;
    this.name = world.heap.text(exports.weft_body_name(world.pointer, id));
    this.vertexCount = exports.weft_body_vertex_count(world.pointer, id);
    this.triangleCount = exports.weft_body_triangle_count(world.pointer, id);
    this.boneCount = exports.weft_body_bone_count(world.pointer, id);
  }

  /** Its number in events and reports: that of creation, or of one that was removed before. */
  get index(): number {
    return (this.id & 0xffff) - 1;
  }

  /** Whether it was removed from its world. */
  get isRemoved(): boolean {
    return this.removed;
  }

  /** 3 per vertex, m: where the body is now. A live view: read it, do not keep it. */
  get positions(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_body_positions(pointer, this.id);
    return this.positionView.at(heap.exports.memory, at, 3 * this.vertexCount);
  }

  /** 3 per vertex, m: what to draw, between the last two steps as `world.advance` says. An array of its own. */
  get shownPositions(): Float32Array {
    return this.shownPositionArray.at(this.positions, this.world.shownMoment);
  }

  /** What is shown when the world's origin moved. @internal */
  shiftShown(by: readonly number[]): void {
    this.shownPositionArray.shift(by);
  }

  /** Keeps what is shown before a step. @internal */
  keepShown(): void {
    this.shownPositionArray.keep(this.positions);
  }

  /** 3 per triangle. A live view. */
  get indices(): Uint32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_body_triangles(pointer, this.id);
    return this.triangleView.at(heap.exports.memory, at, 3 * this.triangleCount);
  }

  /** 12 numbers per bone (three rows of four): the pose that the body has now. A live view. */
  get boneMatrices(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_body_bone_matrices(pointer, this.id);
    return this.boneView.at(heap.exports.memory, at, 12 * this.boneCount);
  }

  /** Names of the clips that a `play` event can choose. */
  get clips(): string[] {
    const { pointer, heap } = this.core();
    const count = heap.exports.weft_body_clip_count(pointer, this.id);
    return Array.from({ length: count }, (_, clip) =>
      heap.text(heap.exports.weft_body_clip_name(pointer, this.id, clip)),
    );
  }

  /** Copies the positions of now into an array of 3 numbers per vertex. */
  copyPositions<T extends Float32Array | Float64Array>(to: T): T {
    check.target('target', to, 3 * this.vertexCount).set(this.positions);
    return to;
  }

  /**
   * Where the body is to be at the end of the next step: 3 per vertex, m. Until the first step or the next cloth after
   * its creation it is there at once.
   */
  setPositions(positions: FloatsLike): void {
    const places = check.floats('positions', positions, { width: 3, count: this.vertexCount });
    const { world } = this.alive();
    const [at] = world.stage(places);
    const status = world.heap.exports.weft_body_set_positions(world.pointer, this.id, at);
    this.checkPlaced(status, 'positions', places, 3);
  }

  /**
   * Moves a body without bones as one: where it is to be at the end of the next step, its mesh as it was given turned
   * about the origin and then moved, m. Until the first step or the next cloth after its creation it is there at once.
   */
  setTransform(position: VectorLike, rotation: QuaternionLike = NO_TURN): void {
    if (this.boneCount > 0) {
      check.refuse('setTransform', `"${this.name}" has bones; setPose moves them`);
    }
    const place = Float32Array.from(check.vector('position', position));
    const turn = Float32Array.from(check.quaternion('rotation', rotation));
    const { world } = this.alive();
    const [at, turnAt] = world.stage(place, turn);
    const status = world.heap.exports.weft_body_set_transform(world.pointer, this.id, at, turnAt);
    if (status !== 0) {
      const reason = `A vertex would be outside the ${WORLD_EXTENT} m around the origin.`;
      throw this.outside('position', status, reason);
    }
  }

  /**
   * The pose at the end of the next step: per bone three rows of four that take rest space to the world. Until the first
   * step or the next cloth after its creation the body is there at once.
   */
  setPose(matrices: FloatsLike, options: PoseOptions = {}): void {
    const { rest, place } = check.options('options', options, ['rest', 'place']);
    if (this.boneCount === 0) {
      check.refuse('setPose', `"${this.name}" has no bones`);
    }
    const rows = check.floats('matrices', matrices, { width: 12, count: this.boneCount });
    const shape = rest && check.floats('rest', rest, { width: 3, count: this.vertexCount });
    const moved = place ? Float32Array.from(check.vector('place', place)) : HOME;
    const { world } = this.alive();
    const [at, shapeAt, placeAt] = world.stage(rows, shape ?? NONE, moved);
    const { exports } = world.heap;
    const status = exports.weft_body_set_shaped_pose(
      world.pointer,
      this.id,
      at,
      shape ? shapeAt : 0,
      placeAt,
    );
    this.checkPlaced(status, 'matrices', rows, 12, moved);
  }

  /**
   * A pose of a collider, `place` in the frame that never changes, in multiples of 1/1024 m: takes the origin along where
   * that is far, on this side of a worker. @internal
   */
  followPose(matrices: Float32Array, place: Vector3, rest?: Float32Array): void {
    const { world } = this.alive();
    requirePose(matrices, place, rest);
    const goBack = followOrigin(world, this, place);
    const { origin } = world;
    const near = place.map((x, axis) => x - origin[axis]);
    try {
      this.setPose(matrices, { rest, place: Float32Array.from(near) });
    } catch (error) {
      goBack();
      throw error;
    }
  }

  /** Who it may touch from the next step on; what is left out is as by default. */
  setCollision(options: CollisionOptions): void {
    const { world, index: target } = this.alive();
    world.pushEvent({ kind: 'bodyCollision', target, p: readCollision(options) });
  }

  /** 4 bones per vertex, the heaviest first; empty without bones. A live view. */
  get boneIndices(): Uint16Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_body_bone_indices(pointer, this.id);
    return this.boneIndexView.at(heap.exports.memory, at, at ? 4 * this.vertexCount : 0);
  }

  /** 4 weights per vertex, 0 to 1, the heaviest first; empty without bones. A live view. */
  get boneWeights(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_body_bone_weights(pointer, this.id);
    return this.boneWeightView.at(heap.exports.memory, at, at ? 4 * this.vertexCount : 0);
  }

  /** It is gone from its world. @internal */
  forget(): void {
    this.removed = true;
  }

  private alive(): this {
    if (this.removed) {
      throw invalidArgument(`The body "${this.name}" was removed.`);
    }
    return this;
  }

  private core(): World {
    return this.alive().world;
  }

  private outside(where: string, status: number, reason: string): WeftError {
    const { heap } = this.world;
    const text = `${where} of "${this.name}": ${heap.statusText(status)} ${reason} Move the origin with world.setOrigin(x, y, z) to where it goes, or bring it back.`;
    return new WeftError(heap.statusName(status), text, where);
  }

  // What the core refuses it refuses as a whole; here it is told where.
  private checkPlaced(
    status: number,
    where: string,
    numbers: Float32Array,
    width: number,
    moved: ArrayLike<number> = HOME,
  ): void {
    if (status !== 0) {
      const bad = check.badFloat(where, numbers, width, width === 3 ? WORLD_EXTENT : Infinity);
      throw bad ?? this.outside(where, status, farthestBone(numbers, moved));
    }
  }
}

// Rest space has the body round its middle, so this is about where a bone takes it.
function farthestBone(rows: Float32Array, moved: ArrayLike<number>): string {
  let [bone, axis, far] = [0, 0, 0];
  for (let row = 0; row < rows.length / 4; ++row) {
    const at = rows[4 * row + 3] + moved[row % 3];
    if (!(Math.abs(at) <= Math.abs(far))) {
      [bone, axis, far] = [Math.floor(row / 3), row % 3, at];
    }
  }
  return (
    `Bone ${bone} takes it farthest, to about ${'xyz'[axis]} = ${far.toPrecision(4)} m, where a vertex is outside ` +
    `the ${WORLD_EXTENT} m around the origin.`
  );
}
