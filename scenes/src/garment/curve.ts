// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The closed curve round a body that panels are wrapped on: the convex hull of slices, seen from above in x and z,
// pushed outward by a gap, walked by arc length from a chosen start in the direction front, left, back, right.

import { hull, type Vec2 } from '../avatar/slices.js';

/** A place seen from above: x to the wearer's left, z to the front. */
export type Plan = Vec2;

const ARC_STEP = 0.2;

/** Convex hull, walked from front to left to back to right. */
export function convexHull(points: Plan[]): Plan[] {
  return hull(points).reverse();
}

/** A convex polygon with every point pushed outward by `gap`; corners become arcs. */
export function dilate(polygon: Plan[], gap: number): Plan[] {
  const out: Plan[] = [];
  polygon.forEach((p, i) => {
    const before = outward(polygon[(i + polygon.length - 1) % polygon.length], p);
    const after = outward(p, polygon[(i + 1) % polygon.length]);
    const apart = Math.sqrt((after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2);
    const steps = Math.max(1, Math.ceil(apart / ARC_STEP));
    for (let k = 0; k <= steps; k++) {
      const t = k / steps;
      const [x, z] = [0, 1].map((c) => before[c] + t * (after[c] - before[c]));
      const l = Math.sqrt(x * x + z * z) / gap;
      out.push([p[0] + x / l, p[1] + z / l]);
    }
  });
  return out;
}

/** A closed curve by arc length, metres. */
export class Curve {
  readonly length: number;
  private readonly along: number[] = [0];

  /** The start is the point of the polygon that maximises `score`. */
  constructor(
    private readonly points: Plan[],
    score: (p: Plan) => number,
  ) {
    let first = 0;
    points.forEach((p, i) => {
      if (score(p) > score(points[first])) first = i;
    });
    this.points = [...points.slice(first), ...points.slice(0, first)];
    this.points.push(this.points[0]);
    for (let i = 1; i < this.points.length; i++) {
      this.along.push(this.along[i - 1] + distance(this.points[i - 1], this.points[i]));
    }
    this.length = this.along[this.along.length - 1];
  }

  /** The place at arc length s; any s, the curve is closed. */
  at(s: number): Plan {
    const w = s - Math.floor(s / this.length) * this.length;
    let low = 0;
    let high = this.points.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.along[middle] <= w) low = middle;
      else high = middle - 1;
    }
    const [a, b] = [this.points[low], this.points[low + 1]];
    const l = this.along[low + 1] - this.along[low];
    const t = l > 0 ? (w - this.along[low]) / l : 0;
    return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  }
}

/** Adds the two points where a polygon crosses x = 0, so that a curve may start there. */
export function withMidPoints(polygon: Plan[]): Plan[] {
  return polygon.flatMap((p, i): Plan[] => {
    const q = polygon[(i + 1) % polygon.length];
    if (p[0] === 0 || p[0] < 0 === q[0] < 0) return [p];
    const t = p[0] / (p[0] - q[0]);
    return [p, [0, p[1] + t * (q[1] - p[1])]];
  });
}

/** A score that prefers the front end of the mid-plane. */
export function frontCentre(p: Plan): number {
  return p[1] - 1000 * Math.abs(p[0]);
}

/** Outward normal of an edge of a hull that is walked front, left, back, right. */
function outward(a: Plan, b: Plan): Plan {
  const l = distance(a, b);
  return [-(b[1] - a[1]) / l, (b[0] - a[0]) / l];
}

function distance(a: Plan, b: Plan): number {
  const [x, z] = [b[0] - a[0], b[1] - a[1]];
  return Math.sqrt(x * x + z * z);
}
