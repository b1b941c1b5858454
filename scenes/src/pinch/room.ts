// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much room what is worn needs between two parts of a body, by the distances that contact keeps
// (core/src/contact/thickness.h): a body and the middle of a sheet half of its thickness, two sheets half of both, and
// each no less than the contact radius.

/**
 * Metres between two parts of a body when every garment lies between them twice.
 *
 * @param radius contact radius, m
 * @param thicknesses of the garments from the skin outwards, m
 */
export function roomBetween(radius: number, thicknesses: readonly number[]): number {
  if (thicknesses.length === 0) return 0;
  const sheets = [...thicknesses, ...[...thicknesses].reverse()];
  return sheets.reduce(
    (room, sheet, i) => {
      const before = i === 0 ? 0 : sheets[i - 1];
      return room + Math.max(radius, (before + sheet) / 2);
    },
    Math.max(radius, sheets[0] / 2),
  );
}
