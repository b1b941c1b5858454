// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How near the segments of a posed body come to each other: vertices of one against triangles of the other that face
// them, over a grid of cells, in the part of space where their boxes meet. A vertex below a triangle it faces is at a
// negative distance: the parts overlap.
import { skin } from '../avatar/rig.js';
import type { Avatar, Pose } from '../types.js';
import { SEGMENTS, vertexSegments } from './segments.js';
import { SkinReach } from './skin_reach.js';

/** Vertices nearer than this along the skin are neighbours, m. */
const NEIGHBOURS = 0.08;
const CELL = 0.025;
const COUNT = SEGMENTS.length;

/** Two segments by number, the lower first, as one number. */
export const pairOf = (a: number, b: number): number => Math.min(a, b) * COUNT + Math.max(a, b);

/** Measures a body in any pose. */
export class PartGaps {
  private readonly vertices: number[][];
  private readonly triangles: number[][];
  private readonly reachOfSkin: SkinReach;
  private x: Float64Array = new Float64Array(0);
  private readonly normals: Float64Array;
  private readonly boxes = new Float64Array(6 * COUNT);

  /** Distances above `reach` (m) are not looked for, nor overlaps deeper than it. */
  constructor(
    private readonly avatar: Avatar,
    private readonly reach: number,
  ) {
    const own = vertexSegments(avatar);
    const { triangles: t } = avatar;
    this.vertices = SEGMENTS.map(() => []);
    this.triangles = SEGMENTS.map(() => []);
    own.forEach((segment, v) => this.vertices[segment].push(v));
    for (let i = 0; i < t.length; i += 3) this.triangles[own[t[i]]].push(i);
    this.reachOfSkin = new SkinReach(avatar, NEIGHBOURS);
    this.normals = new Float64Array(avatar.positions.length);
  }

  /** Least distance of every pair of segments within reach, by `pairOf`, m. */
  at(pose: Pose): Map<number, number> {
    this.x = skin(this.avatar, pose);
    this.findNormals();
    this.findBoxes();
    const found = new Map<number, number>();
    for (let a = 0; a < COUNT; a++) {
      for (let b = 0; b < COUNT; b++) {
        if (a === b) continue;
        const least = Math.min(this.between(a, b), found.get(pairOf(a, b)) ?? Infinity);
        if (least < this.reach) found.set(pairOf(a, b), least);
      }
    }
    return found;
  }

  private findNormals(): void {
    const { x, normals } = this;
    const t = this.avatar.triangles;
    normals.fill(0);
    for (let i = 0; i < t.length; i += 3) {
      const [a, b, c] = [3 * t[i], 3 * t[i + 1], 3 * t[i + 2]];
      const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
      const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      for (let k = 0; k < 3; k++) {
        const v = 3 * t[i + k];
        normals[v] += nx;
        normals[v + 1] += ny;
        normals[v + 2] += nz;
      }
    }
  }

  private findBoxes(): void {
    const { x, boxes } = this;
    this.vertices.forEach((list, segment) => {
      for (let k = 0; k < 3; k++) {
        let [low, high] = [Infinity, -Infinity];
        for (const v of list) {
          low = Math.min(low, x[3 * v + k]);
          high = Math.max(high, x[3 * v + k]);
        }
        boxes[6 * segment + k] = low - this.reach;
        boxes[6 * segment + 3 + k] = high + this.reach;
      }
    });
  }

  /** Least distance of vertices of `a` to triangles of `b`. */
  private between(a: number, b: number): number {
    const { x, boxes } = this;
    const low = [0, 1, 2].map((k) => Math.max(boxes[6 * a + k], boxes[6 * b + k]));
    const high = [3, 4, 5].map((k) => Math.min(boxes[6 * a + k], boxes[6 * b + k]));
    if (low.some((l, k) => l > high[k])) return Infinity;
    const inside = this.vertices[a].filter((v) => {
      const [p, q, r] = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
      return (
        p >= low[0] && p <= high[0] && q >= low[1] && q <= high[1] && r >= low[2] && r <= high[2]
      );
    });
    if (inside.length === 0) return Infinity;
    const cells = this.cellsOf(b, low, high);
    let least = Infinity;
    for (const v of inside) {
      const list = cells.get(cellKey(cellAt(x[3 * v]), cellAt(x[3 * v + 1]), cellAt(x[3 * v + 2])));
      if (list) least = Math.min(least, this.nearest(v, list, least));
    }
    return least;
  }

  /** Triangles of a segment by the cells that their boxes, grown by the reach, touch inside of a box. */
  private cellsOf(segment: number, low: number[], high: number[]): Map<number, number[]> {
    const { x, reach } = this;
    const t = this.avatar.triangles;
    const cells = new Map<number, number[]>();
    const [from, to] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (const i of this.triangles[segment]) {
      let apart = false;
      for (let k = 0; k < 3; k++) {
        const [p, q, r] = [x[3 * t[i] + k], x[3 * t[i + 1] + k], x[3 * t[i + 2] + k]];
        const least = Math.min(p, q, r) - reach;
        const most = Math.max(p, q, r) + reach;
        apart ||= least > high[k] || most < low[k];
        from[k] = cellAt(Math.max(least, low[k]));
        to[k] = cellAt(Math.min(most, high[k]));
      }
      if (apart) continue;
      for (let cx = from[0]; cx <= to[0]; cx++) {
        for (let cy = from[1]; cy <= to[1]; cy++) {
          for (let cz = from[2]; cz <= to[2]; cz++) {
            const key = cellKey(cx, cy, cz);
            const list = cells.get(key);
            if (list) list.push(i);
            else cells.set(key, [i]);
          }
        }
      }
    }
    return cells;
  }

  /** Least distance of a vertex to triangles that face it and are no neighbours along the skin. */
  private nearest(v: number, list: number[], best: number): number {
    let least = Math.min(best, this.reach);
    for (const i of list) {
      const distance = this.facing(v, i);
      if (distance < least && !this.isNeighbour(v, i)) least = distance;
    }
    return least < this.reach ? least : Infinity;
  }

  private isNeighbour(v: number, i: number): boolean {
    const t = this.avatar.triangles;
    const near = this.reachOfSkin.of(v);
    return near.has(t[i]) || near.has(t[i + 1]) || near.has(t[i + 2]);
  }

  /** Signed distance along the normal of triangle i, where the vertex lies over it and faces it; else infinite. */
  private facing(v: number, i: number): number {
    const { x, normals, reach } = this;
    const t = this.avatar.triangles;
    const [a, b, c, p] = [3 * t[i], 3 * t[i + 1], 3 * t[i + 2], 3 * v];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [wx, wy, wz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
    if (nx * normals[p] + ny * normals[p + 1] + nz * normals[p + 2] >= 0) return Infinity;
    const square = nx * nx + ny * ny + nz * nz;
    const [dx, dy, dz] = [x[p] - x[a], x[p + 1] - x[a + 1], x[p + 2] - x[a + 2]];
    const height = (dx * nx + dy * ny + dz * nz) / Math.sqrt(square);
    if (height > reach || height < -reach) return Infinity;
    // shares of b and c in the point below the vertex
    const s =
      (nx * (dy * wz - dz * wy) + ny * (dz * wx - dx * wz) + nz * (dx * wy - dy * wx)) / square;
    const r =
      (nx * (uy * dz - uz * dy) + ny * (uz * dx - ux * dz) + nz * (ux * dy - uy * dx)) / square;
    return s >= -EDGE && r >= -EDGE && s + r <= 1 + EDGE ? height : Infinity;
  }
}

/** Vertices over the gap between two facets of a bump count to both, share of a side. */
const EDGE = 0.1;

function cellAt(metres: number): number {
  return Math.floor(metres / CELL) + 512;
}

function cellKey(x: number, y: number, z: number): number {
  return (x * 1024 + y) * 1024 + z;
}
