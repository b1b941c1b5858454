// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Names of parts: of meshes, groups, materials and bones.
import type { Material, Object3D } from 'three';
import { invalidAt } from '../../error.js';

/** A name as it is written, a regular expression, or a function that says yes. */
export type Pattern = string | RegExp | ((part: Object3D | Material) => boolean);

/** Whether a part is meant. Throws for what is no pattern. */
export function matches(part: Object3D | Material, pattern: Pattern): boolean {
  if (typeof pattern === 'string') {
    return part.name === pattern;
  }
  if (pattern instanceof RegExp) {
    return String(part.name ?? '').search(pattern) >= 0;
  }
  if (typeof pattern === 'function') {
    return pattern(part);
  }
  throw invalidAt(
    'exclude',
    -1,
    'A pattern is a name, a RegExp or a function, or a list of these.',
  );
}

/** Whether a part or anything above it up to `root` is meant. */
export function isWithin(
  part: Object3D,
  root: Object3D | null,
  patterns: readonly Pattern[],
): boolean {
  for (let at: Object3D | null = part; at; at = at === root ? null : at.parent) {
    const here = at;
    if (patterns.some((pattern) => matches(here, pattern))) {
      return true;
    }
  }
  return false;
}

/** One pattern, several or none, as a list. */
export function listOf<T>(given: T | readonly T[] | undefined): readonly T[] {
  return given === undefined ? [] : Array.isArray(given) ? given : [given as T];
}
