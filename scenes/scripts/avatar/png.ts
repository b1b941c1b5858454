// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reads 8-bit PNG pictures, RGB or RGBA, not interlaced (PNG specification, third edition).

import { inflateSync } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** 3 or 4. */
  channels: number;
  data: Uint8Array;
}

/** Decodes a PNG file. */
export function decodePng(file: Uint8Array): Picture {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const colour = file[25];
  if (file[24] !== 8 || (colour !== 2 && colour !== 6) || file[28] !== 0) {
    throw new Error('Only plain 8-bit RGB and RGBA pictures are read.');
  }
  const parts: Uint8Array[] = [];
  for (let at = 8; at < file.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (type === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const channels = colour === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(parts));
  return { width, height, channels, data: unfilter(raw, width * channels, height, channels) };
}

function unfilter(raw: Uint8Array, stride: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= step ? out[y * stride + x - step] : 0;
      const up = y ? out[(y - 1) * stride + x] : 0;
      const corner = y && x >= step ? out[(y - 1) * stride + x - step] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
    }
  }
  return out;
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
