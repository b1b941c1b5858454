// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Plain values with numbers in arrays, as bytes: the length of a head, the head as JSON in which each array is a note of
// where it lies, then the arrays, each on a boundary of four bytes.

const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Float32Array };
type ArrayName = keyof typeof ARRAYS;
type Numbers = InstanceType<(typeof ARRAYS)[ArrayName]>;

/** Stands for an array in the head. */
interface Note {
  array: ArrayName;
  at: number;
  length: number;
}

const padded = (length: number) => 4 * Math.ceil(length / 4);

/** Writes a value of objects, lists, texts, numbers, flags and arrays of numbers. */
export function pack(value: unknown): Uint8Array {
  const arrays: Numbers[] = [];
  let at = 0;
  const head = new TextEncoder().encode(
    JSON.stringify(value, (_, part: unknown) => {
      if (!ArrayBuffer.isView(part)) return part;
      const numbers = part as Numbers;
      const note = { array: numbers.constructor.name, at, length: numbers.length };
      if (!(note.array in ARRAYS)) throw new Error(`A ${note.array} cannot be packed.`);
      arrays.push(numbers);
      at += padded(numbers.byteLength);
      return note;
    }),
  );
  const start = 4 + padded(head.length);
  const bytes = new Uint8Array(start + at);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  at = start;
  for (const { buffer, byteOffset, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return bytes;
}

/** Reads it again; arrays are copies. Throws where the bytes are cut short or no such thing. */
export function unpack(bytes: Uint8Array): unknown {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  const start = 4 + padded(length);
  const head = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(4, 4 + length));
  return JSON.parse(head, (_, part: unknown) => {
    if (!isNote(part)) return part;
    const { array, at, length } = part;
    const end = start + at + length * ARRAYS[array].BYTES_PER_ELEMENT;
    if (!(end <= bytes.length)) throw new Error('what was packed is cut short');
    return new ARRAYS[array](bytes.slice(start + at, end).buffer);
  });
}

function isNote(part: unknown): part is Note {
  return typeof part === 'object' && part !== null && 'array' in part && 'at' in part;
}
