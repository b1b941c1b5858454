// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Named fabrics in SI units: the table of core/src/cloth/fabric.c, where every number has its source. A cooked
// cloth carries its own values, so the cook needs them too.
import { FABRIC_FIELDS as FIELDS, FABRIC_ROWS } from '../registry.js';

/** A fabric per unit of area and width. */
export type Fabric = Record<(typeof FIELDS)[number], number>;

/** The fields in the order of weft_fabric. */
export const FABRIC_FIELDS: readonly (keyof Fabric)[] = FIELDS;

/** Preset names in the order of weft_fabric_preset. */
export const FABRIC_NAMES = Object.keys(FABRIC_ROWS);

/** The values of a preset. */
export function fabricPreset(name: string): Fabric {
  const row = (FABRIC_ROWS as Record<string, readonly number[]>)[name];
  return Object.fromEntries(FABRIC_FIELDS.map((f, i) => [f, row[i]])) as Fabric;
}
