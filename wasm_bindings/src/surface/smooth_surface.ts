// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Coarse cloth drawn fine: points and normals of the smooth surface that Loop's subdivision of its mesh tends to. Only
// what is drawn changes. Near a body a point may leave the coarse triangle that it belongs to by `LEAVE` at most: the
// simulator keeps that triangle farther from every body than this, and a fine triangle is displaced by no more than its
// corners are, so that the drawn surface does not cross a body which the simulated one does not cross. Points that the
// body leaves no room stay on their triangles.
import { coarsest, limitOf, refine, type Stage } from './loop_mesh.js';
import { NearBodies, type BodyPlaces } from './near_bodies.js';
import { PackedRows } from './rows.js';

/** Near a body, so far a point may be from its coarse triangle, m: a third of the distance that contact keeps. */
export const LEAVE = 0.001;
/** Beside the length of an edge, nothing farther from a body's vertices is near it, m: its own edges are that long. */
const REACH = 0.03;
/** Sharper than this a rim has a corner, cosine of the angle between its edges. */
const CORNER = Math.cos((140 / 180) * Math.PI);

/** Sewn vertices nearer than this have come together, m: sums are rounded. */
const TOGETHER = 1e-6;

/** What the surface is made of. */
export interface SurfaceSource {
  vertexCount: number;
  triangles: Uint32Array;
  /** 2 or 3 numbers a vertex: the mesh at rest, for its corners. */
  rest: ArrayLike<number>;
  /** Pairs of vertices that are sewn together. */
  seams?: Uint32Array;
}

/** A finer mesh for drawing a coarse one. */
export class SmoothSurface {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  private readonly flat: PackedRows;
  private readonly place: PackedRows;
  private readonly along: PackedRows;
  private readonly across: PackedRows;
  private readonly flatPlaces: Float32Array;
  private readonly tangents: [Float32Array, Float32Array];
  private readonly near: NearBodies;
  /** Pairs of fine vertices that are sewn together. */
  readonly seams: Uint32Array;

  /** Of each coarse triangle 4 (`levels` 1) or 16 (2) are made. */
  constructor(source: SurfaceSource, levels: 1 | 2) {
    const { vertexCount, triangles, rest } = source;
    let stage: Stage = coarsest(vertexCount, triangles, cornersOf(source));
    for (let level = 0; level < levels; ++level) stage = refine(stage);
    const { place, along, across } = limitOf(stage);
    this.triangles = stage.triangles;
    this.vertexCount = stage.rows.length;
    this.flat = new PackedRows(stage.flat);
    this.place = new PackedRows(place);
    this.along = new PackedRows(along);
    this.across = new PackedRows(across);
    const floats = () => new Float32Array(3 * this.vertexCount);
    this.flatPlaces = floats();
    this.tangents = [floats(), floats()];
    this.seams = this.carrySeams(source.seams ?? new Uint32Array(0));
    this.near = new NearBodies(REACH + longestEdge(triangles, rest, rest.length / vertexCount));
  }

  /** An attribute of the coarse mesh, `width` numbers a vertex, on the fine one. */
  spread(values: ArrayLike<number>, width: number): Float32Array {
    return this.flat.apply(values, width, new Float32Array(width * this.vertexCount));
  }

  /** Whether fine vertices have a flag that the corners of their edge or triangle have, each of them or `any`. */
  spreadFlags(flags: ArrayLike<number>): Uint8Array {
    return Uint8Array.from(this.spread(flags, 1), (share) => (share > 0 ? 1 : 0));
  }

  /** Edges of the coarse mesh, pairs of vertices, as the fine edges that lie on them, in the same direction. */
  carryEdges(edges: Uint32Array): Uint32Array {
    const on = new Map<string, number[]>();
    for (let v = 0; v < this.vertexCount; ++v) {
      const ends = this.flatRow(v).map(([u]) => u);
      if (ends.length === 2) put(on, ends.sort((a, b) => a - b).join(), v);
    }
    const carried: number[] = [];
    for (let i = 0; i < edges.length; i += 2) {
      const [a, b] = [edges[i], edges[i + 1]];
      const share = (v: number) => this.flatRow(v).find(([u]) => u === b)![1];
      const inner = on.get([Math.min(a, b), Math.max(a, b)].join()) ?? [];
      inner.sort((u, v) => share(u) - share(v));
      const chain = [a, ...inner, b]; // a coarse vertex keeps its number
      for (let c = 0; c + 1 < chain.length; ++c) carried.push(chain[c], chain[c + 1]);
    }
    return Uint32Array.from(carried);
  }

  private flatRow(v: number): [number, number][] {
    const { first, vertices, weights } = this.flat;
    const row: [number, number][] = [];
    for (let i = first[v]; i < first[v + 1]; ++i) row.push([vertices[i], weights[i]]);
    return row;
  }

  private carrySeams(seams: Uint32Array): Uint32Array {
    const partners = new Map<number, number[]>();
    for (let i = 0; i < seams.length; i += 2) {
      put(partners, seams[i], seams[i + 1]);
      put(partners, seams[i + 1], seams[i]);
    }
    const key = (row: [number, number][]) =>
      row
        .map(([u, weight]) => `${u}:${weight}`)
        .sort()
        .join();
    const known = new Map<string, number>();
    const sewn: number[] = [];
    for (let v = 0; v < this.vertexCount; ++v) {
      const row = this.flatRow(v);
      if (row.length > 2 || row.length === 0 || !row.every(([u]) => partners.has(u))) continue;
      known.set(key(row), v);
      sewn.push(v);
    }
    const pairs: number[] = [];
    for (const v of sewn) {
      for (const other of sewnRows(this.flatRow(v), partners)) {
        const found = known.get(key(other));
        if (found !== undefined && v < found) pairs.push(v, found);
      }
    }
    return Uint32Array.from(pairs);
  }

  /** Of each fine vertex, the coarse one that is nearest. */
  nearest(): Uint32Array {
    const { first, vertices, weights } = this.flat;
    return Uint32Array.from({ length: this.vertexCount }, (_, v) => {
      let best = first[v];
      for (let i = first[v]; i < first[v + 1]; ++i) if (weights[i] > weights[best]) best = i;
      return vertices[best];
    });
  }

  /**
   * Places and unit normals of a moment. `bodies`: what the surface must not cross; `held`: flags of coarse vertices that
   * a body leaves no room. Where a normal cannot be told it is zero.
   */
  update(
    positions: ArrayLike<number>,
    out: { positions: Float32Array; normals: Float32Array },
    bodies: readonly BodyPlaces[] = [],
    held?: ArrayLike<number>,
  ): void {
    const [along, across] = this.tangents;
    this.place.apply(positions, 3, out.positions);
    this.along.apply(positions, 3, along);
    this.across.apply(positions, 3, across);
    cross(along, across, out.normals);
    joinNormals(this.seams, out);
    if (bodies.length > 0) this.keepOut(positions, out.positions, bodies, held);
  }

  private keepOut(
    positions: ArrayLike<number>,
    places: Float32Array,
    bodies: readonly BodyPlaces[],
    held: ArrayLike<number> | undefined,
  ): void {
    const { flatPlaces: flat, near } = this;
    this.flat.apply(positions, 3, flat);
    near.update(bodies);
    const tight = held && held.length > 0 ? this.spreadFlags(held) : null;
    for (let v = 0, k = 0; v < this.vertexCount; ++v, k += 3) {
      const [dx, dy, dz] = [0, 1, 2].map((c) => places[k + c] - flat[k + c]);
      const away = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const room = tight?.[v] ? 0 : LEAVE;
      if (away <= room || !near.has(flat[k], flat[k + 1], flat[k + 2])) continue;
      const share = room / away;
      places[k] = flat[k] + dx * share;
      places[k + 1] = flat[k + 1] + dy * share;
      places[k + 2] = flat[k + 2] + dz * share;
    }
  }
}

function put<K>(lists: Map<K, number[]>, key: K, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** A row with each of its vertices replaced by one that it is sewn to. */
function sewnRows(row: [number, number][], partners: Map<number, number[]>): [number, number][][] {
  return row.reduce<[number, number][][]>(
    (rows, [u, weight]) =>
      rows.flatMap((begun) =>
        partners.get(u)!.map((other): [number, number][] => [...begun, [other, weight]]),
      ),
    [[]],
  );
}

/** Panels that have come together in a seam have one normal there. */
function joinNormals(
  seams: Uint32Array,
  { positions, normals }: { positions: Float32Array; normals: Float32Array },
): void {
  for (let i = 0; i < seams.length; i += 2) {
    const [a, b] = [3 * seams[i], 3 * seams[i + 1]];
    let [apart, square] = [0, 0];
    for (let c = 0; c < 3; ++c) {
      apart = Math.max(apart, Math.abs(positions[a + c] - positions[b + c]));
      square += (normals[a + c] + normals[b + c]) ** 2;
    }
    if (apart > TOGETHER || square === 0) continue;
    const scale = 1 / Math.sqrt(square);
    for (let c = 0; c < 3; ++c) {
      normals[a + c] = normals[b + c] = (normals[a + c] + normals[b + c]) * scale;
    }
  }
}

function cross(a: Float32Array, b: Float32Array, out: Float32Array): void {
  for (let k = 0; k < out.length; k += 3) {
    const x = a[k + 1] * b[k + 2] - a[k + 2] * b[k + 1];
    const y = a[k + 2] * b[k] - a[k] * b[k + 2];
    const z = a[k] * b[k + 1] - a[k + 1] * b[k];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    out[k] = x / length;
    out[k + 1] = y / length;
    out[k + 2] = z / length;
  }
}

/** Where the rim turns sharply, and where what is sewn together does not go on together. */
function cornersOf({ vertexCount, triangles, rest, seams }: SurfaceSource): Uint8Array {
  const width = rest.length / vertexCount;
  const rim = rimOf(vertexCount, triangles);
  const corners = new Uint8Array(vertexCount);
  rim.forEach((beside, v) => {
    if (beside.length === 0) return;
    const sharp = () => cosine(rest, width, v, beside) > CORNER;
    corners[v] = beside.length !== 2 || sharp() ? 1 : 0;
  });
  if (seams) sewnCorners(corners, rim, seams);
  return corners;
}

/** Both sides of a seam must end in one curve: where the vertices beside differ, or one is a corner, both are. */
function sewnCorners(corners: Uint8Array, rim: number[][], seams: Uint32Array): void {
  const one = Uint32Array.from(corners, (_, v) => v);
  const find = (v: number): number => (one[v] === v ? v : (one[v] = find(one[v])));
  for (let i = 0; i < seams.length; i += 2) one[find(seams[i])] = find(seams[i + 1]);
  const course = (v: number) => String([...new Set(rim[v].map(find))].sort((a, b) => a - b));
  const sets = new Map<number, number[]>();
  for (const v of new Set(seams)) sets.set(find(v), [...(sets.get(find(v)) ?? []), v]);
  for (const set of sets.values()) {
    const differ = set.some((v) => corners[v] === 1 || course(v) !== course(set[0]));
    if (differ) for (const v of set) corners[v] = 1;
  }
}

/** The vertices beside every vertex along the rim. */
function rimOf(vertexCount: number, triangles: Uint32Array): number[][] {
  const seen = new Map<number, number>();
  const key = (a: number, b: number) => Math.min(a, b) * vertexCount + Math.max(a, b);
  const each = (visit: (a: number, b: number) => void) => {
    for (let t = 0; t < triangles.length; t += 3) {
      for (let c = 0; c < 3; ++c) visit(triangles[t + c], triangles[t + ((c + 1) % 3)]);
    }
  };
  each((a, b) => seen.set(key(a, b), (seen.get(key(a, b)) ?? 0) + 1));
  const rim: number[][] = Array.from({ length: vertexCount }, () => []);
  each((a, b) => {
    if (seen.get(key(a, b)) === 2) return;
    if (!rim[a].includes(b)) rim[a].push(b);
    if (!rim[b].includes(a)) rim[b].push(a);
  });
  return rim;
}

function cosine(rest: ArrayLike<number>, width: number, v: number, [p, q]: number[]): number {
  let [dot, pp, qq] = [0, 0, 0];
  for (let c = 0; c < width; ++c) {
    const [x, y] = [p, q].map((u) => rest[width * u + c] - rest[width * v + c]);
    dot += x * y;
    pp += x * x;
    qq += y * y;
  }
  return dot / (Math.sqrt(pp * qq) || 1);
}

function longestEdge(triangles: Uint32Array, rest: ArrayLike<number>, width: number): number {
  let most = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let e = 0; e < 3; ++e) {
      const [a, b] = [triangles[t + e], triangles[t + ((e + 1) % 3)]];
      let square = 0;
      for (let c = 0; c < width; ++c) square += (rest[width * a + c] - rest[width * b + c]) ** 2;
      most = Math.max(most, square);
    }
  }
  return Math.sqrt(most);
}
