// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where a cloth ends and where it is sewn, in the millimetres of its pattern: for every vertex how far away the nearest
// open edge and the nearest seam of its panel are, and how far along. Hems, bands and rows of stitches are drawn from
// that, so that they have the same size on every body and at every resolution.
import { FINISHES, type FinishedEdge } from 'weft-scenes';

/** What is drawn at the edges of a cloth. */
export interface GarmentEdges {
  /** 4 per vertex, mm: distance to the nearest open edge, place along it, the same for the nearest seam. */
  places: Float32Array;
  /** 2 per vertex: the nearest open edge's number in FINISHES, and 1 on the side of a seam that is stitched down. */
  kinds: Float32Array;
  /** Pairs of vertices of all open edges, in the direction that has the cloth on its left. */
  open: Uint32Array;
  /** Pairs of vertices that are sewn together. */
  seams: Uint32Array;
}

interface Flat {
  /** 2 per vertex, m. */
  material: Float32Array;
  triangles: Uint32Array;
  seams: Uint32Array;
  finishes: FinishedEdge[];
}

/** An edge of a panel with its place along the chain that it belongs to, m. */
interface Edge {
  a: number;
  b: number;
  along: number;
  length: number;
  kind: number;
}

/** Farther than this from an edge nothing is drawn, m; meshes with long edges look this many of them far. */
const REACH = 0.08;
const EDGES = 2.5;
const MM = 1000;

/** Finds the edges of a cloth that lies flat in its material coordinates. */
export function findEdges({ material, triangles, seams, finishes }: Flat): GarmentEdges {
  const count = material.length / 2;
  const border = borderOf(triangles, count);
  const partners = partnersOf(seams);
  const length = (a: number, b: number) =>
    Math.hypot(material[2 * b] - material[2 * a], material[2 * b + 1] - material[2 * a + 1]);
  const edges = border.map(([a, b]) => ({ a, b, along: 0, length: length(a, b), kind: 0 }));
  const isSewn = sewnTest(border, partners);
  const finish = finishOf(finishes, count);
  const open = edges.filter((e) => !isSewn(e));
  const sewn = edges.filter(isSewn);
  for (const e of open) e.kind = finish[e.a] === finish[e.b] ? finish[e.a] : 0;
  const second = new Set(seams.filter((_, i) => i % 2 === 1));
  for (const e of sewn) e.kind = second.has(e.a) && second.has(e.b) ? 1 : 0;
  chain(open);
  chain(sewn);
  const places = new Float32Array(4 * count);
  const kinds = new Float32Array(2 * count);
  const reach = Math.max(REACH, EDGES * longestEdge(triangles, length));
  const panels = panelsOf(triangles, count);
  measure(material, panels, open, reach, (v, distance, along, kind) => {
    places[4 * v] = MM * distance;
    places[4 * v + 1] = MM * along;
    kinds[2 * v] = kind;
  });
  measure(material, panels, sewn, reach, (v, distance, along, kind) => {
    places[4 * v + 2] = MM * distance;
    places[4 * v + 3] = MM * along;
    kinds[2 * v + 1] = kind;
  });
  return { places, kinds, open: Uint32Array.from(open.flatMap(({ a, b }) => [a, b])), seams };
}

/** Edges that only one triangle has, as it walks them. */
function borderOf(triangles: Uint32Array, count: number): [number, number][] {
  const seen = new Map<number, number>();
  const key = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
  const each = (visit: (a: number, b: number) => void) => {
    for (let t = 0; t < triangles.length; t += 3) {
      for (let c = 0; c < 3; c++) visit(triangles[t + c], triangles[t + ((c + 1) % 3)]);
    }
  };
  each((a, b) => seen.set(key(a, b), (seen.get(key(a, b)) ?? 0) + 1));
  const border: [number, number][] = [];
  each((a, b) => seen.get(key(a, b)) === 1 && border.push([a, b]));
  return border;
}

function partnersOf(seams: Uint32Array): Map<number, number[]> {
  const partners = new Map<number, number[]>();
  const add = (a: number, b: number) => partners.set(a, [...(partners.get(a) ?? []), b]);
  for (let i = 0; i < seams.length; i += 2) {
    add(seams[i], seams[i + 1]);
    add(seams[i + 1], seams[i]);
  }
  return partners;
}

/** An edge is sewn when partners of its ends are the ends of another edge, which runs against it. */
function sewnTest(
  border: [number, number][],
  partners: Map<number, number[]>,
): (edge: Edge) => boolean {
  const known = new Set(border.map(([a, b]) => `${a},${b}`));
  return ({ a, b }) =>
    (partners.get(b) ?? []).some((from) =>
      (partners.get(a) ?? []).some((to) => known.has(`${from},${to}`)),
    );
}

function finishOf(finishes: FinishedEdge[], count: number): Uint8Array {
  const finish = new Uint8Array(count);
  for (const { finish: name, vertices } of finishes) {
    for (const v of vertices) finish[v] = FINISHES.indexOf(name);
  }
  return finish;
}

function longestEdge(triangles: Uint32Array, length: (a: number, b: number) => number): number {
  let longest = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      longest = Math.max(longest, length(triangles[t + c], triangles[t + ((c + 1) % 3)]));
    }
  }
  return longest;
}

/** Walks along edges that follow each other and adds up their lengths. A ring begins anywhere. */
function chain(edges: Edge[]): void {
  const next = new Map(edges.map((e) => [e.a, e]));
  const ends = new Set(edges.map((e) => e.b));
  const done = new Set<Edge>();
  const walk = (first: Edge) => {
    let along = 0;
    for (let e: Edge | undefined = first; e && !done.has(e); e = next.get(e.b)) {
      done.add(e);
      e.along = along;
      along += e.length;
    }
  };
  for (const e of edges) if (!ends.has(e.a)) walk(e);
  for (const e of edges) if (!done.has(e)) walk(e);
}

/** A number for every vertex: those of one panel, whose parts hang together, have the same. */
function panelsOf(triangles: Uint32Array, count: number): Uint32Array {
  const panel = Uint32Array.from({ length: count }, (_, v) => v);
  const root = (v: number): number => {
    while (panel[v] !== v) v = panel[v] = panel[panel[v]];
    return v;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    for (const c of [1, 2]) panel[root(triangles[t + c])] = root(triangles[t]);
  }
  return panel.map((_, v) => root(v));
}

/** Tells for every vertex the nearest of the edges of its panel, by way of a grid of cells as wide as the reach. */
function measure(
  material: Float32Array,
  panels: Uint32Array,
  edges: Edge[],
  reach: number,
  tell: (vertex: number, distance: number, along: number, kind: number) => void,
): void {
  const cell = (x: number) => Math.floor(x / reach);
  const key = (panel: number, i: number, j: number) => `${panel},${i},${j}`;
  const cells = new Map<string, Edge[]>();
  for (const e of edges) {
    const [i, j] = [cell(material[2 * e.a]), cell(material[2 * e.a + 1])];
    const at = key(panels[e.a], i, j);
    cells.set(at, [...(cells.get(at) ?? []), e]);
  }
  const around = new Map<string, Edge[]>();
  for (let v = 0; v < panels.length; v++) {
    const [i, j] = [cell(material[2 * v]), cell(material[2 * v + 1])];
    const at = key(panels[v], i, j);
    let near = around.get(at);
    if (!near) {
      near = [];
      for (let di = -2; di <= 2; di++) {
        for (let dj = -2; dj <= 2; dj++)
          near.push(...(cells.get(key(panels[v], i + di, j + dj)) ?? []));
      }
      around.set(at, near);
    }
    nearest(material, v, near, reach, tell);
  }
}

function nearest(
  material: Float32Array,
  v: number,
  edges: Edge[],
  reach: number,
  tell: (vertex: number, distance: number, along: number, kind: number) => void,
): void {
  const [x, y] = [material[2 * v], material[2 * v + 1]];
  let [least, along, kind] = [reach, 0, 0];
  for (const e of edges) {
    const [ax, ay] = [material[2 * e.a], material[2 * e.a + 1]];
    const [dx, dy] = [material[2 * e.b] - ax, material[2 * e.b + 1] - ay];
    const t = ((x - ax) * dx + (y - ay) * dy) / (e.length * e.length || 1);
    const s = Math.min(1, Math.max(0, t));
    const distance = Math.hypot(ax + s * dx - x, ay + s * dy - y);
    if (distance < least) [least, along, kind] = [distance, e.along + s * e.length, e.kind];
  }
  tell(v, least, along, kind);
}
