// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether a garment has anything to do with the body that is to wear it: half as large again, or smaller by as much,
// is a mistake in the scene and not a matter of taste.
import type { Measurements } from '../types.js';
import type { PatternSpec } from './pattern.js';

const MOST = 1.5;

/** Throws a sentence when the measurements a garment is cut to are far from the wearer's. */
export function checkFit(pattern: PatternSpec, cut: Measurements, wearer: Measurements): void {
  const { name } = pattern;
  const [girth, where] = pattern.girth;
  const ratio = cut[girth] / wearer[girth];
  if (ratio <= MOST && ratio >= 1 / MOST) return;
  const [a, b] = [cut[girth].toFixed(0), wearer[girth].toFixed(0)];
  const word = ratio > 1 ? 'large' : 'small';
  const are = name.endsWith('s') ? 'are' : 'is';
  throw new Error(
    `the ${name} ${are} far too ${word} for this body: cut for ${a} mm ${where}, while the body has ` +
      `${b} mm; change 'ease', 'scale' or 'drafted_for'`,
  );
}
