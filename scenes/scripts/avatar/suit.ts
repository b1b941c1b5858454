// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Paints what lies under the underwear on a skin, so that not even the picture shows a body undressed. Every texel knows
// its place on the base mesh, where the cut of the underwear is a signed distance; the paint ends a little inside of it.

import { CUTS, type Cut, type UnderwearName } from '../../src/avatar/underwear_cut.js';
import type { Picture } from './png.js';
import { isPlace } from './texels.js';

/** The grey of the underwear as the page draws it. */
const PAINT = [106, 112, 122];
/** How far inside the hem it ends, dm. */
const INSET = 0.06;

/** The skin with the paint on it; `places` are those of its texels. */
export function paintSuit(skin: Picture, places: Float32Array, suit: UnderwearName): Picture {
  const picture = { ...skin, data: skin.data.slice() };
  for (let t = 0; 3 * t < places.length; t++) {
    if (isPlace(places, t)) paintTexel(picture, t, distanceAt(places, t, CUTS[suit]));
  }
  return picture;
}

function distanceAt(places: Float32Array, t: number, cut: Cut): number {
  return cut(places[3 * t], places[3 * t + 1], places[3 * t + 2]) - INSET;
}

function paintTexel(picture: Picture, t: number, distance: number): void {
  const texel = 0.04; // dm, about the size of a texel on the trunk
  const cover = Math.min(1, Math.max(0, distance / texel + 0.5));
  for (let k = 0; k < 3; k++) {
    const at = t * picture.channels + k;
    picture.data[at] = Math.round(picture.data[at] * (1 - cover) + PAINT[k] * cover);
  }
}
