// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a garment is before it has a size: how it is drawn, which parts of the drawing become panels, which edges are
// sewn together, how it is put round a body. FreeSewing says nothing but the first, so the rest is ours. All that there
// is to know of a pattern is in its PatternSpec; nobody asks for its name.
//
// Drawings: the front half of a body with x > 0 is the wearer's left; seen from behind, x > 0 is the wearer's right; a
// sleeve as drawn and a trouser leg as drawn are the wearer's right.
import type { SceneBand } from '../scene.js';
import type { Finish, Measurements } from '../types.js';
import type { FreeSewingDesign } from './designs.js';
import type { Draft } from './draft.js';
import type { FlatGarment } from './flat.js';
import type { WornBody } from './worn_body.js';

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

/** Where the vertices start, three numbers each, m, and how far they are lifted while they are sewn, m. */
export interface Placement {
  positions: Float64Array;
  lift: number;
}

export interface PatternSpec {
  /** The name that scenes use. */
  name: string;
  /** The name that the page shows. */
  label: string;
  /** A top is worn over whatever is a bottom. */
  worn: 'top' | 'bottom';
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
  /** Edges that a scene may fix to the body by their names; their ends are ends of seams or of the waist. */
  fixtures?: Record<string, Walk[]>;
  /** Elastic tapes along edges among `fixtures`, where a scene names none. */
  bands?: SceneBand[];
  /** Edges with another finish than a hem. */
  finishes: { finish: Finish; edge: Walk[] }[];
  /** Fabric when the scene names none. */
  fabric: string;
  /** Edge length of the meshes that the page offers, mm. */
  resolution: { finest: number; fine: number; coarse: number };
  /** The measurement that tells whether a cut has anything to do with a body, and where a tailor takes it. */
  girth: [measurement: string, where: string];
  /** Whether feet must be straight tubes until it is sewn (the avatar's morph `tube_feet`). */
  tubeFeet?: boolean;
  /** Puts the cloth round a body, with `room` (m) more than usual. */
  place: (draft: Draft, flat: FlatGarment, body: WornBody, room: number) => Placement;
}

/** A walk in short. */
export const walk = (panel: string, from: string, to: string, via?: string): Walk => ({
  panel,
  from,
  to,
  via,
});

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
