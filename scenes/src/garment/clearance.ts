// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much room a placed garment has: its smallest distance to the body's surface, and whether any edge of one
// mesh passes through a triangle of the other. Triangles are found over a uniform grid of cells.
import { cross, dot, minus, plus, point, type Vec3 } from '../math/vec3.js';
import type { Mesh } from '../bodies/mesh.js';

const CELL = 0.03;
const NONE: readonly number[] = [];

/** Triangles of a mesh by the cells that their boxes touch. */
export class TriangleGrid {
  /** Boxes round the triangles: three least and three greatest coordinates each, m. */
  readonly boxes: Float64Array;
  private readonly cells = new Map<number, number[]>();
  /** The question that a triangle was last found by. */
  private readonly asked: Int32Array;
  private question = 0;

  constructor(
    readonly mesh: Mesh,
    private readonly reach: number,
  ) {
    this.boxes = boxesOf(mesh);
    this.asked = new Int32Array(mesh.triangles.length / 3);
    const { boxes: b } = this;
    for (let i = 0; i < this.asked.length; i++) {
      const low: Vec3 = [b[6 * i] - reach, b[6 * i + 1] - reach, b[6 * i + 2] - reach];
      const high: Vec3 = [b[6 * i + 3] + reach, b[6 * i + 4] + reach, b[6 * i + 5] + reach];
      eachCell(low, high, (key) => this.put(key, i));
    }
  }

  corners(triangle: number): [Vec3, Vec3, Vec3] {
    const { positions: p, triangles: t } = this.mesh;
    const first = 3 * triangle;
    return [point(p, t[first]), point(p, t[first + 1]), point(p, t[first + 2])];
  }

  /** Triangles whose boxes, grown by the reach, touch the box of some points; each once. */
  near(points: Vec3[]): number[] {
    const found: number[] = [];
    const { cells, asked } = this;
    const question = ++this.question;
    const [low, high] = boxOf(points);
    eachCell(low, high, (key) => {
      for (const triangle of cells.get(key) ?? NONE) {
        if (asked[triangle] === question) continue;
        asked[triangle] = question;
        if (this.meets(triangle, low, high)) found.push(triangle);
      }
    });
    return found;
  }

  private meets(triangle: number, low: Vec3, high: Vec3): boolean {
    const { boxes, reach } = this;
    for (let k = 0; k < 3; k++) {
      if (boxes[6 * triangle + k] - reach > high[k]) return false;
      if (boxes[6 * triangle + 3 + k] + reach < low[k]) return false;
    }
    return true;
  }

  private put(key: number, triangle: number): void {
    const list = this.cells.get(key);
    if (list) list.push(triangle);
    else this.cells.set(key, [triangle]);
  }
}

function boxesOf({ positions: p, triangles: t }: Mesh): Float64Array {
  const boxes = new Float64Array(2 * t.length);
  for (let i = 0; i < t.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [p[3 * t[i] + k], p[3 * t[i + 1] + k], p[3 * t[i + 2] + k]];
      boxes[2 * i + k] = Math.min(a, b, c);
      boxes[2 * i + 3 + k] = Math.max(a, b, c);
    }
  }
  return boxes;
}

function boxOf(points: Vec3[]): [Vec3, Vec3] {
  const [low, high]: [Vec3, Vec3] = [[...points[0]], [...points[0]]];
  for (const p of points) {
    for (let k = 0; k < 3; k++) {
      if (p[k] < low[k]) low[k] = p[k];
      if (p[k] > high[k]) high[k] = p[k];
    }
  }
  return [low, high];
}

/** Visits every cell that a box touches. */
function eachCell(low: Vec3, high: Vec3, visit: (key: number) => void): void {
  const [x1, y1, z1] = [cellAt(high[0]), cellAt(high[1]), cellAt(high[2])];
  for (let x = cellAt(low[0]); x <= x1; x++) {
    for (let y = cellAt(low[1]); y <= y1; y++) {
      for (let z = cellAt(low[2]); z <= z1; z++) visit((x * 1024 + y) * 1024 + z);
    }
  }
}

function cellAt(metres: number): number {
  return Math.floor(metres / CELL) + 512;
}

/** Smallest distance from the vertices of a cloth to a surface, at most the reach of the grid. */
export function smallestGap(
  positions: ArrayLike<number>,
  grid: TriangleGrid,
  reach: number,
): number {
  let least = reach;
  for (let v = 0; v < positions.length / 3; v++) {
    const p = point(positions, v);
    for (const t of grid.near([p])) least = Math.min(least, triangleDistance(p, grid.corners(t)));
  }
  return least;
}

/** Pairs (edge of one mesh, triangle of the other) that pass through each other, both ways round. */
export function crossings(a: Mesh, gridOfA: TriangleGrid, b: Mesh, gridOfB: TriangleGrid): number {
  return edgesThrough(a, gridOfB) + edgesThrough(b, gridOfA);
}

/** Edges of `mesh` through triangles of the grid's mesh; triangles that share a vertex are left out. */
export function edgesThrough(mesh: Mesh, grid: TriangleGrid): number {
  const { positions: p, triangles: t } = mesh;
  const same = mesh === grid.mesh;
  // edges that were seen, by their lower vertex: a list of their other ones
  const first = new Int32Array(p.length / 3).fill(-1);
  const next = new Int32Array(t.length);
  const high = new Int32Array(t.length);
  let found = 0;
  for (let i = 0; i < t.length; i++) {
    const [a, b] = [t[i], t[i % 3 === 2 ? i - 2 : i + 1]];
    const low = Math.min(a, b);
    high[i] = Math.max(a, b);
    let seen = first[low];
    while (seen >= 0 && high[seen] !== high[i]) seen = next[seen];
    if (seen >= 0) continue;
    next[i] = first[low];
    first[low] = i;
    const ends: [Vec3, Vec3] = [point(p, a), point(p, b)];
    for (const other of grid.near(ends)) {
      if (same && touches(t, other, a, b)) continue;
      if (passesThrough(ends, grid.corners(other))) found++;
    }
  }
  return found;
}

function touches(t: ArrayLike<number>, triangle: number, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) {
    const v = t[3 * triangle + k];
    if (v === a || v === b) return true;
  }
  return false;
}

/** Whether a segment passes through a triangle, by signs of volumes. */
export function passesThrough([p, q]: [Vec3, Vec3], [a, b, c]: [Vec3, Vec3, Vec3]): boolean {
  const normal = cross(minus(b, a), minus(c, a));
  const [hp, hq] = [dot(minus(p, a), normal), dot(minus(q, a), normal)];
  if (hp > 0 === hq > 0) return false;
  const side = (u: Vec3, v: Vec3) => dot(minus(q, p), cross(minus(u, p), minus(v, p))) > 0;
  const first = side(a, b);
  return side(b, c) === first && side(c, a) === first;
}

/** Distance from a point to a triangle; closest point by regions, Ericson, Real-Time Collision Detection 5.1.5. */
export function triangleDistance(p: Vec3, [a, b, c]: [Vec3, Vec3, Vec3]): number {
  const n = cross(minus(b, a), minus(c, a));
  const inside = (u: Vec3, v: Vec3) => dot(cross(n, minus(v, u)), minus(p, u)) >= 0;
  const within = inside(a, b) && inside(b, c) && inside(c, a);
  if (within) return Math.abs(dot(minus(p, a), n)) / Math.sqrt(dot(n, n));
  return Math.min(segmentDistance(p, a, b), segmentDistance(p, b, c), segmentDistance(p, c, a));
}

function segmentDistance(p: Vec3, a: Vec3, b: Vec3): number {
  const d = minus(b, a);
  const t = Math.min(1, Math.max(0, dot(minus(p, a), d) / dot(d, d)));
  const r = minus(p, plus(a, d, t));
  return Math.sqrt(dot(r, r));
}
