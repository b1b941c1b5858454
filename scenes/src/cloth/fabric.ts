// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Named fabrics in SI units, the fields and order of weft_fabric. The numbers are the project's own roundings
// of measurements in Wang, O'Brien, Ramamoorthi, "Data-driven elastic models for cloth", ACM TOG 30(4):71,
// 2011; silk, wool, linen and leather are stand-ins by weight and bending statistics, not measurements.
// core/src/cloth/fabric.c holds the same table for hosts that build a cloth without a scene.

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

type Row = [number, number, number, number, number, number, number, number, number, number];

/** density, stretch warp/weft, shear, bend warp/weft (1e-6), strain limit, thickness (mm), friction body/cloth. */
const ROWS: Record<string, Row> = {
  cotton: [0.15, 2000, 2000, 15, 8, 13, 0.05, 0.32, 0.4, 0.3],
  denim: [0.324, 2050, 430, 30, 24, 16, 0.08, 0.8, 0.3, 0.35],
  silk: [0.075, 500, 500, 7, 3, 3, 0.08, 0.2, 0.3, 0.25],
  wool: [0.235, 1000, 1000, 20, 9, 9, 0.08, 0.57, 0.4, 0.3],
  jersey: [0.187, 200, 50, 18, 4, 6, 0.3, 0.7, 0.4, 0.3],
  linen: [0.19, 2000, 2000, 30, 25, 20, 0.04, 0.45, 0.4, 0.3],
  leather: [0.6, 4000, 4000, 400, 150, 150, 0.05, 1, 0.5, 0.4],
};

/** Preset names in the order of weft_fabric_preset. */
export const FABRIC_NAMES = Object.keys(ROWS);

/** The values of a preset. */
export function fabricPreset(name: string): Fabric {
  const [density, warp, weft, shear, bendWarp, bendWeft, limit, thickness, body, cloth] =
    ROWS[name];
  return {
    density,
    stretch_warp: warp,
    stretch_weft: weft,
    shear,
    poisson: 0.15,
    compression: 1,
    bend_warp: bendWarp * 1e-6,
    bend_weft: bendWeft * 1e-6,
    damping: 0.005,
    strain_limit: limit,
    thickness: thickness / 1000,
    friction_body: body,
    friction_cloth: cloth,
    drag: 1,
    lift: 0.1,
  };
}
