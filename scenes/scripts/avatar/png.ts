// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Reads and writes 8-bit PNG pictures, RGB or RGBA, not interlaced (PNG specification, third edition).

import { deflateSync, inflateSync, crc32 as zlibCrc } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** 3 or 4. */
  channels: number;
  data: Uint8Array;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

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

/** Encodes a picture, every row with the Paeth filter. */
export function encodePng(picture: Picture): Uint8Array {
  const { width, height, channels, data } = picture;
  const stride = width * channels;
  const raw = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    raw[y * (stride + 1)] = 4;
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? data[y * stride + x - channels] : 0;
      const up = y ? data[(y - 1) * stride + x] : 0;
      const corner = y && x >= channels ? data[(y - 1) * stride + x - channels] : 0;
      raw[y * (stride + 1) + 1 + x] = data[y * stride + x] - paeth(left, up, corner);
    }
  }
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, width);
  new DataView(head.buffer).setUint32(4, height);
  head.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw, { level: 9 })),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + body.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length);
  out.set(Buffer.from(type, 'latin1'), 4);
  out.set(body, 8);
  view.setUint32(8 + body.length, crc32(out.subarray(4, 8 + body.length)));
  return out;
}

// zlib.crc32 exists from Node 20.15 on; older ones take the slow way.
function crc32(bytes: Uint8Array): number {
  if (typeof zlibCrc === 'function') return zlibCrc(bytes);
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
