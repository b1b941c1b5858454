// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A face at ease. The base mesh looks blankly ahead; a few of MakeHuman's expression units, in small shares, raise the
// corners of the mouth and the inner brows and let the lids sink a little. Brows, lashes and eyes hang on the moved
// vertices, so that they follow.

import type { AvatarAsset } from './asset.js';

const UNITS = 'expression/units/caucasian';

/** Shares of the units. */
const EASE: Record<string, number> = {
  'mouth-corner-puller': 0.5,
  'eye-left-closure': 0.04,
  'eye-right-closure': 0.04,
  'eye-left-slit': 0.08,
  'eye-right-slit': 0.08,
  'eyebrows-left-inner-up': 0.4,
  'eyebrows-right-inner-up': 0.4,
};

/** Puts the face at ease, in place. `vertices` are kept vertices in dm, x y z each. */
export function easeFace(asset: AvatarAsset, vertices: Float64Array): void {
  const { kept, arrays } = asset;
  for (const [unit, share] of Object.entries(EASE)) {
    const row = asset.targets.indexOf(`${UNITS}/${unit}`);
    if (row < 0) throw new Error(`The avatar file has no expression "${unit}": make it anew.`);
    for (let axis = 0; axis < 3; axis++) {
      const start = (3 * row + axis) * kept;
      for (let v = 0; v < kept; v++)
        vertices[3 * v + axis] += share * arrays.targets[start + v] * 1e-3;
    }
  }
}
