// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much room what is worn needs between two parts of a body when they press on it: contact on either side and the
// sheets themselves. At rest cloth lies wider, with the contact radius between sheets too (core/src/contact/thickness.h):
// marks from there on would say of bodies that only come near that they pinch.

/**
 * Metres between two parts of a body when every garment lies between them twice.
 *
 * @param radius contact radius, m
 * @param thicknesses of the garments, m
 */
export function roomBetween(radius: number, thicknesses: readonly number[]): number {
  const side = Math.max(radius, ...thicknesses.map((thickness) => thickness / 2));
  return 2 * side + 2 * thicknesses.reduce((sum, thickness) => sum + thickness, 0);
}
