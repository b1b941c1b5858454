// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A world: bodies, cloths and time. It owns everything made in it; one dispose frees all.
/// <reference lib="esnext.disposable" preserve="true" />
import { Body } from './body.js';
import { Cloth } from './cloth.js';
import { bytes, floats, oneNumber, text, vector } from './checks.js';
import { bodyDef, clothDef, eventDef } from './definitions.js';
import { invalidArgument, invalidAt, WeftError } from './error.js';
import {
  bodyFromGeometry,
  checkDrawn,
  clothFromGeometry,
  inGeometry,
  isGeometry,
  type GeometryBodyOptions,
  type GeometryClothOptions,
  type GeometryLike,
} from './geometry.js';
import { readFigures } from './figures.js';
import type { Grab } from './grab.js';
import { Hands } from './hands.js';
import type { Heap, Scope } from './heap.js';
import { applySettings, chosenMethods, missingMethod } from './chosen_methods.js';
import { methodNamed, numberOf, stageNamed, type Stage } from './methods.js';
import { checkAdvance, Pacing, plainSeconds } from './pacing.js';
import { pick } from './picking.js';
import type { ShownMoment } from './shown_array.js';
import { problemOf, readStepReport } from './step_report.js';
import type {
  AdvanceOptions,
  AdvanceReport,
  BlockSide,
  BodyOptions,
  ClothOptions,
  Figure,
  PickHit,
  PickOptions,
  StepReport,
  Vector3,
  VectorLike,
  WeftEvent,
} from './types.js';

/** A world of bodies and cloths. Made by `weft.createWorld` or `weft.loadScene`. */
export class World {
  /** In order of creation. */
  readonly bodies: Body[] = [];
  /** In order of creation. */
  readonly cloths: Cloth[] = [];

  /** @internal */
  readonly heap: Heap;
  private address: number;
  private staging = { pointer: 0, bytes: 0 };
  private readonly pacing = new Pacing();
  private moment: ShownMoment = { blend: 1, stamp: 0 };
  /** Hands that hold cloth. @internal */
  readonly hands: Hands;
  private keptStep = NaN; // steps done when the state before the last step was kept

  /** @internal */
  constructor(heap: Heap, address: number) {
    this.heap = heap;
    this.address = address;
    this.hands = new Hands(this);
    this.findObjects();
  }

  /** Address in the module's memory; throws once the world was disposed. */
  get pointer(): number {
    if (!this.address) {
      throw invalidArgument('The world was disposed.');
    }
    return this.address;
  }

  /** m: the point that all places of the world are relative to; [0, 0, 0] unless `setOrigin` moved it. */
  get origin(): Vector3 {
    const { exports } = this.heap;
    const at = (axis: number) => exports.weft_world_origin(this.pointer, axis);
    return [at(0), at(1), at(2)];
  }

  /**
   * Moves the origin to (x, y, z), m, in a frame that never changes, so that who walks far stays near zero, where floats
   * are fine. Nothing moves: bodies, cloths, pins, hands and waiting events keep their places, so their numbers change,
   * and what is set from then on is relative to the new origin. `ClothMesh` and `BodyCollider` know; a collider that
   * comes near the end of the world moves it by itself. Coordinates are rounded to 1/1024 m, which makes the move exact:
   * two runs whose input, less the origin, is the same have the same bits wherever they are. Snapshots keep the origin.
   * Throws when a jump of more than 4 m would leave cloth farther than that behind. As an event, `{ kind: 'origin', step,
   * p: [x, y, z] }`, it happens at its step, so that it can be replayed; there it has no effect where this would throw.
   */
  setOrigin(x: number, y: number, z: number): void {
    const to = [x, y, z].map((value, axis) => roundOrigin(value, axis));
    const from = this.origin;
    const status = this.heap.exports.weft_world_set_origin(this.pointer, to[0], to[1], to[2]);
    if (status !== 0) {
      throw invalidAt('origin', -1, this.whyNoOrigin(to, from));
    }
    this.shiftShown(from);
  }

  // Takes what is kept for the picture from an origin to that of now.
  private shiftShown(from: Vector3): void {
    const by = this.origin.map((value, axis) => value - from[axis]);
    this.bodies.forEach((body) => body.shiftShown(by));
    this.cloths.forEach((cloth) => cloth.shiftShown(by));
    this.moment = { ...this.moment, stamp: this.moment.stamp + 1 };
  }

  private whyNoOrigin(to: readonly number[], from: readonly number[]): string {
    for (const cloth of this.cloths) {
      const { positions } = cloth;
      for (let i = 0; i < positions.length; ++i) {
        const place = positions[i] + from[i % 3] - to[i % 3];
        if (!(Math.abs(place) <= 4)) {
          return (
            `An origin at (${to.join(', ')}) m leaves vertex ${Math.floor(i / 3)} of cloth "${cloth.name}" ` +
            `${Math.abs(place).toFixed(2)} m away along ${'xyz'[i % 3]}; a world reaches 4 m. Move the cloth with its ` +
            'body there in steps, or remove and add it.'
          );
        }
      }
    }
    return `An origin at (${to.join(', ')}) m is too far: 1e9 m at most.`;
  }

  /** Steps done so far. */
  get stepCount(): number {
    return this.heap.exports.weft_world_step_count(this.pointer);
  }

  /** Length of one step, s. */
  get frameSeconds(): number {
    return plainSeconds(this.heap.exports.weft_world_frame_seconds(this.pointer));
  }

  /** The time that `shownPositions` show, s since the first step: up to one step before now, see `advance`. */
  get shownSeconds(): number {
    return Math.max(0, (this.stepCount - 1 + this.shownMoment.blend) * this.frameSeconds);
  }

  /** Bytes of memory that the world holds. */
  get memoryBytes(): number {
    return this.heap.exports.weft_world_memory_bytes(this.pointer);
  }

  /**
   * Adds a body, as arrays or as a BufferGeometry of three.js, indexed or not, whose vertices at one place become one.
   * Throws `WeftError` when the mesh cannot be a body, and says why.
   */
  addBody(options: BodyOptions): Body;
  addBody(geometry: GeometryLike, options?: GeometryBodyOptions): Body;
  addBody(source: BodyOptions | GeometryLike, others?: GeometryBodyOptions): Body {
    const options = isGeometry(source) ? bodyFromGeometry(source, others) : source;
    const id = this.add((scope, report) =>
      this.heap.exports.weft_world_add_body(
        this.pointer,
        bodyDef(this.heap, scope, options),
        report,
      ),
    );
    const body = new Body(this, id);
    this.bodies.push(body);
    return body;
  }

  /**
   * Adds a cloth, as arrays or as a BufferGeometry of three.js, indexed or not, whose vertices at one place become one.
   * Throws `WeftError` when the mesh cannot be a cloth, and says why.
   */
  addCloth(geometry: GeometryLike, options?: GeometryClothOptions): Cloth;
  addCloth(options: ClothOptions): Cloth;
  addCloth(given: ClothOptions | GeometryLike, more?: GeometryClothOptions): Cloth {
    if (isGeometry(given)) {
      return this.addGeometry(clothFromGeometry(given, more));
    }
    const { drawn, ...options } = given ?? {};
    if (drawn) {
      options.positions = floats('positions', options.positions, { width: 3 });
      checkDrawn(drawn, options.positions.length / 3);
    }
    const id = this.add((scope, report) =>
      this.heap.exports.weft_world_add_cloth(
        this.pointer,
        clothDef(this.heap, scope, options),
        report,
      ),
    );
    const cloth = new Cloth(this, id, drawn);
    this.cloths.push(cloth);
    return cloth;
  }

  /**
   * Takes a body out of the world: pins that ride on it are dropped, events that wait for it forgotten. Any use of it
   * afterwards throws.
   */
  removeBody(body: Body): void {
    this.remove('body', body, this.bodies, (id) =>
      this.heap.exports.weft_world_remove_body(this.pointer, id),
    );
  }

  /** Takes a cloth out of the world: hands let go of it, events that wait for it are forgotten. Any use of it afterwards throws. */
  removeCloth(cloth: Cloth): void {
    this.remove('cloth', cloth, this.cloths, (id) =>
      this.heap.exports.weft_world_remove_cloth(this.pointer, id),
    );
    this.hands.forget(cloth);
  }

  /** What hands hold, see `cloth.grab`. */
  get grabs(): Grab[] {
    return this.hands.grabs;
  }

  /**
   * The closest place where a ray meets a cloth or a body, from either side: the triangle, the weights of its corners, the
   * nearest vertex. Undefined when it meets nothing. In the state of the last step; see `cloth.grab`.
   */
  pick(origin: VectorLike, direction: VectorLike, options: PickOptions = {}): PickHit | undefined {
    return pick(this, origin, direction, options);
  }

  /** Wind from the next step on, m/s, and the amplitude of its gusts, m/s. */
  setWind(wind: VectorLike, gust = 0): void {
    this.pushEvent({ kind: 'wind', p: [...vector('wind', wind), oneNumber('gust', gust)] });
  }

  /**
   * Gravity from the next step on, m/s2. Garments of a cooked scene are sewn first, without it: wait until a report has
   * no `seamsOpen`, or loose panels fall.
   */
  setGravity(gravity: VectorLike): void {
    this.pushEvent({ kind: 'gravity', p: vector('gravity', gravity) });
  }

  /**
   * Lets time pass, as much as has passed on the screen: does the fixed steps that are due and blends `shownPositions`
   * between the last two, so that motion is even at 60, 120 or 144 pictures a second. Time beyond `maxSteps` is
   * dropped. The state itself is that of as many calls of `step`. Throws for a time that is negative or no number.
   */
  advance(seconds: number, options: AdvanceOptions = {}): AdvanceReport {
    const { maxSteps, beforeStep } = checkAdvance(options);
    const { frameSeconds } = this;
    const { steps, blend, skippedSeconds } = this.pacing.plan(seconds, frameSeconds, maxSteps);
    const reports: StepReport[] = [];
    for (let i = 0; i < steps; ++i) {
      beforeStep?.((this.stepCount + 1) * frameSeconds);
      reports.push(this.stepShown());
    }
    this.show(blend);
    return { steps, skippedSeconds, reports };
  }

  /** How many threads the last step had, or the next one is to have. */
  get threadCount(): number {
    return this.heap.threads?.count(this.pointer) ?? 1;
  }

  /**
   * Sets how many threads step this world, from 1 to `weft.threads`; the result has the same bits. Worlds of one `Weft`
   * that have more than one thread have the same number.
   */
  setThreadCount(count: number): void {
    const { heap, pointer } = this; // a world that is gone says so, with one thread too
    const most = heap.threads?.size ?? 1;
    const checked = oneNumber('count', count, { least: 1, whole: true });
    if (checked > most) {
      throw invalidArgument(
        `count: ${checked} threads are more than the ${most} that Weft.load({ threads }) gave this world.`,
      );
    }
    heap.threads?.choose(pointer, checked);
  }

  /** Advances by one frame. */
  step(): StepReport {
    this.show(1);
    const { heap, pointer, origin } = this;
    const at = heap.threads
      ? heap.threads.step(pointer)
      : heap.guarded(() => heap.exports.weft_js_step(pointer));
    if (this.origin.some((x, axis) => x !== origin[axis])) {
      this.shiftShown(origin); // an event moved it
    }
    const report = readStepReport(heap, at);
    const problem = report.status === 'WEFT_OK' ? undefined : problemOf(heap, pointer);
    return problem === undefined ? report : { ...report, problem };
  }

  /** What blocked the last step: pairs of sides that would close although cloth gave way; 16 at most. */
  blocks(): [BlockSide, BlockSide][] {
    const { heap, pointer } = this;
    return heap.scoped((scope) => {
      const at = scope.struct('weft_block');
      const found: [BlockSide, BlockSide][] = [];
      while (heap.exports.weft_world_block(pointer, found.length, at)) {
        const fields = heap.readStruct('weft_block', at) as Record<string, number[]>;
        found.push([blockSide(fields, 0), blockSide(fields, 1)]);
      }
      return found;
    });
  }

  /**
   * What the methods have counted, as it stands after the last step: memory of each distance field and time to carry
   * it, steps of an explicit solver. Nothing with the default methods.
   */
  figures(): Figure[] {
    return readFigures(this.heap, this.pointer);
  }

  /**
   * Goes back to step 0 with all objects that there are now, each as it was before its first step, and with the events
   * that waited then. The run that follows has the same bits.
   */
  reset(): void {
    this.heap.check(this.heap.exports.weft_world_reset(this.pointer), 'reset');
    this.showRestored();
  }

  /**
   * Chooses a method by stage and name, for example `('structure', 'brute_force')`; its parameters get their usual values.
   * One that the module of this world does not have throws: `weft.createWorld` takes it from the beginning.
   */
  setMethod(stage: Stage, name: string): void {
    const { pointer } = this; // of a disposed world that is said first
    const [at, row] = [stageNamed(stage), methodNamed(stageNamed(stage), name)];
    const setting = { stage: at, name: row.name };
    if (missingMethod(this.heap, [setting])) {
      throw new WeftError(
        'WEFT_ERROR_UNKNOWN_METHOD',
        `The ${at} "${row.name}" needs the module weft-lab.wasm, and this world runs in weft.wasm; make the world with it.`,
        at,
      );
    }
    applySettings(this.heap, pointer, [setting]);
  }

  /**
   * Sets a parameter of the method that a stage has, for example `('structure', 'k', 18)`. One that the module of this
   * world does not have throws: `weft.createWorld` takes it from the beginning.
   */
  setParameter(stage: Stage, name: string, value: number | string): void {
    const { pointer } = this;
    const at = stageNamed(stage);
    const number = numberOf(at, text('name', name), value) as number;
    const setting = { stage: at, name, value: number };
    if (typeof number !== 'string') {
      oneNumber(`${at}.${name}`, number);
    }
    if (missingMethod(this.heap, [setting])) {
      throw new WeftError(
        'WEFT_ERROR_UNKNOWN_METHOD',
        `The parameter "${name}" needs the module weft-lab.wasm, and this world runs in weft.wasm; make the world with it.`,
        at,
      );
    }
    applySettings(this.heap, pointer, [setting]);
  }

  /** The method of each stage, with the values of its parameters. */
  methods(): Record<Stage, { name: string } & Record<string, number | string>> {
    return chosenMethods(this.heap, this.pointer);
  }

  /** Queues an event; it happens before its step, or before the next one when that has passed. */
  pushEvent(event: WeftEvent): void {
    this.pushEvents([event]);
  }

  /** Queues events, all or, where one is refused, none. @internal */
  pushEvents(events: readonly WeftEvent[]): void {
    const { heap, pointer, stepCount } = this;
    heap.scoped((scope) => {
      const report = scope.struct('weft_report');
      const checked = events.map((event) => {
        const at = eventDef(heap, scope, event, stepCount);
        if (heap.exports.weft_world_check_event(pointer, at, report) !== 0) {
          throw heap.reported(report);
        }
        return at;
      });
      checked.forEach((at, i) =>
        heap.check(heap.exports.weft_world_push_event(pointer, at), events[i].kind),
      );
    });
  }

  /** Saves the whole dynamic state. */
  snapshot(): Uint8Array {
    const { exports } = this.heap;
    const size = exports.weft_world_snapshot(this.pointer, 0, 0);
    return this.heap.scoped((scope) => {
      const at = scope.allocate(size);
      exports.weft_world_snapshot(this.pointer, at, size);
      return new Uint8Array(exports.memory.buffer, at, size).slice();
    });
  }

  /** Goes back to a snapshot of the same scene; the run goes on bit for bit. */
  restore(snapshot: Uint8Array | ArrayBuffer): void {
    this.heap.scoped((scope) => {
      const { exports } = this.heap;
      const block = this.heap.outside(bytes('snapshot', snapshot));
      const status = exports.weft_world_restore(this.pointer, scope.array(block), block.length);
      this.heap.check(status, 'restore');
    });
    this.showRestored();
  }

  /** 16 hexadecimal digits over positions and velocities of all cloths. */
  hash(): string {
    return this.heap.scoped((scope) => {
      const at = scope.allocate(8);
      this.heap.exports.weft_js_hash(this.pointer, at);
      return this.heap.data.getBigUint64(at, true).toString(16).padStart(16, '0');
    });
  }

  /** Whether it was disposed. */
  get isDisposed(): boolean {
    return this.address === 0;
  }

  /**
   * Frees everything; any use afterwards throws. Disposing twice is fine. Views that were kept, such as an array that
   * `cloth.positions` gave, then show whatever takes that memory: drop them, or copy what is to last. `Weft.load({
   * detachViews: true })` makes them empty instead, to find such a mistake.
   */
  dispose(): void {
    if (this.address) {
      this.heap.threads?.forget(this.address);
      this.heap.exports.weft_world_destroy(this.address);
      this.heap.exports.free(this.staging.pointer);
      this.address = 0;
      this.heap.released();
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Where the picture lies between the last two steps. @internal */
  get shownMoment(): ShownMoment {
    const { moment } = this;
    return this.keptStep + 1 === this.stepCount ? moment : { blend: 1, stamp: moment.stamp };
  }

  /** A step that keeps what was shown before it. @internal */
  stepShown(): StepReport {
    this.keptStep = this.stepCount;
    this.bodies.forEach((body) => body.keepShown());
    this.cloths.forEach((cloth) => cloth.keepShown());
    return this.step();
  }

  /** Shows a moment between the last two steps. @internal */
  show(blend: number): void {
    this.moment = { blend, stamp: this.moment.stamp + 1 };
  }

  /** Copies arrays into memory that is kept for the next call; their addresses. @internal */
  stage(...arrays: readonly Float32Array[]): number[] {
    void this.pointer; // a disposed world takes no memory any more
    const size = arrays.reduce((sum, array) => sum + array.byteLength, 0);
    const outside = arrays.map((array) => this.heap.outside(array));
    if (this.staging.bytes < size) {
      this.heap.exports.free(this.staging.pointer);
      this.staging = { pointer: 0, bytes: 0 }; // in case there is no room
      this.staging = { pointer: this.heap.allocate(size), bytes: size };
    }
    let next = this.staging.pointer;
    return outside.map((array) => {
      const at = next;
      this.heap.write(at, array);
      next += array.byteLength;
      return at;
    });
  }

  private addGeometry(options: ClothOptions): Cloth {
    try {
      return this.addCloth(options);
    } catch (error) {
      throw inGeometry(error, options.drawn!);
    }
  }

  private showRestored(): void {
    this.hands.readCore();
    this.keptStep = NaN;
    this.pacing.reset();
    this.show(1);
  }

  private add(call: (scope: Scope, report: number) => number): number {
    return this.heap.scoped((scope) => {
      const report = scope.struct('weft_report');
      const id = this.heap.guarded(() => call(scope, report));
      if (!id) {
        throw this.heap.reported(report);
      }
      return id;
    });
  }

  private remove<T extends Body | Cloth>(
    where: string,
    object: T,
    objects: T[],
    call: (id: number) => number,
  ): void {
    const place = objects.indexOf(object);
    if (place < 0) {
      throw invalidAt(where, -1, `${where}: it is not, or no longer, in this world.`);
    }
    this.heap.check(call(object.id), where);
    objects.splice(place, 1);
    object.forget();
    this.heap.released();
  }

  private findObjects(): void {
    const { exports } = this.heap;
    for (let i = 0; i < exports.weft_world_body_count(this.pointer); ++i) {
      this.bodies.push(new Body(this, exports.weft_world_body_at(this.pointer, i)));
    }
    for (let i = 0; i < exports.weft_world_cloth_count(this.pointer); ++i) {
      this.cloths.push(new Cloth(this, exports.weft_world_cloth_at(this.pointer, i)));
    }
  }
}

function roundOrigin(value: number, axis: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw invalidAt(
      'origin',
      axis,
      `origin: coordinate ${axis} is ${String(value)}, not a number of metres.`,
    );
  }
  return Math.round(value * 1024) / 1024;
}

const NOTHING = 0xffffffff;

/** What of a side applies. */
function blockSide(fields: Record<string, number[]>, side: number): BlockSide {
  const known = Object.entries(fields).filter(([, numbers]) => numbers[side] !== NOTHING);
  return Object.fromEntries(known.map(([name, numbers]) => [name, numbers[side]]));
}
