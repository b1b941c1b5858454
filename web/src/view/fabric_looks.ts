// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How every fabric looks, a row each: what its surface does with light, how it is built, how it takes a dye, how clothes
// of it are made up. What it does when it moves is a row of core/src/cloth/fabric.c.
import type { FabricName } from '../choices';
import type { Mottle } from './print';
import { trim, type Trim } from './trim';
import { knit, leather, napped, plain, satin, twill, woven, type Weave } from './weave';

/** What a surface does with light. */
export interface Surface {
  roughness: number;
  sheen: number;
  sheenRoughness: number;
  /** How white the sheen is; the rest is the dye. Much of it draws grey streaks along the folds of a matt cloth. */
  sheenWhite: number;
  specular: number;
  /** How much longer highlights are across the warp than along it: satin's floats reflect like brushed metal. */
  anisotropy?: number;
  /** How much of the weft shows in its own colour. */
  weft?: number;
  /** Rounds by which shading normals are smoothed: folds of the mesh's own size would glitter on smooth cloth. */
  smoothing: number;
}

/** How a fabric looks. */
export interface FabricLook {
  surface: Surface;
  weave: Weave;
  mottle: Mottle;
  trim: Trim;
  /** The warp is indigo; a dye only washes it out. */
  indigo?: boolean;
}

/** Of all fabrics. */
export const LOOKS: Record<FabricName, FabricLook> = {
  cotton: {
    surface: matt({ roughness: 0.9, sheen: 0.35, sheenRoughness: 0.6, smoothing: 1 }),
    weave: { sample: woven(plain, 24, 0.15), yarns: 24, size: 0.024, relief: 0.5 },
    mottle: { across: 24, along: 24, depth: 0.03 },
    trim: trim({ hem: 20, hemRows: [18, 0], seamRows: [3, 0], edge: 0.8 }),
  },
  denim: {
    surface: matt({ roughness: 0.9, sheen: 0.15, sheenRoughness: 0.7, weft: 0.27, smoothing: 1 }),
    weave: { sample: woven(twill(3, 4), 24, 0.25), yarns: 24, size: 0.024, relief: 0.7 },
    // faded along the warp
    mottle: { across: 96, along: 8, depth: 0.16 },
    trim: trim({
      hem: 16,
      hemRows: [13.5, 0],
      seamRows: [2.5, 8.5],
      stitch: [4.4, 0.7, 1.1],
      edge: 1.3,
      wear: 0.16,
    }),
    indigo: true,
  },
  silk: {
    surface: {
      roughness: 0.52,
      sheen: 0.5,
      sheenRoughness: 0.45,
      sheenWhite: 0.2,
      specular: 0.5,
      anisotropy: 0.5,
      smoothing: 6,
    },
    weave: { sample: woven(satin, 32, 0.05), yarns: 32, size: 0.016, relief: 0.12 },
    mottle: { across: 12, along: 12, depth: 0.02 },
    trim: trim({ hem: 7, hemRows: [5.5, 0], stitch: [2.6, 0.6, 0.5], edge: 0.6 }),
  },
  wool: {
    surface: matt({
      roughness: 1,
      sheen: 0.8,
      sheenRoughness: 0.75,
      sheenWhite: 0.1,
      smoothing: 2,
    }),
    weave: {
      sample: napped(woven(twill(2, 4), 24, 0.3), 24, 0.6),
      yarns: 24,
      size: 0.04,
      relief: 0.8,
    },
    // mixed fibres
    mottle: { across: 64, along: 48, depth: 0.12 },
    // A blind hem: the thread only pricks through.
    trim: trim({ hem: 32, hemRows: [29, 0], stitch: [9, 0.14, 0.7], edge: 1.4 }),
  },
  jersey: {
    surface: matt({ roughness: 0.92, sheen: 0.5, sheenRoughness: 0.55, smoothing: 1 }),
    weave: { sample: knit, yarns: 24, size: 0.03, relief: 0.55 },
    mottle: { across: 48, along: 24, depth: 0.05 },
    trim: trim({ hem: 22, hemRows: [16.5, 20.5], seamRows: [4, 0], edge: 0.9 }),
  },
  linen: {
    surface: matt({
      roughness: 0.86,
      sheen: 0.25,
      sheenRoughness: 0.5,
      specular: 0.2,
      smoothing: 1,
    }),
    weave: { sample: woven(plain, 24, 0.5), yarns: 24, size: 0.03, relief: 0.75 },
    // slubs
    mottle: { across: 128, along: 6, depth: 0.09, crossed: true },
    trim: trim({ hem: 26, hemRows: [24, 0], seamRows: [3, 0], stitch: [4, 0.64, 0.8], edge: 0.9 }),
  },
  leather: {
    surface: {
      ...matt({ roughness: 0.48, sheen: 0, sheenRoughness: 1, smoothing: 3 }),
      specular: 0.6,
    },
    weave: { sample: leather, yarns: 24, size: 0.06, relief: 0.7 },
    mottle: { across: 10, along: 10, depth: 0.1 },
    trim: trim({
      hem: 15,
      hemRows: [11, 0],
      seamRows: [4, 0],
      bothSides: true,
      stitch: [4.8, 0.72, 0.9],
      edge: 1.2,
      wear: -0.15,
    }),
  },
};

function matt(
  own: Partial<Surface> & Pick<Surface, 'roughness' | 'sheen' | 'sheenRoughness' | 'smoothing'>,
): Surface {
  return { sheenWhite: 0.05, specular: 0.15, ...own };
}
