// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Subdivision after Loop (1987), with Warren's weights: each triangle becomes four, and what the mesh tends to is a
// smooth surface. Where it lies for every vertex, and its tangents, are weighted sums again (Hoppe et al. 1994, "Piecewise
// smooth surface reconstruction"). Along boundaries, and edges that no two triangles share alone, the surface ends in a
// cubic B-spline that only the vertices of that edge decide, so that two panels that are sewn vertex to vertex meet in the
// same curve. Corners stay where they are.
import { sumOf, type Row } from './rows.js';

/** One stage of the subdivision: its triangles, and its vertices as sums of the coarsest ones. */
export interface Stage {
  triangles: Uint32Array;
  rows: Row[];
  /** Vertices as sums of the corners of the coarse triangle or edge that they lie in. */
  flat: Row[];
  corners: Uint8Array;
}

/** What a vertex of the surface is a sum of: its place, and two tangents whose product is the normal. */
export interface LimitRows {
  place: Row[];
  along: Row[];
  across: Row[];
}

/** An edge: its ends, the vertices opposite, and the vertex in its middle. */
interface Edge {
  a: number;
  b: number;
  opposite: number[];
  middle: number;
}

/** The neighbours of a vertex in turn, counterclockwise; of one at the rim from one rim to the other. */
interface Ring {
  around: number[];
  closed: boolean;
}

const single = (vertex: number): Row => new Map([[vertex, 1]]);

/** The mesh as it is given. */
export function coarsest(vertexCount: number, triangles: Uint32Array, corners: Uint8Array): Stage {
  const rows = Array.from({ length: vertexCount }, (_, v) => single(v));
  return { triangles, rows, flat: rows, corners };
}

/** Each triangle becomes four; a vertex keeps its number, those in the middle of edges follow. */
export function refine(stage: Stage): Stage {
  const { triangles, rows, flat, corners } = stage;
  const edges = edgesOf(triangles, rows.length);
  const even = evenRows(stage, edges);
  const odd = [...edges.values()].map((edge) => oddRow(edge, rows));
  const middles = [...edges.values()].map(({ a, b }) => sumOf([flat[a], 0.5], [flat[b], 0.5]));
  const finer = new Uint8Array(rows.length + edges.size);
  finer.set(corners);
  const fine = new Uint32Array(4 * triangles.length);
  const middle = (a: number, b: number) => edges.get(keyOf(a, b, rows.length))!.middle;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    fine.set([a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca], 4 * t);
  }
  return {
    triangles: fine,
    rows: [...even, ...odd],
    flat: [...flat, ...middles],
    corners: finer,
  };
}

/** Where the vertices come to lie when it is refined for ever, and how the surface lies there. */
export function limitOf({ triangles, rows, corners }: Stage): LimitRows {
  const limit: LimitRows = { place: [], along: [], across: [] };
  ringsOf(triangles, rows.length).forEach((ring, v) => {
    const { place, along, across } = ring ? masksOf(v, ring, corners[v] === 1) : lone(v);
    const composed = (mask: Row) =>
      sumOf(...[...mask].map(([u, weight]): [Row, number] => [rows[u], weight]));
    limit.place.push(composed(place));
    limit.along.push(composed(along));
    limit.across.push(composed(across));
  });
  return limit;
}

const keyOf = (a: number, b: number, count: number) => Math.min(a, b) * count + Math.max(a, b);

function edgesOf(triangles: Uint32Array, count: number): Map<number, Edge> {
  const edges = new Map<number, Edge>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; ++c) {
      const [a, b, o] = [0, 1, 2].map((i) => triangles[t + ((c + i) % 3)]);
      const key = keyOf(a, b, count);
      const edge = edges.get(key);
      if (edge) edge.opposite.push(o);
      else edges.set(key, { a, b, opposite: [o], middle: count + edges.size });
    }
  }
  return edges;
}

function oddRow({ a, b, opposite }: Edge, rows: Row[]): Row {
  if (opposite.length !== 2) return sumOf([rows[a], 0.5], [rows[b], 0.5]);
  const [c, d] = opposite;
  return sumOf([rows[a], 3 / 8], [rows[b], 3 / 8], [rows[c], 1 / 8], [rows[d], 1 / 8]);
}

/** The weight of each of `n` neighbours of a vertex. */
const beta = (n: number) => (n === 3 ? 3 / 16 : 3 / (8 * n));

function evenRows({ rows, corners }: Stage, edges: Map<number, Edge>): Row[] {
  const inner: number[][] = rows.map(() => []);
  const rim: number[][] = rows.map(() => []);
  for (const { a, b, opposite } of edges.values()) {
    const list = opposite.length === 2 ? inner : rim;
    list[a].push(b);
    list[b].push(a);
  }
  return rows.map((row, v) => {
    if (corners[v] || (rim[v].length !== 0 && rim[v].length !== 2)) return row;
    if (rim[v].length === 2) {
      const [p, q] = rim[v];
      return sumOf([row, 3 / 4], [rows[p], 1 / 8], [rows[q], 1 / 8]);
    }
    const n = inner[v].length;
    if (n < 3) return row;
    const weight = beta(n);
    const terms = inner[v].map((u): [Row, number] => [rows[u], weight]);
    return sumOf([row, 1 - n * weight], ...terms);
  });
}

/** The ring of every vertex; null where triangles do not make one, so that only the vertex itself is known. */
function ringsOf(triangles: Uint32Array, count: number): (Ring | null)[] {
  const next: Map<number, number>[] = Array.from({ length: count }, () => new Map());
  const broken = new Uint8Array(count);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; ++c) {
      const [v, a, b] = [0, 1, 2].map((i) => triangles[t + ((c + i) % 3)]);
      if (next[v].has(a)) broken[v] = 1;
      next[v].set(a, b);
    }
  }
  return next.map((steps, v) => (broken[v] || steps.size === 0 ? null : ringOf(steps)));
}

function ringOf(steps: Map<number, number>): Ring | null {
  const targets = new Set(steps.values());
  const starts = [...steps.keys()].filter((u) => !targets.has(u));
  if (starts.length > 1) return null;
  const closed = starts.length === 0;
  const begin = closed ? steps.keys().next().value! : starts[0];
  const around = [begin];
  for (let u = steps.get(begin); u !== undefined && u !== begin; u = steps.get(u)) around.push(u);
  const whole = around.length === (closed ? steps.size : steps.size + 1);
  return whole ? { around, closed } : null;
}

interface Masks {
  place: Row;
  along: Row;
  across: Row;
}

/** A vertex whose surroundings are no surface: no normal can be told of it. */
const lone = (v: number): Masks => ({ place: single(v), along: new Map(), across: new Map() });

function masksOf(v: number, { around, closed }: Ring, corner: boolean): Masks {
  return closed ? innerMasks(v, around) : rimMasks(v, around, corner);
}

function innerMasks(v: number, around: number[]): Masks {
  const n = around.length;
  const share = 1 / (3 / (8 * beta(n)) + n);
  const place: Row = new Map([[v, 1 - n * share]]);
  const [along, across]: Row[] = [new Map(), new Map()];
  around.forEach((u, i) => {
    const angle = (2 * Math.PI * i) / n;
    place.set(u, share);
    along.set(u, Math.cos(angle));
    across.set(u, Math.sin(angle));
  });
  return { place, along, across };
}

function rimMasks(v: number, around: number[], corner: boolean): Masks {
  const k = around.length;
  const [p, q] = [around[0], around[k - 1]];
  const along: Row = new Map([
    [p, 1],
    [q, -1],
  ]);
  const place: Row = corner
    ? single(v)
    : new Map([
        [v, 2 / 3],
        [p, 1 / 6],
        [q, 1 / 6],
      ]);
  return { place, along, across: acrossRim(v, around) };
}

/** The tangent that points from the rim into the surface. */
function acrossRim(v: number, around: number[]): Row {
  const k = around.length;
  const across: Row = new Map([[v, 0]]);
  if (k === 2) return across.set(v, -2).set(around[0], 1).set(around[1], 1);
  if (k === 3) return across.set(v, -1).set(around[1], 1);
  const angle = Math.PI / (k - 1);
  around.forEach((u, i) => {
    const end = i === 0 || i === k - 1;
    across.set(u, end ? -Math.sin(angle) : (2 - 2 * Math.cos(angle)) * Math.sin(i * angle));
  });
  return across;
}
