// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The page's end of the worker: calls that wait for answers, and what stands for the worker's objects. Arguments are
// copied when the call is made, answers come in the order of the calls.
import { isAttribute, type AttributeLike } from '../checks.js';
import { invalidArgument, WeftError } from '../error.js';
import {
  ARRAY_TYPES,
  isAnswer,
  isReference,
  mapDeep,
  unpackError,
  type Description,
  type Frame,
  type News,
  type ToWorker,
  type WorkerOrder,
} from './protocol.js';
import type { WorkerChoice } from './remote.js';
import { lostWorker, type Thread } from './attend.js';
import { startThread, type Inlined } from './thread.js';

const cannotBeSent = (error: unknown) =>
  invalidArgument(`An argument cannot be sent to the worker: ${String(error)}`);

// The accessors of an attribute cannot travel.
function readNumbers(attribute: AttributeLike): number[] {
  const { count, itemSize } = attribute;
  return Array.from({ length: count * itemSize }, (_, i) =>
    attribute.getComponent(Math.floor(i / itemSize), i % itemSize),
  );
}

/** Changes what an object of the worker is on the page: verbs that need the page, for example. */
export type Dress = (object: RemoteObject, kind: string, channel: Channel) => void;

/** What stands for an object of the worker: verbs and values are properties. */
export type RemoteObject = Record<string, unknown>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A worker with a simulator in it. */
export class Channel {
  private thread: Thread | undefined;
  private ended: WeftError | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 0;
  private readonly objects = new Map<number, RemoteObject>();
  private readonly numbers = new WeakMap<object, number>();
  private readonly buffers = new Map<number, ArrayBuffer>();
  private spares: ArrayBuffer[] = [];
  /** Hears that the worker is gone. */
  onEnd: () => void = () => {};

  private constructor(private readonly dress: Dress) {}

  /** Starts the worker and the simulator in it, and returns what stands for that. */
  static async open(
    choice: WorkerChoice | Inlined,
    order: WorkerOrder,
    dress: Dress,
  ): Promise<RemoteObject> {
    const channel = new Channel(dress);
    channel.thread = await startThread(choice, {
      onMessage: (message) => channel.hear(message),
      onDeath: (error) => channel.end(error),
    });
    try {
      return (await channel.request({ type: 'start', ...order }, [])) as RemoteObject;
    } catch (error) {
      channel.close();
      throw error;
    }
  }

  /** Calls a verb of an object of the worker. */
  call(object: number, verb: string, args: readonly unknown[]): Promise<unknown> {
    const id = this.nextId;
    let packed: unknown[];
    try {
      packed = args.map((arg) => this.pack(arg));
    } catch (error) {
      return Promise.reject(cannotBeSent(error)); // it holds itself, or its accessors throw
    }
    const spares = this.spares.splice(0);
    return this.request({ type: 'call', id, object, verb, args: packed, spares }, spares);
  }

  /** Ends the worker; calls that wait are rejected. */
  close(): void {
    this.end(lostWorker('it was disposed'));
  }

  private request(message: ToWorker, transfer: ArrayBuffer[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.ended) {
        reject(this.ended);
        return;
      }
      try {
        this.thread!.post(message, transfer);
      } catch (error) {
        reject(cannotBeSent(error));
        return;
      }
      this.waiting.set(this.nextId++, { resolve, reject });
      this.thread!.hold(true);
    });
  }

  private hear(message: unknown): void {
    if (!isAnswer(message) || !this.waiting.has(message.id)) {
      return; // not ours, or said twice
    }
    const { id, value, error, news } = message;
    if (id !== this.waiting.keys().next().value) {
      // Answers come in the order of the calls, each with what changed since the last.
      this.end(lostWorker('one of its messages was lost'));
      return;
    }
    const { resolve, reject } = this.waiting.get(id)!;
    this.waiting.delete(id);
    if (this.waiting.size === 0) {
      this.thread?.hold(false);
    }
    this.learn(news);
    if (error) {
      reject(unpackError(error));
    } else {
      resolve(this.unpack(value));
    }
  }

  private end(reason: WeftError): void {
    if (this.ended) {
      return;
    }
    this.ended = reason;
    this.thread?.hold(false);
    this.thread?.end();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ reject }) => reject(reason));
    this.onEnd();
  }

  // First all objects, since they name each other.
  private learn({ objects, values, frames, gone }: News): void {
    const fresh = objects.map((description) => this.meet(description));
    objects.forEach(({ fixed }, i) => Object.assign(fresh[i], this.unpack(fixed)));
    for (const [number, known] of values) {
      Object.assign(this.objects.get(number)!, this.unpack(known));
    }
    frames.forEach((frame) => this.show(frame));
    objects.forEach(({ kind }, i) => this.dress(fresh[i], kind, this));
    for (const number of gone) {
      this.objects.delete(number);
      this.buffers.delete(number);
    }
  }

  private meet({ object: number, verbs }: Description): RemoteObject {
    const object: RemoteObject = {};
    for (const verb of verbs) {
      const value = (...args: unknown[]) => this.call(number, verb, args);
      Object.defineProperty(object, verb, { value, configurable: true, writable: true });
    }
    this.objects.set(number, object);
    this.numbers.set(object, number);
    return object;
  }

  // The buffer of the last frame goes back with the next call.
  private show({ object: number, buffer, arrays }: Frame): void {
    const before = this.buffers.get(number);
    if (before) {
      this.spares.push(before);
    }
    this.buffers.set(number, buffer);
    const object = this.objects.get(number)!;
    for (const { name, type, offset, length } of arrays) {
      object[name] = new ARRAY_TYPES[type](buffer, offset, length);
    }
  }

  private pack(value: unknown): unknown {
    return mapDeep(value, (part) => {
      const number = this.numbers.get(part as object);
      if (number === undefined) {
        return isAttribute(part) ? readNumbers(part) : undefined;
      }
      return { weftObject: number };
    });
  }

  private unpack(value: unknown): unknown {
    return mapDeep(value, (part) =>
      isReference(part) ? this.objects.get(part.weftObject) : undefined,
    );
  }
}
