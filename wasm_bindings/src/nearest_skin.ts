// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where on a body's skin a point is nearest: a place of a triangle, not a vertex, since the vertices of a large triangle
// may all be farther than those of another limb. Above an edge several triangles are as near: the one that faces the
// point counts.
import type { Body } from './body.js';
import { nearestOfTriangle } from './three/character/nearest.js';

type Triple = readonly [number, number, number];

/** The skin of a body, or that which some of its vertices carry. */
export class NearestSkin {
  private readonly positions: Float32Array;
  private readonly triangles: number[] = []; // first corners

  constructor(
    private readonly body: Body,
    private readonly carries: (vertex: number) => boolean,
  ) {
    this.positions = body.positions.slice();
    const { indices } = body;
    for (let at = 0; at < indices.length; at += 3) {
      if (carries(indices[at]) || carries(indices[at + 1]) || carries(indices[at + 2])) {
        this.triangles.push(at);
      }
    }
  }

  get isEmpty(): boolean {
    return this.triangles.length === 0;
  }

  /**
   * For each point the vertex that has most of its nearest place, of those that carry. Where points off the skin have all
   * the same bone below them, that bone carries them instead, by vertices that it alone moves and turns: skin bends between
   * bones, and what is fixed to it at a distance is torn to and fro.
   */
  verticesNear(points: readonly Triple[]): number[] {
    const { boneIndices } = this.body;
    const found = points.map((point) => this.nearest(point));
    const mean = found.reduce((sum, [, distance2]) => sum + Math.sqrt(distance2), 0) / found.length;
    const bones = new Set(found.map(([vertex]) => boneIndices[4 * vertex]));
    const [bone] = bones;
    const steady = mean > OFF_SKIN && bones.size === 1 ? this.steadyVertices(bone) : [];
    return points.map((point, i) =>
      steady.length > 0 ? this.nearestOf(steady, point) : found[i][0],
    );
  }

  private nearest(point: Triple): [vertex: number, distance2: number] {
    const { indices } = this.body;
    let [found, least, facing] = [indices[this.triangles[0]], Infinity, -1];
    for (const at of this.triangles) {
      if (this.isBeyond(point, at, least)) {
        continue;
      }
      const [a, b, c] = [0, 1, 2].map((k) => this.place(indices[at + k]));
      const weights = nearestOfTriangle(point, a, b, c);
      const off = [0, 1, 2].map(
        (k) => point[k] - weights[0] * a[k] - weights[1] * b[k] - weights[2] * c[k],
      );
      const distance2 = off[0] ** 2 + off[1] ** 2 + off[2] ** 2;
      const faces = facingOf(off, a, b, c);
      const isAsNear = distance2 <= least * (1 + SAME) && faces > facing;
      if (distance2 < least * (1 - SAME) || isAsNear) {
        [found, least, facing] = [this.heaviest(at, weights), distance2, faces];
      }
    }
    return [found, least];
  }

  // Those all of whose triangles follow a bone alone.
  private steadyVertices(bone: number): number[] {
    const { indices, boneIndices, boneWeights } = this.body;
    const follows = (v: number) => boneIndices[4 * v] === bone && boneWeights[4 * v] >= ALONE;
    const steady = new Set(this.triangles.flatMap((at) => [...indices.subarray(at, at + 3)]));
    for (let at = 0; at < indices.length; at += 3) {
      const corners = indices.subarray(at, at + 3);
      if (!corners.every(follows)) corners.forEach((corner) => steady.delete(corner));
    }
    return [...steady];
  }

  private nearestOf(vertices: readonly number[], point: Triple): number {
    const away = (v: number) => Math.hypot(...this.place(v).map((x, axis) => x - point[axis]));
    return vertices.reduce((best, v) => (away(v) < away(best) ? v : best));
  }

  private heaviest(at: number, weights: readonly number[]): number {
    const corners = [...this.body.indices.subarray(at, at + 3)];
    const order = [0, 1, 2].sort((j, k) => weights[k] - weights[j]);
    const carried = order.find((k) => this.carries(corners[k]));
    return corners[carried ?? 0];
  }

  private place(vertex: number): Triple {
    const { positions } = this;
    return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
  }

  // Most triangles are farther along an axis than what was found.
  private isBeyond(point: Triple, at: number, least: number): boolean {
    const { indices } = this.body;
    for (let axis = 0; axis < 3; ++axis) {
      const [a, b, c] = [0, 1, 2].map((k) => this.positions[3 * indices[at + k] + axis]);
      const gap = Math.max(Math.min(a, b, c) - point[axis], point[axis] - Math.max(a, b, c));
      if (gap > 0 && gap * gap > least * (1 + SAME)) {
        return true;
      }
    }
    return false;
  }
}

/** A vertex follows a bone alone whose weight is at least this. */
const ALONE = 0.99;
/** Points whose mean distance from the skin is more than this are off it, m. */
const OFF_SKIN = 0.04;

/** Squares of distances that differ by less than this part are equal. */
const SAME = 1e-6;

// How squarely a triangle faces what is off it, 0 to 1; 0 without area.
function facingOf(off: readonly number[], a: Triple, b: Triple, c: Triple): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const along = Math.abs(normal[0] * off[0] + normal[1] * off[1] + normal[2] * off[2]);
  return along / (Math.hypot(...normal) * Math.hypot(...off) || 1);
}
