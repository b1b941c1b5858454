// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A cloth: what the simulator moves. Its arrays are live views on the module's memory.
import {
  oneNumber,
  options as checkOptions,
  refuse,
  target,
  vector,
  type WholesLike,
} from './checks.js';
import type { Body } from './body.js';
import { readCollision } from './definitions.js';
import { invalidArgument } from './error.js';
import { setFabric } from './fabric_change.js';
import type { DrawnMesh } from './geometry.js';
import { LiveView } from './live_view.js';
import { ShownArray } from './shown_array.js';
import type { Grab } from './grab.js';
import { checkVertex, pin, pinTo, placeOf, unpin } from './pinning.js';
import type {
  ClothOptions,
  ColliderLike,
  CollisionOptions,
  Fabric,
  GrabOptions,
  PickHit,
  PinOptions,
  PinToOptions,
  VectorLike,
} from './types.js';
import type { World } from './world.js';

const GRAB_STIFFNESS = 60; // N/m: follows within a centimetre, gives when cloth is caught

/** A cloth of a world. Made by `world.addCloth` or `weft.loadScene`. */
export class Cloth {
  /** Name given at creation. */
  readonly name: string;
  readonly vertexCount: number;
  readonly triangleCount: number;

  private readonly triangleView = new LiveView(Uint32Array);
  private readonly positionView = new LiveView(Float32Array);
  private readonly velocityView = new LiveView(Float32Array);
  private readonly normalView = new LiveView(Float32Array);
  private readonly strainView = new LiveView(Float32Array);
  private readonly pressureView = new LiveView(Float32Array);
  private readonly capturedView = new LiveView(Uint8Array);
  private readonly mergeView = new LiveView(Uint32Array);
  private readonly shownPositionArray = new ShownArray();
  private readonly shownNormalArray = new ShownArray();

  private removed = false;

  /** @internal */
  constructor(
    readonly world: World,
    /** Number of this cloth in the core. */
    readonly id: number,
    /** How it is drawn, where that differs from how it is simulated. */
    readonly drawn?: DrawnMesh,
  ) {
    const { exports } = world.heap;
    this.name = world.heap.text(exports.weft_cloth_name(world.pointer, id));
    this.vertexCount = exports.weft_cloth_vertex_count(world.pointer, id);
    this.triangleCount = exports.weft_cloth_triangle_count(world.pointer, id);
  }

  /** Its number in events and reports: that of creation, or of one that was removed before. */
  get index(): number {
    return (this.id & 0xffff) - 1;
  }

  /** Whether it was removed from its world. */
  get isRemoved(): boolean {
    return this.removed;
  }

  /** 3 per triangle. A live view. */
  get indices(): Uint32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_triangles(pointer, this.id);
    return this.triangleView.at(heap.exports.memory, at, 3 * this.triangleCount);
  }

  /** 3 per vertex, m: the exact state. A live view: it changes with every step; `copyPositions` keeps. */
  get positions(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_positions(pointer, this.id);
    return this.positionView.at(heap.exports.memory, at, 3 * this.vertexCount);
  }

  /** 3 per vertex, m/s. A live view. */
  get velocities(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_velocities(pointer, this.id);
    return this.velocityView.at(heap.exports.memory, at, 3 * this.vertexCount);
  }

  /** 3 per vertex, unit length. A live view. */
  get normals(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_normals(pointer, this.id);
    return this.normalView.at(heap.exports.memory, at, 3 * this.vertexCount);
  }

  /** 1 per vertex: principal stretch minus 1. A live view. */
  get strain(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_strain(pointer, this.id);
    return this.strainView.at(heap.exports.memory, at, this.vertexCount);
  }

  /** 1 per vertex: contact force over area, Pa. A live view. */
  get pressure(): Float32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_pressure(pointer, this.id);
    return this.pressureView.at(heap.exports.memory, at, this.vertexCount);
  }

  /** 1 per vertex: 1 where it is captured because a body leaves it no room, else 0. A live view. */
  get captured(): Uint8Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_captured(pointer, this.id);
    return this.capturedView.at(heap.exports.memory, at, this.vertexCount);
  }

  /** Whether it took no part in the last step, because it and all that is near it is at rest (`sleep` of the world). */
  get isAsleep(): boolean {
    const { pointer, heap } = this.core();
    return heap.exports.weft_cloth_is_asleep(pointer, this.id) !== 0;
  }

  /** 1 per vertex: the lowest vertex that this one is welded to, itself when it is not. A live view. */
  get mergeMap(): Uint32Array {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_merge_map(pointer, this.id);
    return this.mergeView.at(heap.exports.memory, at, this.vertexCount);
  }

  /** 3 per vertex, m: what to draw, between the last two steps as `world.advance` says. An array of its own. */
  get shownPositions(): Float32Array {
    return this.shownPositionArray.at(this.positions, this.world.shownMoment);
  }

  /** 3 per vertex, unit length: what to draw, as `shownPositions`. An array of its own. */
  get shownNormals(): Float32Array {
    return this.shownNormalArray.directionsAt(this.normals, this.world.shownMoment);
  }

  /** What is shown when the world's origin moved. @internal */
  shiftShown(by: readonly number[]): void {
    this.shownPositionArray.shift(by);
  }

  /** Keeps what is shown before a step. @internal */
  keepShown(): void {
    this.shownPositionArray.keep(this.positions);
    this.shownNormalArray.keep(this.normals);
  }

  /** Copies the positions of now into an array of 3 numbers per vertex. */
  copyPositions<T extends Float32Array | Float64Array>(to: T): T {
    target('target', to, 3 * this.vertexCount).set(this.positions);
    return to;
  }

  /**
   * Pins a vertex to a place, m, or where it is; with `stiffness` by a spring. It takes the place of the pins that the
   * vertex has, so pinning again moves it: at most 30 mm a substep, as far as cloth can follow.
   */
  pin(vertex: number, place?: VectorLike, options: PinOptions = {}): void {
    pin(this.alive(), vertex, place, options);
  }

  /** Drops the pins of a vertex or of several, or all pins. */
  unpin(vertices?: number | WholesLike): void {
    unpin(this.alive(), vertices);
  }

  /**
   * Pins vertices to a body or a collider, as they lie on it now: each to the nearest place of the skin, or of the skin
   * that one bone carries, with whose nearest corner it then moves and turns; those that hang off it, more than 40 mm on average, with the bone
   * itself where it is the same for all. Cloth that lies beside a limb, such as the
   * hands, is to name its `bone`: pins that the limbs lead through each other make the bodies wait (`report.blocked`,
   * `bodyLagMax`), and are dropped once these are 0.1 m behind (`pinsDropped`).
   */
  pinTo(collider: Body | ColliderLike, options: PinToOptions): void {
    pinTo(this.alive(), collider, options);
  }

  /** A hand takes hold of a vertex, or of what a ray hit. Throws when all 8 hands of the world hold something. */
  grab(grip: number | Pick<PickHit, 'vertex' | 'place'>, options: GrabOptions = {}): Grab {
    const { world, index: target } = this.alive();
    const { place, stiffness = GRAB_STIFFNESS } = checkOptions('options', options, [
      'place',
      'stiffness',
    ]);
    const vertex = typeof grip === 'object' && grip !== null ? this.vertexOf(grip) : grip;
    checkVertex(this, 'vertex', vertex);
    oneNumber('stiffness', stiffness, { least: 0, most: 1e7 });
    const own = typeof grip === 'object' ? grip.place : placeOf(this.positions, vertex);
    const to = vector('place', place ?? own);
    const grab = world.hands.take(this, vertex);
    try {
      world.pushEvent({ kind: 'grab', target, index: vertex, p: [...to, stiffness, grab.hand] });
    } catch (error) {
      world.hands.letGo(grab);
      throw error;
    }
    return grab;
  }

  /** The fabric that it has now. */
  get fabric(): Fabric {
    const { pointer, heap } = this.core();
    const at = heap.exports.weft_cloth_fabric(pointer, this.id);
    return heap.readStruct('weft_fabric', at) as unknown as Fabric;
  }

  /** Another fabric from the next step on: a preset, a preset with numbers replaced, or numbers of its own. */
  setFabric(fabric: NonNullable<ClothOptions['fabric']>): void {
    setFabric(this.alive(), fabric);
  }

  /** Who it may touch from the next step on; what is left out is as by default. */
  setCollision(options: CollisionOptions): void {
    const { world, index: target } = this.alive();
    world.pushEvent({ kind: 'clothCollision', target, p: readCollision(options) });
  }

  /** It is gone from its world. @internal */
  forget(): void {
    this.removed = true;
  }

  private vertexOf(hit: Pick<PickHit, 'vertex'> & Partial<PickHit>): number {
    if ((hit.cloth !== undefined && hit.cloth !== this) || hit.body !== undefined) {
      refuse('grip', 'the ray hit something else than this cloth');
    }
    return hit.vertex;
  }

  private alive(): this {
    if (this.removed) {
      throw invalidArgument(`The cloth "${this.name}" was removed.`);
    }
    return this;
  }

  private core(): World {
    return this.alive().world;
  }
}
