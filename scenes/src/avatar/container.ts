// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The avatar file: a zlib stream around a table of typed arrays.
//
//   u32 magic 'WAVT', u32 version, u32 length of the JSON, u32 0, the JSON, then the arrays, each at a multiple of 8
//
// The JSON holds `meta` (anything) and `arrays`: name -> [type, offset from the first array, elements]. Arrays of more
// than one byte an element are stored as byte planes.

import { fromPlanes, toPlanes } from './byte_planes.js';

const MAGIC = 0x54564157;
const VERSION = 4;
const HEADER = 16;

const TYPES = {
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
};

type TypeName = keyof typeof TYPES;
export type PackedArray = Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array;

export interface Container {
  meta: unknown;
  arrays: Record<string, PackedArray>;
}

/** The bytes of a container, not yet compressed. */
export function packContainer(content: Container): Uint8Array {
  const table: Record<string, [TypeName, number, number]> = {};
  let end = 0;
  for (const [name, array] of Object.entries(content.arrays)) {
    table[name] = [typeName(array), end, array.length];
    end = align(end + array.byteLength);
  }
  const json = new TextEncoder().encode(JSON.stringify({ meta: content.meta, arrays: table }));
  const start = align(HEADER + json.length);
  const bytes = new Uint8Array(start + end);
  new Uint32Array(bytes.buffer, 0, 3).set([MAGIC, VERSION, json.length]);
  bytes.set(json, HEADER);
  for (const [name, array] of Object.entries(content.arrays)) {
    bytes.set(array instanceof Uint8Array ? array : toPlanes(array), start + table[name][1]);
  }
  return bytes;
}

/** Reads the bytes of a container; says in one sentence what is wrong with damaged ones. */
export function unpackContainer(bytes: Uint8Array): Container {
  if (bytes.length < HEADER) throw new Error('The avatar file is truncated: it has no header.');
  const copy = bytes.slice();
  const [magic, version, length] = new Uint32Array(copy.buffer, 0, 3);
  if (magic !== MAGIC) throw new Error('This is not an avatar file.');
  if (version !== VERSION) {
    throw new Error(
      `The avatar file has version ${version}, this program reads ${VERSION}: make it anew.`,
    );
  }
  const start = align(HEADER + length);
  if (start > copy.length) throw new Error('The avatar file is truncated inside its table.');
  const json = JSON.parse(new TextDecoder().decode(copy.subarray(HEADER, HEADER + length)));
  const arrays: Record<string, PackedArray> = {};
  for (const [name, row] of Object.entries(
    json.arrays as Record<string, [TypeName, number, number]>,
  )) {
    arrays[name] = arrayOf(copy, name, start, row);
  }
  return { meta: json.meta, arrays };
}

/** Inflates a zlib stream, in browsers and in Node alike. */
export async function inflate(file: ArrayBuffer): Promise<Uint8Array> {
  try {
    const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error('The avatar file is damaged or truncated: it does not decompress.');
  }
}

function arrayOf(bytes: Uint8Array, name: string, start: number, row: [TypeName, number, number]) {
  const [type, offset, length] = row;
  const ArrayType = TYPES[type];
  const from = start + offset;
  if (!ArrayType || from + length * ArrayType.BYTES_PER_ELEMENT > bytes.length) {
    throw new Error(`The avatar file is truncated: array "${name}" is missing.`);
  }
  const out = new ArrayType(length);
  const stored = bytes.subarray(from, from + out.byteLength);
  if (out instanceof Uint8Array) out.set(stored);
  else fromPlanes(stored, out);
  return out;
}

function typeName(array: PackedArray): TypeName {
  const found = Object.entries(TYPES).find(([, type]) => array instanceof type);
  if (!found) throw new Error('A container holds integer arrays only.');
  return found[0] as TypeName;
}

function align(n: number): number {
  return Math.ceil(n / 8) * 8;
}
