// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The backdrop: paper without a seam, lighter behind the figure. Neither white nor black, so that a white garment is
// lighter than it and a black one darker, in both schemes.
import * as THREE from 'three';
import { hash2 } from './noise';

/** Colours behind the figure and in the corners, by scheme. */
const PAPER = {
  light: { middle: [196, 194, 191], corner: [176, 174, 170] },
  dark: { middle: [82, 85, 91], corner: [26, 27, 30] },
} as const;

const PIXELS = 256;
/** Middle of the light, of the height from above. */
const HEIGHT = 0.46;

/** Draws the paper of a scheme. */
export function makeBackdrop(dark: boolean): THREE.DataTexture {
  const { middle, corner } = PAPER[dark ? 'dark' : 'light'];
  const data = new Uint8Array(4 * PIXELS * PIXELS);
  for (let y = 0, k = 0; y < PIXELS; y++) {
    for (let x = 0; x < PIXELS; x++, k += 4) {
      const t = fall(x / (PIXELS - 1) - 0.5, y / (PIXELS - 1) - (1 - HEIGHT));
      const grain = hash2(x, y) - 0.5; // keeps bands out of the slow gradient
      for (let c = 0; c < 3; c++)
        data[k + c] = Math.round(middle[c] + (corner[c] - middle[c]) * t + grain);
      data[k + 3] = 255;
    }
  }
  const texture = new THREE.DataTexture(data, PIXELS, PIXELS);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.magFilter = texture.minFilter = THREE.LinearFilter;
  // The stage moves it along with the figure; stretched grain would be streaks beyond its edge.
  texture.wrapS = texture.wrapT = THREE.MirroredRepeatWrapping;
  texture.needsUpdate = true;
  return texture;
}

/** 0 behind the figure, 1 in the corners. */
function fall(x: number, y: number): number {
  const r = Math.min(1, Math.hypot(1.15 * x, y) / 0.72);
  return r * r * (3 - 2 * r);
}
