// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How clothes of a fabric are made up: how deep hems are folded, where rows of stitches run, how thick an edge is. All
// lengths are millimetres of the pattern; stitches are drawn about twice their real size, as yarns are.

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

/** Depth of a waistband and of the rib round a neck. */
export const WAISTBAND = 34;
export const RIB = 19;

/** What is usual, but for some of it. */
export function trim(own: Partial<Trim> & Pick<Trim, 'hem' | 'hemRows' | 'edge'>): Trim {
  return { seamRows: [0, 0], bothSides: false, stitch: [3.4, 0.66, 0.8], wear: 0, ...own };
}
