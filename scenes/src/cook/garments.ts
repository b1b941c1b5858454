// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Garments of a scene: drafted, placed on their wearers from the inner layer to the outer, resolved for the core.
import { SceneError, unknownValue } from '../errors.js';
import { checkFit } from '../garment/fit.js';
import { buildGarment, isFree, START_GAP, type Clearance } from '../garment/garment.js';
import { PATTERNS } from '../garment/patterns.js';
import { dressed } from '../garment/worn_body.js';
import type { SceneGarment } from '../scene.js';
import type { FinishedEdge, Garment, Measurements } from '../types.js';
import { standing, TUBE_FEET, type Wearer } from './avatars.js';
import { resolveFabric } from './cloths.js';
import { PIN, type BandPiece, type Cloth } from '../model.js';
import type { SewnCloth } from './sewing.js';

/** Stiffness of a whole waist edge against sagging, N/m: a skirt of 0.2 kg sags by 0.14 mm. */
const WAIST_STIFFNESS = 14000;
/** A tape where nothing else is said: longer than its edge by a fraction, N per unit of strain, kg/m. */
const BAND = { ease: -0.1, stiffness: 20, density: 0.02 };
const DEFAULT_RESOLUTION = 12;
/** Starts nearer than this to the body or to cloth are refused, m. */
const LEAST_GAP = (2 * START_GAP) / 3;

/** What a page or a report may want to know about a garment. */
export interface GarmentInfo {
  pattern: string;
  wearer: string;
  resolution: number;
  panelNames: string[];
  panel: Uint16Array;
  /** Seam name, lengths of its two sides, mm. */
  stitches: [string, number, number][];
  /** Edges that are no hems, by vertex of the cloth. */
  finishes: FinishedEdge[];
  measurements: Measurements;
  /** Distances to the body and to cloth at the start, and crossings, which must be 0. */
  start: Clearance;
  lift: number;
}

export interface ResolvedGarment {
  cloth: Cloth;
  /** Index of the body that wears it. */
  body: number;
  info: GarmentInfo;
  sewn: SewnCloth;
}

/** One garment of a scene with its place in it. */
export interface GarmentOrder {
  spec: SceneGarment;
  index: number;
  name: string;
  /** Index of the body that wears it. */
  body: number;
  wearer: Wearer;
  /** Measurements it is drafted to. */
  measurements: Measurements;
}

/** Places all garments of one wearer, inner layers first. */
export function dressWearer(
  orders: GarmentOrder[],
  closeSeconds: number,
): Map<number, ResolvedGarment> {
  const done = new Map<number, ResolvedGarment>();
  const below: Garment[] = [];
  const sorted = [...orders].sort((a, b) => (a.spec.layer ?? 0) - (b.spec.layer ?? 0));
  const tubes = orders.some((o) => PATTERNS[o.spec.pattern]?.tubeFeet);
  for (const order of sorted) {
    const path = `cloths[${order.index}]`;
    const { garment, clearance, resolution } = sew(order, path, tubes, below);
    below.push(garment);
    done.set(order.index, resolve(order, garment, clearance, resolution, closeSeconds));
  }
  return done;
}

function sew(
  { spec, wearer, measurements }: GarmentOrder,
  path: string,
  tubes: boolean,
  below: Garment[],
): { garment: Garment; clearance: Clearance; resolution: number } {
  const names = Object.keys(PATTERNS);
  const pattern = PATTERNS[spec.pattern];
  if (!pattern) {
    throw new SceneError(`${path}.pattern`, unknownValue('pattern', spec.pattern, names));
  }
  const resolution = spec.resolution ?? DEFAULT_RESOLUTION;
  let body = standing(wearer, tubes);
  for (const { positions, lift } of below) body = dressed(body, positions, lift);
  const request = {
    resolution,
    ease: spec.ease ?? 0,
    options: spec.options ?? {},
    below,
    check: (sized: Measurements) => checkFit(pattern, sized, wearer.measurements),
  };
  try {
    const { garment, clearance } = buildGarment(pattern, measurements, body, request);
    if (!isFree(clearance, LEAST_GAP)) {
      throw new Error(
        `the ${spec.pattern} cannot be put round this body without touching it, other cloth or itself; ` +
          `give it more ease or another size`,
      );
    }
    return { garment, clearance, resolution };
  } catch (error) {
    throw new SceneError(path, (error as Error).message);
  }
}

function resolve(
  order: GarmentOrder,
  garment: Garment,
  start: Clearance,
  resolution: number,
  closeSeconds: number,
): ResolvedGarment {
  const { spec, index, name, body, wearer } = order;
  const pattern = PATTERNS[spec.pattern];
  const stiffness = WAIST_STIFFNESS / Math.max(1, garment.waist.length);
  const feet = wearer.avatar.morphs.findIndex((m) => m.name === TUBE_FEET);
  return {
    body,
    cloth: {
      name,
      positions: garment.positions,
      material: garment.material,
      triangles: garment.triangles,
      seams: garment.seams,
      pins: garment.waist.map(({ vertex, triangle, height }) => ({
        vertex,
        kind: PIN.height,
        body,
        element: triangle,
        offset: [0, height, 0],
        stiffness,
      })),
      bands: bandPieces(spec, garment, `cloths[${index}].bands`),
      layer: spec.layer ?? 0,
      seamCloseSeconds: closeSeconds,
      fabric: resolveFabric(spec.fabric, pattern.fabric),
    },
    info: {
      pattern: spec.pattern,
      wearer: wearer.avatar.name,
      resolution,
      panelNames: garment.panelNames,
      panel: garment.panel,
      stitches: garment.stitches,
      finishes: garment.finishes,
      measurements: order.measurements,
      start,
      lift: garment.lift,
    },
    sewn: {
      index,
      lift: garment.lift,
      held: garment.waist.length > 0,
      body,
      fixed: fixedVertices(spec, garment, `cloths[${index}].fixtures`),
      feet: pattern.tubeFeet && feet >= 0 ? { body, morph: feet } : undefined,
    },
  };
}

/** The tapes along edges, piece by piece; each is as much shorter than its piece of the edge as the whole tape. */
function bandPieces(spec: SceneGarment, garment: Garment, path: string): BandPiece[] {
  const names = [...garment.pieces.keys()];
  const bands = spec.bands ?? PATTERNS[spec.pattern].bands ?? [];
  return bands.flatMap(
    ({ edge, ease = BAND.ease, stiffness = BAND.stiffness, density = BAND.density }, i) => {
      for (const [key, value] of Object.entries({ ease, stiffness, density })) {
        if (!Number.isFinite(value)) {
          throw new SceneError(
            `${path}[${i}].${key}`,
            `${value} is not what belongs here; write a number`,
          );
        }
      }
      const pieces = garment.pieces.get(edge);
      if (!pieces) {
        throw new SceneError(
          `${path}[${i}].edge`,
          unknownValue(`edge of '${spec.pattern}'`, edge, names),
        );
      }
      return pieces.map((vertices) => {
        const length = lengthOf(garment.material, vertices);
        return { vertices, rest: (1 + ease) * length, stiffness, mass: density * length };
      });
    },
  );
}

function lengthOf(material: ArrayLike<number>, [a, b]: [number, number]): number {
  const [x, y] = [0, 1].map((k) => material[2 * a + k] - material[2 * b + k]);
  return Math.sqrt(x * x + y * y);
}

/** Vertices of the edges that a scene fixes; of those that a seam makes one, the first. */
function fixedVertices(spec: SceneGarment, garment: Garment, path: string): number[] {
  const names = [...garment.fixtures.keys()];
  const wanted = (spec.fixtures ?? []).map((name, i) => {
    const edge = garment.fixtures.get(name);
    if (edge) return edge;
    throw new SceneError(
      `${path}[${i}]`,
      unknownValue(`fixture of '${spec.pattern}'`, name, names),
    );
  });
  const first = firstOfSeams(garment);
  return [...new Set(wanted.flat().map(first))].sort((a, b) => a - b);
}

/** Tells of every vertex the lowest that it is sewn to, directly or through others. */
function firstOfSeams({ positions, seams }: Garment): (vertex: number) => number {
  const lowest = Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const root = (vertex: number): number =>
    lowest[vertex] === vertex ? vertex : root(lowest[vertex]);
  for (let i = 0; i < seams.length; i += 2) {
    const [a, b] = [root(seams[i]), root(seams[i + 1])];
    lowest[Math.max(a, b)] = Math.min(a, b);
  }
  return root;
}
