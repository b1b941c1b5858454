// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How clothes of a fabric are made up: how deep hems are folded, where rows of stitches run, how thick an edge is. All
// lengths are millimetres of the pattern; stitches are drawn about twice their real size, as yarns are.
import type { FabricName } from '../app/choices';

/** How a fabric is made up. */
export interface Trim {
  /** Depth of a folded hem. */
  hem: number;
  /** Rows of stitches over a hem, from the edge; 0 for none. */
  hemRows: [number, number];
  /** Rows beside a seam, from it; 0 for none. */
  seamRows: [number, number];
  /** Whether both sides of a seam have them. */
  bothSides: boolean;
  /** Length of a stitch, the part of it that lies on top, and the thickness of the thread. */
  stitch: [number, number, number];
  /** Half the thickness of a folded edge. */
  edge: number;
  /** How much paler or darker cloth is worn along seams and hems, -1..1. */
  wear: number;
}

/** Of all fabrics. */
export const TRIMS: Record<FabricName, Trim> = {
  cotton: trim({ hem: 20, hemRows: [18, 0], seamRows: [3, 0], edge: 0.8 }),
  denim: trim({
    hem: 16,
    hemRows: [13.5, 0],
    seamRows: [2.5, 8.5],
    stitch: [4.4, 0.7, 1.1],
    edge: 1.3,
    wear: 0.16,
  }),
  silk: trim({ hem: 7, hemRows: [5.5, 0], stitch: [2.6, 0.6, 0.5], edge: 0.6 }),
  // A blind hem: the thread only pricks through.
  wool: trim({ hem: 32, hemRows: [29, 0], stitch: [9, 0.14, 0.7], edge: 1.4 }),
  jersey: trim({ hem: 22, hemRows: [16.5, 20.5], seamRows: [4, 0], edge: 0.9 }),
  linen: trim({ hem: 26, hemRows: [24, 0], seamRows: [3, 0], stitch: [4, 0.64, 0.8], edge: 0.9 }),
  leather: trim({
    hem: 15,
    hemRows: [11, 0],
    seamRows: [4, 0],
    bothSides: true,
    stitch: [4.8, 0.72, 0.9],
    edge: 1.2,
    wear: -0.15,
  }),
};

/** Depth of a waistband and of the rib round a neck. */
export const WAISTBAND = 34;
export const RIB = 19;

function trim(own: Partial<Trim> & Pick<Trim, 'hem' | 'hemRows' | 'edge'>): Trim {
  return { seamRows: [0, 0], bothSides: false, stitch: [3.4, 0.66, 0.8], wear: 0, ...own };
}
