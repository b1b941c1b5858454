// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The outline of a pattern piece as a closed polyline with named corners, in mm, x to the right and y down as
// drawn, seen from the outer side of the cloth. Curves are cut into chords of about 2 mm; pieces cut on a
// fold are unfolded about the line through two named corners; second pieces of a pair are mirrored.
import { snapMm } from '../math/snap.js';

export type Point = [number, number];

const CHORD = 2;
const SAME_PLACE = 0.05;

/** A closed polyline; the last point joins the first. */
export interface Outline {
  points: Point[];
  /** Arc length from points[0] to each point, mm. */
  along: number[];
  length: number;
  /** Named corners: index of a point. Several names may share one. */
  corners: Map<string, number>;
}

/** The part of a drafted pattern that is read here. */
export interface DraftedPart {
  points: Record<string, { x: number; y: number }>;
  paths: Record<string, { ops: DraftedOp[] }>;
}

interface DraftedOp {
  type: string;
  to?: { x: number; y: number };
  cp1?: { x: number; y: number };
  cp2?: { x: number; y: number };
}

/** The `seam` path of a part. Corner names come from the part's points that lie on ends of its edges. */
export function readOutline(part: DraftedPart): Outline {
  const points: Point[] = [];
  const ends = new Set<number>();
  for (const op of part.paths.seam.ops) {
    if (op.type === 'close' || !op.to) continue;
    const to = snapped(op.to);
    if (op.type === 'curve' && points.length > 0) {
      addCurve(points, snapped(op.cp1!), snapped(op.cp2!), to);
    } else if (points.length === 0 || distance(points[points.length - 1], to) > SAME_PLACE) {
      points.push(to);
    }
    ends.add(points.length - 1);
  }
  if (distance(points[0], points[points.length - 1]) < SAME_PLACE) {
    ends.delete(points.length - 1);
    ends.add(0);
    points.pop();
  }
  return measured(points, cornerNames(part, points, ends));
}

function cornerNames(part: DraftedPart, points: Point[], ends: Set<number>): Map<string, number> {
  const corners = new Map<string, number>();
  for (const [name, p] of Object.entries(part.points)) {
    if (name.startsWith('__')) continue;
    for (const i of ends) {
      if (distance(points[i], [p.x, p.y]) < SAME_PLACE) corners.set(name, i);
    }
  }
  return corners;
}

function addCurve(points: Point[], b: Point, c: Point, d: Point): void {
  const a = points[points.length - 1];
  const steps = Math.max(2, Math.ceil((distance(a, b) + distance(b, c) + distance(c, d)) / CHORD));
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    const u = 1 - t;
    const w = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    points.push([0, 1].map((k) => w[0] * a[k] + w[1] * b[k] + w[2] * c[k] + w[3] * d[k]) as Point);
  }
  points.push(d);
}

/**
 * Unfolds a half about the line through two corners. Corners of the drawn half get the first suffix, those of the
 * mirrored half the second; corners on the fold keep their names.
 */
export function unfold(half: Outline, fold: [string, string], suffix: [string, string]): Outline {
  const { points, start } = withoutFold(half, fold);
  const axis = [points[0], points[points.length - 1]];
  const mirrored = points.slice(1, -1).map((p) => reflect(p, axis[0], axis[1]));
  const ring = [...points, ...mirrored.reverse()];
  const count = half.points.length;
  const corners = new Map<string, number>();
  for (const [name, i] of half.corners) {
    const at = (i - start + count) % count;
    if (at === 0 || at === points.length - 1) {
      corners.set(name, at);
    } else {
      corners.set(name + suffix[0], at);
      corners.set(name + suffix[1], ring.length - at);
    }
  }
  return measured(ring, corners);
}

/** The open polyline that goes round the half from one end of the fold to the other. */
function withoutFold(half: Outline, fold: [string, string]): { points: Point[]; start: number } {
  const [a, b] = fold.map((name) => cornerIndex(half, name));
  const count = half.points.length;
  const start = (a + 1) % count === b ? b : a;
  if ((a + 1) % count !== b && (b + 1) % count !== a) throw new Error('the fold is not one edge');
  return { points: half.points.map((_, k) => half.points[(start + k) % count]), start };
}

/** The second piece of a pair: x to -x, walked the other way round. */
export function mirrorOutline(outline: Outline): Outline {
  const last = outline.points.length - 1;
  const points = outline.points.map(([x, y]): Point => [-x + 0, y]).reverse();
  const corners = new Map([...outline.corners].map(([name, i]) => [name, last - i]));
  return measured(points, corners);
}

/** Turns and shifts a piece so that `origin` is at (0, 0) and `down` straight below it. */
export function straighten(outline: Outline, origin: Point, down: Point): Outline {
  const l = distance(origin, down);
  const d: Point = [(down[0] - origin[0]) / l, (down[1] - origin[1]) / l];
  const points = outline.points.map(([x, y]): Point => {
    const [u, v] = [x - origin[0], y - origin[1]];
    return [u * d[1] - v * d[0], u * d[0] + v * d[1]];
  });
  return measured(points, outline.corners);
}

/** Index of a named corner; throws when the piece has none of that name. */
export function cornerIndex(outline: Outline, name: string): number {
  const i = outline.corners.get(name);
  if (i === undefined) throw new Error(`the pattern piece has no corner '${name}'`);
  return i;
}

/** The place at an arc length from points[0]. */
export function pointAt(outline: Outline, s: number): Point {
  const { points, along, length } = outline;
  const wrapped = s - Math.floor(s / length) * length;
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (along[middle] <= wrapped) low = middle;
    else high = middle - 1;
  }
  const a = points[low];
  const b = points[(low + 1) % points.length];
  const end = low + 1 < points.length ? along[low + 1] : length;
  const t = end > along[low] ? (wrapped - along[low]) / (end - along[low]) : 0;
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

function measured(points: Point[], corners: Map<string, number>): Outline {
  const along = [0];
  for (let i = 1; i < points.length; i++) {
    along.push(along[i - 1] + distance(points[i - 1], points[i]));
  }
  const length = along[along.length - 1] + distance(points[points.length - 1], points[0]);
  return { points, along, length, corners };
}

function reflect(p: Point, a: Point, b: Point): Point {
  const l = distance(a, b);
  const d = [(b[0] - a[0]) / l, (b[1] - a[1]) / l];
  const t = (p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1];
  return [2 * (a[0] + t * d[0]) - p[0], 2 * (a[1] + t * d[1]) - p[1]];
}

function snapped(p: { x: number; y: number }): Point {
  return [snapMm(p.x), snapMm(p.y)];
}

/** Distance of two points. */
export function distance(a: Point, b: Point): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  return Math.sqrt(x * x + y * y);
}
