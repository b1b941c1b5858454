// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How much room a placed garment has: its smallest distance to the body's surface, and whether any edge of one
// mesh passes through a triangle of the other. Triangles are found over a uniform grid of cells.
import { cross, dot, minus, plus, point, type Vec3 } from '../math/vec3.js';
import type { Mesh } from '../bodies/mesh.js';

const CELL = 0.03;

/** Triangles of a mesh by the cells that their boxes touch. */
export class TriangleGrid {
  private cells = new Map<number, number[]>();

  constructor(
    readonly mesh: Mesh,
    private readonly reach: number,
  ) {
    const { triangles: t } = mesh;
    for (let i = 0; i < t.length / 3; i++) {
      const corners = this.corners(i);
      this.eachCell(corners, (key) => {
        const list = this.cells.get(key);
        if (list) list.push(i);
        else this.cells.set(key, [i]);
      });
    }
  }

  corners(triangle: number): [Vec3, Vec3, Vec3] {
    const { positions: p, triangles: t } = this.mesh;
    const first = 3 * triangle;
    return [point(p, t[first]), point(p, t[first + 1]), point(p, t[first + 2])];
  }

  /** Triangles whose boxes, grown by the reach, touch the box of some points; may repeat. */
  near(points: Vec3[]): number[] {
    const found: number[] = [];
    const take = (key: number) => {
      const list = this.cells.get(key);
      if (list) for (const triangle of list) found.push(triangle);
    };
    this.eachCell(points, take, 0);
    return found;
  }

  private eachCell(points: Vec3[], visit: (key: number) => void, grow = this.reach): void {
    const [x0, x1] = cellsAlong(points, 0, grow);
    const [y0, y1] = cellsAlong(points, 1, grow);
    const [z0, z1] = cellsAlong(points, 2, grow);
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        for (let z = z0; z <= z1; z++) visit((x * 1024 + y) * 1024 + z);
      }
    }
  }
}

/** The first and the last cell along an axis that the grown box of some points touches. */
function cellsAlong(points: Vec3[], axis: number, grow: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const p of points) {
    low = Math.min(low, p[axis]);
    high = Math.max(high, p[axis]);
  }
  return [Math.floor((low - grow) / CELL) + 512, Math.floor((high + grow) / CELL) + 512];
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
  const seen = new Set<number>();
  const count = p.length / 3;
  let found = 0;
  for (let i = 0; i < t.length; i++) {
    const [a, b] = [t[i], t[i % 3 === 2 ? i - 2 : i + 1]];
    const key = Math.min(a, b) * count + Math.max(a, b);
    if (seen.has(key)) continue;
    seen.add(key);
    const ends: [Vec3, Vec3] = [point(p, a), point(p, b)];
    for (const other of new Set(grid.near(ends))) {
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
