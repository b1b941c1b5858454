// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes pictures as WebP, with the encoder that Squoosh compiled to WebAssembly.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import encode, { init } from '@jsquash/webp/encode.js';
import type { Picture } from './png.js';

/** Lossy enough to be small; on a face that fills the screen the eye does not tell it from the original. */
const OPTIONS = { quality: 92, alpha_quality: 80, method: 6, exact: 1 };
/** Texels that cover no more than this have a colour of no meaning, of 255. */
const UNSEEN = 8;

let ready: Promise<unknown> | undefined;

/** The WebP file of a picture: lossy, or lossless where that is smaller. */
export async function encodeWebp(picture: Picture): Promise<Uint8Array> {
  ready ??= start();
  await ready;
  const image = {
    ...picture,
    data: spread(withAlpha(picture), picture.width),
  } as unknown as ImageData;
  const lossy = new Uint8Array(await encode(image, OPTIONS));
  const lossless = new Uint8Array(await encode(image, { lossless: 1, method: 6 }));
  return lossless.length < lossy.length ? lossless : lossy;
}

// The encoder would fetch its module, which Node does not do from files.
async function start(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm');
  await init(await WebAssembly.compile(readFileSync(file)));
}

function withAlpha({ width, height, channels, data }: Picture): Uint8ClampedArray {
  const out = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let t = 0; t < width * height; t++) {
    for (let k = 0; k < channels; k++) out[4 * t + k] = data[channels * t + k];
  }
  return out;
}

// Gives texels that are not seen the colour of the nearest that are: an arbitrary one there would cost bytes and colour the
// edges of hair.
function spread(rgba: Uint8ClampedArray, width: number): Uint8ClampedArray {
  const known = Uint8Array.from({ length: rgba.length / 4 }, (_, t) =>
    Number(rgba[4 * t + 3] > UNSEEN),
  );
  const queue = [...known.keys()].filter((t) => known[t]);
  for (const t of queue) {
    const x = t % width;
    const beside = [x > 0 && t - 1, x < width - 1 && t + 1, t - width, t + width];
    for (const n of beside) {
      if (n === false || known[n] !== 0) continue;
      known[n] = 1;
      rgba.copyWithin(4 * n, 4 * t, 4 * t + 3);
      queue.push(n);
    }
  }
  return rgba;
}
