// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Named fabrics in SI units: the table of core/src/cloth/fabric.c, where every number has its source. A cooked
// cloth carries its own values, so the cook needs them too; a test compares the two tables.

/** A fabric per unit of area and width. */
export interface Fabric {
  density: number;
  stretch_warp: number;
  stretch_weft: number;
  shear: number;
  poisson: number;
  compression: number;
  bend_warp: number;
  bend_weft: number;
  damping: number;
  strain_limit: number;
  thickness: number;
  friction_body: number;
  friction_cloth: number;
  drag: number;
  lift: number;
}

/** The fields in the order of weft_fabric. */
export const FABRIC_FIELDS: (keyof Fabric)[] = [
  'density',
  'stretch_warp',
  'stretch_weft',
  'shear',
  'poisson',
  'compression',
  'bend_warp',
  'bend_weft',
  'damping',
  'strain_limit',
  'thickness',
  'friction_body',
  'friction_cloth',
  'drag',
  'lift',
];

/** Values in the order of FABRIC_FIELDS. */
const ROWS: Record<string, number[]> = {
  cotton: [
    0.15, 2000, 2000, 15, 0.24, 0.2, 17e-6, 11e-6, 0.008, 0.04, 0.00032, 0.4, 0.3, 1.2, 0.05,
  ],
  denim: [0.324, 2000, 430, 30, 0.1, 0.2, 70e-6, 38e-6, 0.01, 0.05, 0.0008, 0.3, 0.35, 1.2, 0.03],
  silk: [0.075, 500, 500, 7, 0.2, 0.2, 1.8e-6, 1.8e-6, 0.005, 0.05, 0.0002, 0.3, 0.25, 1.2, 0.08],
  wool: [0.235, 1000, 1000, 20, 0.28, 0.2, 19e-6, 10e-6, 0.012, 0.05, 0.00057, 0.4, 0.3, 1.2, 0.04],
  jersey: [0.187, 200, 50, 18, 0.35, 0.2, 4e-6, 6e-6, 0.015, 0.1, 0.0007, 0.4, 0.3, 1.2, 0.04],
  linen: [0.18, 2000, 2000, 20, 0.2, 0.2, 17e-6, 11e-6, 0.008, 0.04, 0.0004, 0.4, 0.3, 1.2, 0.04],
  leather: [0.5, 2000, 2000, 400, 0.3, 0.2, 38e-6, 38e-6, 0.02, 0.05, 0.0009, 0.5, 0.45, 1.2, 0.02],
};

/** Preset names in the order of weft_fabric_preset. */
export const FABRIC_NAMES = Object.keys(ROWS);

/** The values of a preset. */
export function fabricPreset(name: string): Fabric {
  return Object.fromEntries(FABRIC_FIELDS.map((f, i) => [f, ROWS[name][i]])) as unknown as Fabric;
}
