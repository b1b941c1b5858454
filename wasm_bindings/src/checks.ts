// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What comes in from outside, checked for type, length and range before the core sees it. Each check takes the name of
// the argument, returns the value in the form that the core reads, and throws a WeftError that names argument and
// element otherwise. Numbers may come as typed arrays, plain arrays or attributes of three.js; what is not as wide
// as its place is refused, never cut.
import { invalidAt, WeftError } from './error.js';

/** What is read of a BufferAttribute of three.js, interleaved and normalised ones included. */
export interface AttributeLike {
  readonly count: number;
  readonly itemSize: number;
  getComponent(index: number, component: number): number;
}

/** Numbers: 32 bits are kept of each. */
export type FloatsLike = Float32Array | Float64Array | readonly number[] | AttributeLike;

/** Whole numbers from 0 on. */
export type WholesLike = Uint32Array | Uint16Array | Uint8Array | readonly number[] | AttributeLike;

/** How long an array is to be. */
export interface Length {
  /** Numbers per element: vertex, triangle, bone. */
  width: number;
  /** Elements there must be; any number when left out. */
  count?: number;
}

/** More than any mesh that the core takes; what claims to have more is no attribute, and is not counted out. */
const MOST_ITEMS = 2 ** 26;

/** How a value is shown in an error: short, whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > 40 ? `"${value.slice(0, 40)}..."` : `"${value}"`;
  }
  if (typeof value === 'function' || typeof value === 'symbol' || value === null) {
    return value === null ? 'null' : `a ${typeof value}`;
  }
  return typeof value === 'object' ? `a ${tagOf(value)}` : String(value);
}

// Typed arrays of another realm, such as an iframe, are no instances of this one's classes.
function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Throws an error that names an argument and, where that says more, one of its elements. */
export function refuse(where: string, problem: string, element = -1): never {
  throw invalidAt(where, element, `${where}: ${problem}.`);
}

function fromTyped(value: unknown): { tag: string; array: ArrayLike<number> } | undefined {
  if (!ArrayBuffer.isView(value) || value instanceof DataView) {
    return undefined;
  }
  return { tag: tagOf(value), array: value as unknown as ArrayLike<number> };
}

/** Can a value be read as an attribute of three.js? */
export function isAttribute(value: unknown): value is AttributeLike {
  const { count, itemSize, getComponent } = (value ?? {}) as Partial<AttributeLike>;
  const isWhole = (value: unknown, most: number) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
  return typeof getComponent === 'function' && isWhole(count, MOST_ITEMS) && isWhole(itemSize, 16);
}

// Reads an attribute by its accessors: it may be interleaved or normalised.
function fromAttribute(where: string, attribute: AttributeLike, width: number): number[] {
  const { count, itemSize } = attribute;
  if (itemSize !== width && itemSize !== 1) {
    refuse(where, `the attribute has ${itemSize} numbers per element, not ${width}`);
  }
  const numbers: number[] = [];
  for (let i = 0; i < count; ++i) {
    for (let k = 0; k < itemSize; ++k) {
      numbers.push(attribute.getComponent(i, k));
    }
  }
  return numbers;
}

/** Numbers of any kind that are only read here: a typed array or a plain one. */
export function numbers(where: string, value: unknown): ArrayLike<number> {
  const typed = fromTyped(value);
  if (typed ? typed.tag.startsWith('Big') : !Array.isArray(value)) {
    refuse(where, `${shown(value)} is no array of numbers`);
  }
  const array = value as ArrayLike<number>;
  for (let i = 0; !typed && i < array.length; ++i) {
    if (typeof array[i] !== 'number') {
      refuse(where, `element ${i} is ${shown(array[i])}, not a number`, i);
    }
  }
  return array;
}

function checkLength(where: string, length: number, { width, count }: Length): void {
  if (count !== undefined && length !== width * count) {
    refuse(where, `${length} numbers, not ${width * count} (${count} times ${width})`);
  }
  if (length % width !== 0) {
    refuse(where, `${length} numbers are not a multiple of ${width}`);
  }
}

function checkEach(
  where: string,
  array: ArrayLike<number>,
  width: number,
  isGood: (number: number) => boolean,
  wanted: string,
): void {
  for (let i = 0; i < array.length; ++i) {
    if (typeof array[i] !== 'number' || !isGood(array[i])) {
      const element = Math.floor(i / width);
      const name = width > 1 ? `number ${i % width} of element ${element}` : `element ${element}`;
      refuse(where, `${name} is ${shown(array[i])}, not ${wanted}`, element);
    }
  }
}

const isFloat = (number: number) => Number.isFinite(Math.fround(number));

/** Finite numbers as floats; a Float32Array comes back as it is, unchecked beyond its length: the core reads each. */
export function floats(where: string, value: unknown, length: Length): Float32Array {
  const typed = fromTyped(value);
  if (typed?.tag === 'Float32Array') {
    checkLength(where, typed.array.length, length);
    return value as Float32Array;
  }
  const array =
    typed?.tag === 'Float64Array'
      ? typed.array
      : Array.isArray(value)
        ? (value as number[])
        : isAttribute(value)
          ? fromAttribute(where, value, length.width)
          : refuse(where, `${shown(value)} is not a Float32Array, numbers or a BufferAttribute`);
  checkLength(where, array.length, length);
  checkEach(where, array, length.width, isFloat, 'a finite number');
  return array.length > 0 ? Float32Array.from(array) : new Float32Array(0); // one that was transferred has no iterator
}

/** Whole numbers from 0 to `most`; a Uint32Array comes back as it is. */
export function wholes(
  where: string,
  value: unknown,
  length: Length,
  most = 0xffffffff,
): Uint32Array {
  const typed = fromTyped(value);
  const array = typed
    ? /^(Uint|Int)(8|16|32)Array$/.test(typed.tag)
      ? typed.array
      : refuse(where, `a ${typed.tag} is not an array of whole numbers, such as a Uint32Array`)
    : Array.isArray(value)
      ? (value as number[])
      : isAttribute(value)
        ? fromAttribute(where, value, length.width)
        : refuse(where, `${shown(value)} is not a Uint32Array, numbers or a BufferAttribute`);
  checkLength(where, array.length, length);
  const isGood = (number: number) => Number.isInteger(number) && number >= 0 && number <= most;
  checkEach(where, array, length.width, isGood, `a whole number from 0 to ${most}`);
  if (typed?.tag === 'Uint32Array') {
    return value as Uint32Array;
  }
  return array.length > 0 ? Uint32Array.from(array) : new Uint32Array(0);
}

/** Bounds of a number, both allowed; without, any finite number. */
export interface Range {
  least?: number;
  most?: number;
  /** Only whole numbers. */
  whole?: boolean;
}

/** One number in a range. */
export function oneNumber(where: string, value: unknown, range: Range = {}): number {
  const { least = -Infinity, most = Infinity, whole = false } = range;
  const isGood =
    typeof value === 'number' &&
    isFloat(value) &&
    value >= least &&
    value <= most &&
    (!whole || Number.isInteger(value));
  if (!isGood) {
    const kind = whole ? 'a whole number' : 'a finite number';
    const from = least > -Infinity ? ` from ${least}` : '';
    refuse(where, `${shown(value)} is not ${kind}${from}${most < Infinity ? ` to ${most}` : ''}`);
  }
  return value as number;
}

/** Finite numbers, exactly `width` of them, as a plain array: [x, y, z], a typed array or a Vector3 of three.js. */
export function vector(where: string, value: unknown, width = 3): number[] {
  const { x, y, z } = (value ?? {}) as { x?: unknown; y?: unknown; z?: unknown };
  const isVector3 = width === 3 && [x, y, z].every((number) => typeof number === 'number');
  const given: unknown = isVector3 ? [x, y, z] : value;
  const array = Array.isArray(given) ? (given as number[]) : fromTyped(given)?.array;
  if (!array || array.length !== width) {
    const length = array ? `${array.length} numbers` : shown(value);
    refuse(where, `${length} instead of ${width} numbers`);
  }
  checkEach(where, array, 1, isFloat, 'a finite number');
  return Array.from(array);
}

/** A rotation: [x, y, z, w], a typed array or a Quaternion of three.js, of unit length to a thousandth. */
export function quaternion(where: string, value: unknown): number[] {
  const { x, y, z, w } = (value ?? {}) as Record<'x' | 'y' | 'z' | 'w', unknown>;
  const isQuaternion = [x, y, z, w].every((number) => typeof number === 'number');
  const four = vector(where, isQuaternion ? [x, y, z, w] : value, 4);
  const square = four.reduce((sum, number) => sum + number * number, 0);
  if (!(Math.abs(square - 1) <= 2e-3)) {
    refuse(where, `its length is ${Math.sqrt(square).toPrecision(4)}, not 1`);
  }
  return four;
}

/** A yes or no. */
export function flag(where: string, value: unknown): boolean {
  return typeof value === 'boolean'
    ? value
    : refuse(where, `${shown(value)} is neither true nor false`);
}

/** Text. */
export function text(where: string, value: unknown): string {
  return typeof value === 'string' ? value : refuse(where, `${shown(value)} is not a text`);
}

/** One of some names. */
export function oneOf<T extends string>(where: string, value: unknown, names: readonly T[]): T {
  return names.includes(value as T)
    ? (value as T)
    : refuse(where, `${shown(value)} is not one of ${names.join(', ')}`);
}

/** A function. */
export function callback<T>(where: string, value: T): T {
  return typeof value === 'function' ? value : refuse(where, `${shown(value)} is not a function`);
}

/** An object with no other keys than those named, as far as they hold something; an unknown one is a slip of the pen. */
export function options<T extends object>(where: string, value: T, keys: readonly string[]): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || fromTyped(value)) {
    refuse(where, `${shown(value)} is not an object of options`);
  }
  for (const [key, held] of Object.entries(value)) {
    if (held !== undefined && !keys.includes(key)) {
      refuse(`${where}.${key}`, `there is no such option; there are ${keys.join(', ')}`);
    }
  }
  return value;
}

/** Bytes, as a view of them all. */
export function bytes(where: string, value: unknown): Uint8Array {
  if ((value as ArrayBuffer | undefined)?.byteLength === 0) {
    return new Uint8Array(0); // it may be one that was transferred, which allows no view
  }
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return ['ArrayBuffer', 'SharedArrayBuffer'].includes(tagOf(Object(value)))
    ? new Uint8Array(value as ArrayBuffer)
    : refuse(where, `${shown(value)} is not a Uint8Array or an ArrayBuffer`);
}

/** An array of floats that something is to be written to. */
export function target(where: string, value: unknown, length: number): Float32Array {
  const typed = fromTyped(value);
  if (!/^Float(32|64)Array$/.test(typed?.tag ?? '') || typed?.array.length !== length) {
    const given = typed ? `a ${typed.tag} of ${typed.array.length}` : shown(value);
    refuse(where, `${given} is not a Float32Array of ${length} numbers`);
  }
  return value as Float32Array;
}

/** The first number that is not finite or beyond a limit, told as an error of its element; undefined if all are good. */
export function badFloat(
  where: string,
  array: Float32Array,
  width: number,
  limit = Infinity,
): WeftError | undefined {
  const i = array.findIndex((number) => !(Math.abs(number) <= limit) || !Number.isFinite(number));
  if (i < 0) {
    return undefined;
  }
  const element = Math.floor(i / width);
  const place = `${where}: number ${i % width} of element ${element} is ${array[i]}`;
  return Number.isFinite(array[i])
    ? invalidAt(where, element, `${place}, beyond ${limit}.`)
    : new WeftError('WEFT_ERROR_NOT_FINITE', `${place}.`, where, element);
}
