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
  /** The box in which two segments meet, m; its first cell; how many there are along each axis. */
  private readonly low = new Float64Array(3);
  private readonly high = new Float64Array(3);
  private readonly base = new Int32Array(3);
  private readonly sizes = new Int32Array(3);
  /** The first vertex of every cell of that box, and the next one of every vertex; -1: none. */
  private first = new Int32Array(0);
  private readonly next: Int32Array;
  /** The first and the last cell along each axis that a triangle touches. */
  private readonly from = new Int32Array(3);
  private readonly to = new Int32Array(3);

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
    this.next = new Int32Array(own.length);
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

  /** Least distance of vertices of `a` to triangles of `b` that face them and are no neighbours along the skin. */
  private between(a: number, b: number): number {
    if (!this.meet(a, b) || !this.sortIntoCells(this.vertices[a])) return Infinity;
    let least = this.reach;
    for (const i of this.triangles[b]) least = this.nearest(i, least);
    return least < this.reach ? least : Infinity;
  }

  /** Whether the boxes of two segments meet, and where. */
  private meet(a: number, b: number): boolean {
    const { boxes, low, high, base, sizes } = this;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.max(boxes[6 * a + k], boxes[6 * b + k]);
      high[k] = Math.min(boxes[6 * a + 3 + k], boxes[6 * b + 3 + k]);
      if (low[k] > high[k]) return false;
      base[k] = cellAt(low[k]);
      sizes[k] = cellAt(high[k]) - base[k] + 1;
    }
    return true;
  }

  /** Puts the vertices that lie in the box into its cells; false when there are none. */
  private sortIntoCells(vertices: number[]): boolean {
    const { x, low, high, base, sizes, next } = this;
    const count = sizes[0] * sizes[1] * sizes[2];
    if (this.first.length < count) this.first = new Int32Array(2 * count);
    this.first.fill(-1, 0, count);
    let found = false;
    for (const v of vertices) {
      const [p, q, r] = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
      if (p < low[0] || p > high[0] || q < low[1] || q > high[1] || r < low[2] || r > high[2]) {
        continue;
      }
      const row = (cellAt(p) - base[0]) * sizes[1] + cellAt(q) - base[1];
      const cell = row * sizes[2] + cellAt(r) - base[2];
      next[v] = this.first[cell];
      this.first[cell] = v;
      found = true;
    }
    return found;
  }

  /** The least of `least` and the distances to triangle i, over the cells that its box, grown by the reach, touches. */
  private nearest(i: number, least: number): number {
    const { x, low, high, base, sizes, first, next, from, to } = this;
    const t = this.avatar.triangles;
    for (let k = 0; k < 3; k++) {
      const [p, q, r] = [x[3 * t[i] + k], x[3 * t[i + 1] + k], x[3 * t[i + 2] + k]];
      const begin = Math.min(p, q, r) - this.reach;
      const end = Math.max(p, q, r) + this.reach;
      if (begin > high[k] || end < low[k]) return least;
      from[k] = cellAt(Math.max(begin, low[k])) - base[k];
      to[k] = cellAt(Math.min(end, high[k])) - base[k];
    }
    for (let cx = from[0]; cx <= to[0]; cx++) {
      for (let cy = from[1]; cy <= to[1]; cy++) {
        const row = (cx * sizes[1] + cy) * sizes[2];
        for (let cell = row + from[2]; cell <= row + to[2]; cell++) {
          for (let v = first[cell]; v >= 0; v = next[v]) {
            const distance = this.facing(v, i);
            if (distance < least && !this.isNeighbour(v, i)) least = distance;
          }
        }
      }
    }
    return least;
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
  return Math.floor(metres / CELL);
}
