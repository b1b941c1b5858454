// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What page and worker say to each other. Objects of the worker have numbers; the worker describes each object once, with
// the names of its verbs, so that the page knows no verb by itself. Every answer carries what changed: plain values, and
// the arrays of cloths and bodies in one buffer each, which travels back and forth and is never copied on the way.
import { WeftError } from '../error.js';

/** What the simulator of a worker is made of. */
export interface WorkerOrder {
  module: WebAssembly.Module;
  /** Where workers of the page help to step. */
  shared?: { memory: WebAssembly.Memory; isTried: boolean };
  threadsNote: string;
}

/** From the page. */
export type ToWorker =
  | ({ type: 'start' } & WorkerOrder)
  | {
      type: 'call';
      id: number;
      object: number;
      verb: string;
      args: unknown[];
      spares: ArrayBuffer[];
    };

/** From the worker. */
export interface Answer {
  id: number;
  value?: unknown;
  error?: WireError;
  news: News;
}

/** What the page has to know since the last answer. */
export interface News {
  /** Objects that it has not met. */
  objects: Description[];
  /** Plain values of objects. */
  values: [object: number, values: Record<string, unknown>][];
  frames: Frame[];
  /** Numbers of objects that take no more calls. */
  gone: number[];
}

/** Whether a message is an answer: workers of other people may say other things, too. */
export function isAnswer(message: unknown): message is Answer {
  const { id, news } = (message ?? {}) as Partial<Answer>;
  return Number.isInteger(id) && typeof news === 'object' && news !== null;
}

/** An object of the worker. */
export interface Description {
  object: number;
  /** Name of its class. */
  kind: string;
  verbs: string[];
  /** What never changes. */
  fixed: Record<string, unknown>;
}

/** The arrays of an object that steps change, one after the other. */
export interface Frame {
  object: number;
  buffer: ArrayBuffer;
  arrays: { name: string; type: ArrayType; offset: number; length: number }[];
}

/** The number of the simulator itself; the answer to `start` has the id 0. */
export const WEFT = 1;

export const ARRAY_TYPES = { Float32Array, Uint32Array, Uint16Array, Uint8Array } as const;
export type ArrayType = keyof typeof ARRAY_TYPES;
export type NumberArray = InstanceType<(typeof ARRAY_TYPES)[ArrayType]>;

/** Stands for an object of the worker inside arguments and results. */
export interface Reference {
  weftObject: number;
}

export function isReference(value: unknown): value is Reference {
  return typeof (value as Partial<Reference> | null)?.weftObject === 'number';
}

/** Whether a value is a literal: neither an array nor of a class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  const prototype = typeof value === 'object' && value ? Object.getPrototypeOf(value) : undefined;
  return prototype === Object.prototype || prototype === null;
}

/** A value with some of its parts replaced: `change` answers `undefined` for what it leaves as it is. */
export function mapDeep(value: unknown, change: (part: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== undefined) {
    return changed;
  }
  if (Array.isArray(value)) {
    return value.map((part) => mapDeep(part, change));
  }
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapDeep(part, change)]))
    : value;
}

/** An error on its way. */
export interface WireError {
  name: string;
  message: string;
  code?: string;
  where?: string;
  element?: number;
}

export function packError(error: unknown): WireError {
  if (error instanceof WeftError) {
    const { name, code, where, element } = error;
    return { name, message: error.message.slice(code.length + 2), code, where, element };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, message };
}

export function unpackError({ name, message, code, where, element }: WireError): Error {
  if (code !== undefined) {
    return new WeftError(code, message, where, element);
  }
  const error = new Error(message);
  error.name = name;
  return error;
}
