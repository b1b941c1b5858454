// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The worker's side: calls verbs of the objects that the page names and tells what changed. It knows the API only
// by reflection: what a class gains, the page gains.
import { Body } from '../body.js';
import { Cloth } from '../cloth.js';
import { invalidArgument } from '../error.js';
import { Grab } from '../grab.js';
import { Weft } from '../weft.js';
import { World } from '../world.js';
import {
  ARRAY_TYPES,
  isPlain,
  isReference,
  mapDeep,
  packError,
  WEFT,
  type Answer,
  type ArrayType,
  type Description,
  type Frame,
  type News,
  type NumberArray,
  type Reference,
  type ToWorker,
  type WorkerOrder,
} from './protocol.js';

/** Members that are of no use outside the worker; a test holds what is left against what is public. */
const HIDDEN = new Set([
  'constructor',
  'heap',
  'labHeap',
  'loaded',
  'crew',
  'worlds',
  'pointer',
  'address',
  'start',
  'staging',
  'moment',
  'keptStep',
  'hands',
  'removed',
  'forget',
  'core',
  'alive',
  'remove',
  'shownMoment',
  'keepShown',
  'shiftShown',
  'stage',
  'heapFor',
  'makeWorld',
  'whyNoOrigin',
  'addGeometry',
  'showRestored',
  'add',
  'findObjects',
  'pushEvents',
  'checkPlaced',
  'outside',
  'vertexOf',
]);
/** Arrays that never change are sent once. */
const FIXED_ARRAYS = new Set(['indices', 'boneIndices']);
/** Verbs that are called often and change nothing that the page can see before the next step. */
const QUIET = new Set([
  'setPositions',
  'setPose',
  'setTransform',
  'followPose',
  'pushEvent',
  'stepShown',
  'hash',
  'blocks',
  'figures',
  'snapshot',
]);

/** Verbs that what is gone takes, too. */
const TWICE = new Set(['dispose', 'release']);
/** Verbs after which a pose counts at the end of the next step. */
const SETTLING = new Set(['step', 'stepShown', 'addCloth']);

type Call = Extract<ToWorker, { type: 'call' }>;
type Verb = (...args: unknown[]) => unknown;

/** Answers the page. */
export class Host {
  private readonly objects = new Map<number, object>();
  private readonly numbers = new Map<object, number>();
  private readonly fresh: Description[] = [];
  private readonly holding = new Set<Grab>();
  /** Bodies that a pose may move at once: those that no step or cloth has followed. */
  private readonly unposed = new Set<Body>();
  private nextNumber = WEFT;
  private spares: ArrayBuffer[] = [];
  private readonly transfer: Transferable[] = [];

  constructor(private readonly post: (answer: Answer, transfer: Transferable[]) => void) {}

  /** Takes a message of the page. */
  async handle(message: ToWorker): Promise<void> {
    if (message.type === 'start') {
      await this.start(message);
      return;
    }
    this.spares.push(...message.spares);
    this.answer(message.id, () => this.call(message), this.concerned(message));
  }

  private async start(order: WorkerOrder): Promise<void> {
    const loaded = await Weft.inWorker(order).catch((error: unknown) => ({ error }));
    this.answer(0, () => {
      if (loaded instanceof Weft) {
        return loaded;
      }
      throw loaded.error;
    });
  }

  private answer(id: number, work: () => unknown, world?: World): void {
    const answer: Answer = { id, news: { objects: [], values: [], frames: [], gone: [] } };
    try {
      answer.value = this.pack(work());
    } catch (error) {
      this.transfer.length = 0;
      answer.error = packError(error);
    }
    try {
      this.tellNews(answer.news, world);
    } catch (error) {
      answer.error ??= packError(error);
    }
    answer.news.objects = this.fresh.splice(0);
    this.post(answer, this.transfer.splice(0));
  }

  private call({ object, verb, args }: Call): unknown {
    if (TWICE.has(verb) && !this.objects.has(object)) {
      return undefined;
    }
    const target = this.find(object);
    const call = (target as Record<string, unknown>)[verb];
    if (typeof call !== 'function' || HIDDEN.has(verb)) {
      throw invalidArgument(`"${verb}" is not a verb.`);
    }
    const given = args.map((arg) =>
      mapDeep(arg, (part) => (isReference(part) ? this.find(part.weftObject) : undefined)),
    );
    const result = (call as Verb).apply(target, given);
    this.notePoses(target, verb, result);
    return result;
  }

  private notePoses(target: object, verb: string, result: unknown): void {
    if (result instanceof Body) {
      this.unposed.add(result);
    } else if (target instanceof World && verb === 'restore') {
      target.bodies.forEach((body) => this.unposed.add(body));
    } else if (SETTLING.has(verb)) {
      this.unposed.forEach((body) => body.world === target && this.unposed.delete(body));
    }
  }

  private find(number: number): object {
    const object = this.objects.get(number);
    if (!object) {
      throw invalidArgument('It is gone: it was removed, or its world was disposed.');
    }
    return object;
  }

  /** The world whose news go with the answer. */
  private concerned({ object, verb }: Call): World | undefined {
    const target = this.objects.get(object);
    const world =
      target instanceof World ? target : (target as { world?: World } | undefined)?.world;
    const isQuiet =
      QUIET.has(verb) &&
      world &&
      !world.isDisposed &&
      world.stepCount > 0 &&
      !this.unposed.has(target as Body);
    return isQuiet ? undefined : world; // what no step has followed is posed at once
  }

  // Views on the module's memory must be cut out: a clone of one would take all the memory along.
  private pack(value: unknown): unknown {
    return mapDeep(value, (part) => {
      if (ArrayBuffer.isView(part)) {
        const copy = (part as Uint8Array).slice();
        this.transfer.push(copy.buffer);
        return copy;
      }
      return isObject(part) ? this.refer(part) : undefined;
    });
  }

  private refer(object: object): Reference {
    const known = this.numbers.get(object);
    if (known !== undefined) {
      return { weftObject: known };
    }
    const number = this.nextNumber++;
    this.numbers.set(object, number);
    this.objects.set(number, object);
    if (object instanceof Grab) {
      this.holding.add(object);
    }
    this.fresh.push({
      object: number,
      kind: kindOf(object),
      verbs: verbsOf(object),
      fixed: this.pack(fixedOf(object)) as Record<string, unknown>,
    });
    return { weftObject: number };
  }

  private tellNews(news: News, world: World | undefined): void {
    const weft = this.objects.get(WEFT);
    if (weft) {
      this.tell(weft, news);
    }
    const worlds = new Set(world ? [world] : []);
    for (const { object } of this.fresh) {
      const target = this.objects.get(object);
      if (target instanceof World) {
        worlds.add(target);
      }
    }
    worlds.forEach((each) => this.tellWorld(each, news));
  }

  private tellWorld(world: World, news: News): void {
    if (world.isDisposed) {
      const number = this.numbers.get(world);
      if (number !== undefined) {
        news.values.push([number, { isDisposed: true }]);
      }
    } else {
      this.tell(world, news);
      [...world.bodies, ...world.cloths].forEach((object) => this.tell(object, news));
      this.tellGrabs(world, news);
    }
    this.forgetGone(world, news);
  }

  // One that let go never holds again.
  private tellGrabs(world: World, news: News): void {
    for (const grab of this.holding) {
      if (grab.world === world) {
        const { isHolding } = grab;
        news.values.push([this.numbers.get(grab)!, { isHolding }]);
        if (!isHolding) {
          this.holding.delete(grab);
        }
      }
    }
  }

  // What was removed, or all of a world that was disposed. A grab goes with its world: it may let go twice.
  private forgetGone(world: World, news: News): void {
    for (const [object, number] of this.numbers) {
      const isOfWorld = object === world || (object as { world?: World }).world === world;
      const isRemoved = (object as Partial<Body>).isRemoved === true;
      if (isOfWorld && (world.isDisposed || isRemoved)) {
        if (isRemoved) {
          news.values.push([number, { isRemoved }]);
        }
        if (object instanceof Grab) {
          news.values.push([number, { isHolding: false }]);
        }
        news.gone.push(number);
        this.numbers.delete(object);
        this.objects.delete(number);
        this.holding.delete(object as Grab);
        this.unposed.delete(object as Body);
      }
    }
  }

  private tell(object: object, news: News): void {
    const { weftObject: number } = this.refer(object);
    const arrays: [string, NumberArray][] = [];
    const values: Record<string, unknown> = {};
    for (const name of gettersOf(object)) {
      const value = (object as Record<string, unknown>)[name];
      if (isNumberArray(value)) {
        if (!FIXED_ARRAYS.has(name)) {
          arrays.push([name, value]);
        }
      } else {
        values[name] = this.pack(value);
      }
    }
    if (object instanceof World) {
      Object.assign(values, this.pack({ bodies: object.bodies, cloths: object.cloths }));
    }
    news.values.push([number, values]);
    if (arrays.length > 0) {
      news.frames.push(this.frame(number, arrays));
    }
  }

  private frame(object: number, arrays: [string, NumberArray][]): Frame {
    let bytes = 0;
    const places = arrays.map(([name, array]) => {
      const offset = bytes;
      bytes += (array.byteLength + 7) & ~7;
      return { name, type: array.constructor.name as ArrayType, offset, length: array.length };
    });
    const buffer = this.spare(bytes);
    arrays.forEach(([, array], i) => {
      const source = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      new Uint8Array(buffer, places[i].offset).set(source);
    });
    this.transfer.push(buffer);
    return { object, buffer, arrays: places };
  }

  // A buffer of this size that the page has given back, or a new one. What fits nobody is dropped.
  private spare(bytes: number): ArrayBuffer {
    const found = this.spares.findIndex((buffer) => buffer.byteLength === bytes);
    if (found >= 0) {
      return this.spares.splice(found, 1)[0];
    }
    this.spares = this.spares.slice(-64);
    return new ArrayBuffer(bytes);
  }
}

// By class, not by name: minifiers rename classes.
function kindOf(object: object): string {
  const kinds = { Weft, World, Body, Cloth, Grab };
  const found = Object.entries(kinds).find(([, kind]) => object instanceof kind);
  return found?.[0] ?? object.constructor.name;
}

// Objects of the API have verbs; everything else that is returned is data.
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlain(value);
}

function isNumberArray(value: unknown): value is NumberArray {
  return ArrayBuffer.isView(value) && value.constructor.name in ARRAY_TYPES;
}

function descriptorsOf(object: object): [string, PropertyDescriptor][] {
  const prototype: object = Object.getPrototypeOf(object);
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([name]) => !HIDDEN.has(name),
  );
}

function verbsOf(object: object): string[] {
  return descriptorsOf(object)
    .filter(([, { value }]) => typeof value === 'function')
    .map(([name]) => name);
}

function gettersOf(object: object): string[] {
  return descriptorsOf(object)
    .filter(([, { get }]) => get)
    .map(([name]) => name);
}

/** Fields that were set at creation, and arrays that never change. */
function fixedOf(object: object): Record<string, unknown> {
  const fixed: Record<string, unknown> = {};
  const known = (value: unknown) =>
    !isObject(value) || value instanceof World || value instanceof Body || value instanceof Cloth;
  for (const [name, value] of Object.entries(object)) {
    if (!HIDDEN.has(name) && !Array.isArray(value) && known(value)) {
      fixed[name] = value;
    }
  }
  for (const name of gettersOf(object).filter((getter) => FIXED_ARRAYS.has(getter))) {
    fixed[name] = (object as Record<string, unknown>)[name];
  }
  return fixed;
}
