// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Underwear as a layer over the body's own triangles, so that nobody is ever drawn undressed, with or without textures.
//
// The piece is cut out of the body along its hems. Every point stands off the skin along the normal there. Along
// the hems lies a band, which gets a step thicker towards its edge, and that goes down into the skin, so that hems have a
// thickness and nothing shows under them. Clothes come within 3 mm of the skin, so the layer stays below that; only the light
// falls on it as if it spanned hollows. There is no wall on the inner side of the band: skin showed beside one.
//
//         __band____
//        |          ‾‾‾‾‾‾‾‾‾‾‾ cloth ‾‾‾
//        |
//    ----|----------------------- skin --
//        |

import type { AvatarRender } from '../types.js';
import { clothHeights } from './cloth_heights.js';
import { hemLine, insideHem } from './hem_line.js';
import type { Patch } from './patch.js';
import { boundaryEdges, keep, pointsOf, refine, split, wholeMesh } from './patch.js';
import type { Cut } from './underwear_cut.js';

/** Height of the cloth over the skin, m, and the most it is drawn with in hollows and on coarse triangles. */
export const LIFT = 0.0012;
export const MOST = 0.0016;
/** How high over the skin light may see it, in a hollow, m, and how much of that a point gets for each metre from the hem. */
const RELIEF = 0.009;
const EASE = 0.3;
/** Width of the band along a hem, and its height over the cloth at the hem, m. */
export const BAND = 0.008;
export const STEP = 0.0005;
/** How far the edge of a hem goes down into the skin, m. */
export const SUNK = 0.001;
/** Skin that is covered by more than this on all sides is not drawn, m. */
const COVER = 0.012;
/** Edges with an end so near to the cut are halved, dm on the base mesh. */
const HALVED = 0.13;
/** Distances from hems are measured up to here, dm on the base mesh; what is farther is FAR, m. */
const MEASURED = 0.35;
const FAR = 0.05;

/** How bright parts are drawn, of 255: the cloth, the band of a hem, its edge on the skin. */
const CLOTH_TONE = 255;
const BAND_TONE = 205;
const EDGE_TONE = 150;

type Underwear = AvatarRender['underwear'];

/** What the layer is made of. */
export interface Underlay {
  underwear: Underwear;
  /** One a triangle of the body: 1 where underwear covers it far and wide. */
  covered: Uint8Array;
}

/** The body at rest: places and unit normals of its vertices. */
interface Body {
  rest: ArrayLike<number>;
  normals: Float64Array;
}

/** Makes the layer for a body at rest; `base` has its vertices on the base mesh, dm, which `cut` is asked about. */
export function makeUnderwear(
  rest: ArrayLike<number>,
  triangles: ArrayLike<number>,
  base: ArrayLike<number>,
  cut: Cut,
): Underlay {
  const body = { rest, normals: normalsOf(rest, triangles) };
  const near = nearCut(wholeMesh(rest.length / 3, triangles), base, cut);
  const within = withinHems(near, body, base, cut);
  const covered = coveredTriangles(triangles, near, within, rest.length / 3);
  const piece = cutAtZero(near, within);
  const beyondBand = piece.values.map((d) => d - BAND);
  const cloth = split(piece.patch, beyondBand);
  const distance = beyondBand.map((d) => d + BAND);
  return { underwear: withHems(cloth, distance, heightsOf(cloth, distance, body)), covered };
}

// Triangles inside and a little way outside of a cut, halved along it so that hems can run smoothly.
function nearCut(whole: Patch, base: ArrayLike<number>, cut: Cut): Patch {
  const field = fieldOf(whole, base, cut);
  const { patch, kept } = keep(whole, (t) => t.some((p) => field[p] > -HALVED));
  const off = kept.map((p) => Math.abs(field[p]));
  return refine(patch, (a, b) => Math.min(off[a], off[b]) < HALVED);
}

// How far inside of the hems every point lies, m.
function withinHems(near: Patch, body: Body, base: ArrayLike<number>, cut: Cut): number[] {
  const rough = fieldOf(near, base, cut);
  const edge = cutAtZero(near, [...rough]).patch;
  const line = hemLine(edge.triangles, pointsOf(edge, body.rest));
  const place = pointsOf(near, body.rest);
  const normal = pointsOf(near, body.normals);
  return rough.map((f, p) => {
    if (Math.abs(f) > MEASURED) return f > 0 ? FAR : -FAR;
    return insideHem(line, place, normal, 3 * p);
  });
}

function fieldOf(patch: Patch, base: ArrayLike<number>, cut: Cut): number[] {
  const at = pointsOf(patch, base);
  const count = at.length / 3;
  return Array.from({ length: count }, (_, p) => cut(at[3 * p], at[3 * p + 1], at[3 * p + 2]));
}

// What is above zero, with the values of its points.
function cutAtZero(near: Patch, values: number[]): { patch: Patch; values: number[] } {
  const { patch, kept } = keep(split(near, values), (t) => t.some((p) => values[p] > 0));
  return { patch, values: kept.map((p) => values[p]) };
}

function heightsOf(cloth: Patch, distance: number[], body: Body): Float64Array {
  const sheet = {
    skin: pointsOf(cloth, body.rest),
    normal: unitRows(pointsOf(cloth, body.normals)),
    room: distance.map((d) => EASE * Math.max(0, d - BAND)),
  };
  return clothHeights(cloth, sheet, body, { lift: LIFT, most: RELIEF });
}

// Points of the band stand a step higher, but for those on its inner edge, which exist twice in one place, as they have two
// tones; a wall goes from the hem down into the skin.
function withHems(patch: Patch, distance: number[], heights: Float64Array): Underwear {
  const layer = new Layer(patch);
  const inBand = (triangle: number[]) =>
    triangle.reduce((sum, p) => sum + distance[p], 0) / 3 < BAND;
  const all = Array.from({ length: patch.triangles.length / 3 }, (_, t) =>
    patch.triangles.slice(3 * t, 3 * t + 3),
  );
  const hems = boundaryEdges(patch.triangles);
  const edges = boundaryEdges(all.filter(inBand).flat());
  const hemmed = new Set(hems.map((edge) => edge.join(' ')));
  const inner = new Set(edges.filter((edge) => !hemmed.has(edge.join(' '))).flat());
  for (const p of hems.flat()) inner.delete(p);
  const flat = (p: number) => layer.point(p, heights[p], MOST, CLOTH_TONE);
  const raised = (p: number) => {
    const step = inner.has(p) ? 0 : STEP;
    return layer.point(p, heights[p] + step, MOST + step, BAND_TONE);
  };
  const sunk = (p: number) => layer.point(p, -SUNK, 0, EDGE_TONE);
  for (const triangle of all)
    layer.triangles.push(...triangle.map(inBand(triangle) ? raised : flat));
  for (const [a, b] of edges) {
    const foot = hemmed.has(`${a} ${b}`) ? sunk : flat; // flat: nothing is seen of it, but the parts hang together
    layer.wall(raised(a), raised(b), foot(a), foot(b));
  }
  return layer.finish();
}

/** Points of a layer, each once for every tone that it has; a tone has one height. */
class Layer {
  readonly triangles: number[] = [];
  private readonly slots = new Map<number, number>();
  private readonly points: number[] = [];
  private readonly heights: number[] = [];
  private readonly relief: number[] = [];
  private readonly tones: number[] = [];

  constructor(private readonly patch: Patch) {}

  point(p: number, relief: number, most: number, tone: number): number {
    const key = 256 * p + tone;
    const known = this.slots.get(key);
    if (known !== undefined) return known;
    this.slots.set(key, this.points.length);
    this.relief.push(relief);
    this.heights.push(Math.min(relief, most));
    this.tones.push(tone);
    return this.points.push(p) - 1;
  }

  wall(a: number, b: number, footA: number, footB: number): void {
    this.triangles.push(b, a, footA, b, footA, footB);
  }

  finish(): Underwear {
    const { corners, shares } = this.patch;
    const rows = (list: number[]) => this.points.flatMap((p) => list.slice(3 * p, 3 * p + 3));
    return {
      corners: Uint32Array.from(rows(corners)),
      shares: Float32Array.from(rows(shares)),
      heights: Float32Array.from(this.heights),
      relief: Float32Array.from(this.relief),
      tones: Uint8Array.from(this.tones),
      triangles: Uint32Array.from(this.triangles),
    };
  }
}

function coveredTriangles(
  triangles: ArrayLike<number>,
  near: Patch,
  within: number[],
  count: number,
): Uint8Array {
  const deep = new Uint8Array(count);
  for (let p = 0; 3 * p < near.shares.length; p++) {
    if (near.shares[3 * p] === 1 && within[p] > COVER) deep[near.corners[3 * p]] = 1;
  }
  return Uint8Array.from({ length: triangles.length / 3 }, (_, t) =>
    Number([0, 1, 2].every((k) => deep[triangles[3 * t + k]])),
  );
}

function normalsOf(positions: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const out = new Float64Array(positions.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    for (let k = 0; k < 3; k++) {
      const [l, m] = [(k + 1) % 3, (k + 2) % 3];
      const n = u[l] * v[m] - u[m] * v[l];
      for (const corner of [a, b, c]) out[corner + k] += n;
    }
  }
  return unitRows(out);
}

function unitRows(rows: Float64Array): Float64Array {
  for (let i = 0; i < rows.length; i += 3) {
    const length = Math.sqrt(rows[i] ** 2 + rows[i + 1] ** 2 + rows[i + 2] ** 2) || 1;
    for (let k = i; k < i + 3; k++) rows[k] /= length;
  }
  return rows;
}
