// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a garment is made of before it has a size: which parts of a FreeSewing design become panels, and which
// edges are sewn together. FreeSewing says nothing about the latter, so the stitch tables are ours.
import type { Finish, Measurements } from '../types.js';
import type { FreeSewingDesign } from './designs.js';

/** One panel. Sides are the wearer's; a corner off the fold carries its side as suffix. */
export interface PanelSpec {
  name: string;
  part: string;
  /** Cut on the fold between two corners; suffixes of the drawn and the mirrored half. */
  fold?: { corners: [string, string]; suffix: [string, string] };
  /** Turned so that the first corner is the origin and the second straight below. */
  upright?: { origin: string; down: string };
  mirror?: boolean;
}

/** A walk along the outline of a panel; `via` chooses the way round. */
export interface Walk {
  panel: string;
  from: string;
  to: string;
  via?: string;
}

/** Two chains of outline edges that are sewn together from start to end. */
export interface StitchSpec {
  name: string;
  a: Walk[];
  b: Walk[];
}

export interface PatternSpec {
  name: string;
  design: FreeSewingDesign;
  /** Options of the design, as fractions. */
  options: Record<string, number>;
  /** Options that a scene may change, with the least and the most that are drafted and placed well. */
  ranges: Record<string, [number, number]>;
  /** Measurements that the design reads. */
  needs: string[];
  panels: PanelSpec[];
  stitches: StitchSpec[];
  /** Edges of the waist that are held at their height; empty for tops. */
  waist: Walk[];
  /** Edges with another finish than a hem. */
  finishes: { finish: Finish; edge: Walk[] }[];
  /** Fabric when the scene names none. */
  fabric: string;
}

/** The measurements with `ease` mm more room: girths get all of it, their shares a half. */
export function withEase(m: Measurements, ease: number): Measurements {
  const shares: Record<string, number> = {
    chest: 1,
    highBust: 1,
    waist: 1,
    hips: 1,
    seat: 1,
    waistBack: 0.5,
    seatBack: 0.5,
    crossSeam: 0.48,
    crossSeamFront: 0.24,
    biceps: 0.52,
    knee: 0.52,
  };
  const out: Measurements = {};
  for (const [name, value] of Object.entries(m)) {
    out[name] = Math.round((value + ease * (shares[name] ?? 0)) * 16) / 16;
  }
  return out;
}
