// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether a garment has anything to do with the body that is to wear it: half as large again, or smaller by as much,
// is a mistake in the scene and not a matter of taste.
import type { Measurements } from '../types.js';

/** The girth that decides, by pattern. */
const GIRTHS: Record<string, [string, string]> = {
  skirt: ['waist', 'round the waist'],
  tshirt: ['chest', 'round the chest'],
  trousers: ['seat', 'round the seat'],
};
const MOST = 1.5;

/** Throws a sentence when the measurements a garment is cut to are far from the wearer's. */
export function checkFit(pattern: string, cut: Measurements, wearer: Measurements): void {
  const [girth, where] = GIRTHS[pattern];
  const ratio = cut[girth] / wearer[girth];
  if (ratio <= MOST && ratio >= 1 / MOST) return;
  const [a, b] = [cut[girth].toFixed(0), wearer[girth].toFixed(0)];
  const word = ratio > 1 ? 'large' : 'small';
  const are = pattern.endsWith('s') ? 'are' : 'is';
  throw new Error(
    `the ${pattern} ${are} far too ${word} for this body: cut for ${a} mm ${where}, while the body has ` +
      `${b} mm; change 'ease', 'scale' or 'drafted_for'`,
  );
}
