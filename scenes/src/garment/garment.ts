// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From a pattern and a body to a garment that is ready to be sewn: draft, mesh, place, check that it starts free of
// the body, of other garments and of itself, and give it more room until it does.
import { snap, snapAll } from '../math/snap.js';
import type { Garment, Measurements } from '../types.js';
import { crossings, smallestGap, TriangleGrid } from './clearance.js';
import { draft, type Draft } from './draft.js';
import { meshDraft, type FlatGarment } from './flat.js';
import { waistHold } from './hold.js';
import { withEase, type PatternSpec } from './pattern.js';
import { separation, type Piece } from './separation.js';
import type { WornBody } from './worn_body.js';

/** Room that cloth of some thickness needs round a body: its contact distance times 2 pi, mm. */
export const THICKNESS_EASE = 25;
/** Smallest start distance to the body and to cloth, m: twice the distance at which contact begins. */
export const START_GAP = 0.006;
/** Room added when a placement touches the body, m, and how often. */
const MORE_ROOM = 0.006;
const ATTEMPTS = 8;
const REACH = 0.012;

export interface GarmentRequest {
  /** Edge length, mm. */
  resolution: number;
  /** Added to every girth, mm. */
  ease: number;
  options: Record<string, number>;
  /** Garments that are already placed below this one. */
  below: Piece[];
  /** Refuses measurements that cannot be meant; throws. */
  check?: (sized: Measurements) => void;
}

/** How a placement stands to the body and to cloth. */
export interface Clearance {
  /** Smallest distance to the body, m, as far as it was looked for. */
  gap: number;
  /** Smallest distance of cloth to cloth that is no neighbour in a panel or along a seam, m. */
  cloth: number;
  /** Edges that pass through the body or through cloth. */
  crossings: number;
  attempts: number;
}

/** Builds a garment of a pattern, drafted to `measurements`, round `body`. */
export function buildGarment(
  spec: PatternSpec,
  measurements: Measurements,
  body: WornBody,
  request: GarmentRequest,
): { garment: Garment; clearance: Clearance; draft: Draft } {
  const sized = withEase(measurements, request.ease + THICKNESS_EASE);
  request.check?.(sized);
  const drafted = draft(spec, sized, request.options);
  const flat = meshed(drafted, request.resolution);
  const material = materialOf(flat);
  const surface = new TriangleGrid(body, REACH);
  for (let attempt = 1; ; attempt++) {
    const room = (attempt - 1) * MORE_ROOM;
    const placed = spec.place(drafted, flat, body, room);
    const positions = snapAll(placed.positions);
    const piece = { positions, material, triangles: flat.triangles, seams: flat.seams };
    const clearance = { ...standsTo(surface, piece, request.below), attempts: attempt };
    if (isFree(clearance, START_GAP) || attempt === ATTEMPTS) {
      const garment = assemble(drafted, flat, piece, placed.lift, body);
      return { garment, clearance, draft: drafted };
    }
  }
}

/** Whether a placement keeps `gap` (m) from everything. */
export function isFree(clearance: Clearance, gap: number): boolean {
  return clearance.crossings === 0 && clearance.gap >= gap && clearance.cloth >= gap;
}

function standsTo(body: TriangleGrid, piece: Piece, below: Piece[]): Omit<Clearance, 'attempts'> {
  const cloth = separation([...below, piece], REACH);
  return {
    gap: smallestGap(piece.positions, body, REACH),
    cloth: cloth.gap,
    crossings: crossings(piece, new TriangleGrid(piece, 0), body.mesh, body) + cloth.crossings,
  };
}

/** Meshes a draft; an outline that crosses itself makes the libraries throw, and means that the pattern failed. */
function meshed(drafted: Draft, resolution: number): FlatGarment {
  try {
    return meshDraft(drafted, resolution);
  } catch (error) {
    const { message } = error as Error;
    if (/vertices/.test(message)) throw error;
    throw new Error(
      `the ${drafted.spec.name} cannot be cut with these measurements and options; ` +
        `change 'ease', 'scale' or 'options' (${message})`,
    );
  }
}

/** Material coordinates of all vertices, m. */
function materialOf(flat: FlatGarment): Float32Array {
  return snapAll(flat.panels.flatMap((p) => p.points.flatMap(([x, y]) => [x / 1000, -y / 1000])));
}

interface Placed {
  positions: Float32Array;
  material: Float32Array;
}

function assemble(
  drafted: Draft,
  flat: FlatGarment,
  { positions, material }: Placed,
  lift: number,
  body: WornBody,
): Garment {
  const panel = new Uint16Array(flat.vertices);
  flat.panels.forEach((p, i) => panel.fill(i, p.first, p.first + p.points.length));
  return {
    name: drafted.spec.name,
    positions,
    material,
    triangles: flat.triangles,
    panel,
    panelNames: flat.panels.map((p) => p.name),
    seams: flat.seams,
    waist: waistHold(flat.waist, positions, lift, body),
    fixtures: flat.fixtures,
    pieces: flat.pieces,
    finishes: flat.finishes,
    lift: snap(lift),
    stitches: drafted.stitches,
  };
}
