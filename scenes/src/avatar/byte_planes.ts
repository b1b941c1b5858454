// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Makes arrays of integers easier to deflate: differences of neighbours are small, so their high bytes are mostly
// zero; zigzag coding keeps that true for negative ones; and bytes of one weight lie together.

type Words = Int16Array | Uint16Array | Int32Array | Uint32Array;

/** The bytes to be deflated, as many as the array has. */
export function toPlanes(values: Words): Uint8Array {
  const width = values.BYTES_PER_ELEMENT;
  const shift = 8 * width - 1;
  const out = new Uint8Array(values.byteLength);
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    const step = signed(values[i] - before, width);
    before = values[i];
    const zigzag = (step << 1) ^ (step >> shift);
    for (let k = 0; k < width; k++) out[k * values.length + i] = (zigzag >>> (8 * k)) & 255;
  }
  return out;
}

/** Fills an array from its planes. */
export function fromPlanes(planes: Uint8Array, out: Words): void {
  const width = out.BYTES_PER_ELEMENT;
  let value = 0;
  for (let i = 0; i < out.length; i++) {
    let zigzag = 0;
    for (let k = 0; k < width; k++) zigzag |= planes[k * out.length + i] << (8 * k);
    const step = (zigzag >>> 1) ^ -(zigzag & 1);
    value = (value + step) | 0;
    out[i] = value; // wraps like the array's type
  }
}

// Wraps a difference to the array's width; it comes back by wrapping too.
function signed(x: number, width: number): number {
  return width === 2 ? (x << 16) >> 16 : x | 0;
}
