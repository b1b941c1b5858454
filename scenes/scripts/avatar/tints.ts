// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The colours of a picture at the corners of a mesh, which go with the mesh itself: a figure looks like itself before its
// pictures have come, and when they never do.

import type { Picture } from './png.js';

/** Texels to each side that are averaged. */
const REACH = 2;
/** Colours are rounded to this, which nobody sees and which packs well. */
const GRAIN = 4;

/** Red, green, blue and cover of every uv (65535 = 1), 0..255, one channel after the other. */
export function tintsOf(picture: Picture, uvs: Uint16Array): Uint16Array {
  const count = uvs.length / 2;
  const out = new Uint16Array(4 * count);
  for (let i = 0; i < count; i++) {
    const [u, v] = [uvs[2 * i] / 65535, uvs[2 * i + 1] / 65535];
    meanAround(picture, u, 1 - v).forEach((c, k) => (out[k * count + i] = rounded(c)));
  }
  return out;
}

function rounded(c: number): number {
  return Math.min(255, GRAIN * Math.round(c / GRAIN));
}

// Texels that cover more count more for the colour, as those that cover nothing are never seen.
function meanAround({ width, height, channels, data }: Picture, u: number, v: number): number[] {
  const [x, y] = [Math.floor(u * width), Math.floor(v * height)];
  const sum = [0, 0, 0, 0];
  let [weights, texels] = [0, 0];
  for (let ty = Math.max(0, y - REACH); ty <= Math.min(height - 1, y + REACH); ty++) {
    for (let tx = Math.max(0, x - REACH); tx <= Math.min(width - 1, x + REACH); tx++) {
      const at = channels * (ty * width + tx);
      const cover = channels < 4 ? 255 : data[at + 3];
      for (let k = 0; k < 3; k++) sum[k] += (cover + 1) * data[at + k];
      sum[3] += cover;
      weights += cover + 1;
      texels++;
    }
  }
  return [sum[0] / weights, sum[1] / weights, sum[2] / weights, sum[3] / texels];
}
