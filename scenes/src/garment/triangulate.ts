// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Meshes a flat panel: its sampled outline and a hexagonal lattice inside, constrained Delaunay triangulation,
// eight rounds of smoothing by area-weighted centroids. Smallest angles come out near 29 degrees.
// Libraries: delaunator and constrainautor (ISC).
import Constrainautor from '@kninnug/constrainautor';
import Delaunator from 'delaunator';
import type { Point } from './outline.js';

// the package's types describe its CommonJS face; its module face is the class itself
const ConstrainEdges = Constrainautor as unknown as new (mesh: object, edges: Point[]) => unknown;

/** Points (the outline's first, in order) and triangles, clockwise as drawn with y down. */
export interface PanelMesh {
  points: Point[];
  /** How many points are on the outline. */
  boundary: number;
  triangles: number[];
}

const SMOOTHING_ROUNDS = 8;
/** Lattice points stay this many spacings away from the outline. */
const CLEARANCE = 0.72;
/** Straight outlines are bulged by this many spacings while triangulating, lest collinear points fail. */
const BULGE = 0.001;
/** Triangles of three outline points below this area, in squared spacings, are slivers. */
const SLIVER = 0.01;

/** Meshes the polygon `outline`, whose corners are at `breaks`, at spacing `h`. */
export function triangulatePanel(outline: Point[], breaks: number[], h: number): PanelMesh {
  const bulged = bulgeOutline(outline, breaks, h);
  const boundary = outline.length;
  const points = [...bulged, ...lattice(outline, h)];
  let triangles = constrainedDelaunay(points, boundary, h);
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
    smooth(points, boundary, triangles);
    triangles = constrainedDelaunay(points, boundary, h);
  }
  outline.forEach((p, i) => (points[i] = p));
  return { points, boundary, triangles };
}

/** Moves the samples between two corners outward by a flat parabola. */
function bulgeOutline(outline: Point[], breaks: number[], h: number): Point[] {
  const count = outline.length;
  const side = signedArea(outline) > 0 ? 1 : -1;
  const out = outline.slice();
  breaks.forEach((start, b) => {
    const end = b + 1 < breaks.length ? breaks[b + 1] : count + breaks[0];
    const [p, q] = [outline[start], outline[end % count]];
    const l = Math.sqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2) || 1;
    const normal = [((q[1] - p[1]) / l) * side, (-(q[0] - p[0]) / l) * side];
    for (let i = start + 1; i < end; i++) {
      const t = (i - start) / (end - start);
      const d = 4 * t * (1 - t) * BULGE * h;
      const [x, y] = outline[i % count];
      out[i % count] = [x + d * normal[0], y + d * normal[1]];
    }
  });
  return out;
}

/** A hexagonal lattice centred on the panel's box, kept inside and clear of the outline. */
function lattice(outline: Point[], h: number): Point[] {
  const [low, high] = bounds(outline);
  const row = (h * Math.sqrt(3)) / 2;
  const [cx, cy] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const rows = Math.ceil((high[1] - low[1]) / 2 / row);
  const columns = Math.ceil((high[0] - low[0]) / 2 / h) + 1;
  const near = nearOutline(outline, CLEARANCE * h);
  const points: Point[] = [];
  for (let r = -rows; r <= rows; r++) {
    const shift = r % 2 === 0 ? 0 : h / 2;
    const y = cy + r * row;
    const within = insideAt(outline, y);
    for (let c = -columns; c <= columns; c++) {
      const p: Point = [cx + c * h + shift, y];
      if (within(p[0]) && !near(p)) points.push(p);
    }
  }
  return points;
}

function constrainedDelaunay(points: Point[], boundary: number, h: number): number[] {
  const delaunay = Delaunator.from(points);
  const edges = Array.from({ length: boundary }, (_, i): Point => [i, (i + 1) % boundary]);
  new ConstrainEdges(delaunay, edges);
  const { triangles } = delaunay;
  const outline = points.slice(0, boundary);
  const kept: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const all = a < boundary && b < boundary && c < boundary;
    if (all && !inside(outline, centroid(points[a], points[b], points[c]))) continue;
    const area = signedArea([points[a], points[b], points[c]]);
    if (all && Math.abs(area) < SLIVER * h * h) continue;
    if (area > 0) kept.push(a, b, c);
    else kept.push(a, c, b);
  }
  return kept;
}

function smooth(points: Point[], boundary: number, triangles: number[]): void {
  const sums = new Float64Array(3 * points.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [p, q, r] = corners.map((i) => points[i]);
    const area = Math.abs(signedArea([p, q, r]));
    const [x, y] = centroid(p, q, r);
    for (const i of corners) {
      sums[3 * i] += area * x;
      sums[3 * i + 1] += area * y;
      sums[3 * i + 2] += area;
    }
  }
  for (let i = boundary; i < points.length; i++) {
    points[i] = [sums[3 * i] / sums[3 * i + 2], sums[3 * i + 1] / sums[3 * i + 2]];
  }
}

function centroid(p: Point, q: Point, r: Point): Point {
  return [(p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3];
}

/** Area of a polygon; positive when it turns from +x to +y. */
export function signedArea(polygon: Point[]): number {
  let twice = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [p, q] = [polygon[i], polygon[(i + 1) % polygon.length]];
    twice += p[0] * q[1] - q[0] * p[1];
  }
  return twice / 2;
}

/** Even-odd test. */
export function inside(polygon: Point[], [x, y]: Point): boolean {
  return insideAt(polygon, y)(x);
}

/** The same for many points at one height, which few sides reach. */
function insideAt(polygon: Point[], y: number): (x: number) => boolean {
  const crossed: number[] = [];
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [polygon[i], polygon[j]];
    if (yi > y !== yj > y) crossed.push(((xj - xi) * (y - yi)) / (yj - yi) + xi);
  }
  return (x) => crossed.filter((at) => x < at).length % 2 === 1;
}

/** Tests whether a point is closer than `limit` to the outline, over a grid of cells. */
function nearOutline(outline: Point[], limit: number): (p: Point) => boolean {
  const cells = new Map<string, number[]>();
  const size = 4 * limit;
  const cell = (v: number) => Math.floor(v / size);
  outline.forEach((p, i) => {
    const q = outline[(i + 1) % outline.length];
    const [x0, x1] = [Math.min(p[0], q[0]) - limit, Math.max(p[0], q[0]) + limit];
    const [y0, y1] = [Math.min(p[1], q[1]) - limit, Math.max(p[1], q[1]) + limit];
    for (let x = cell(x0); x <= cell(x1); x++) {
      for (let y = cell(y0); y <= cell(y1); y++) {
        const key = `${x},${y}`;
        cells.set(key, [...(cells.get(key) ?? []), i]);
      }
    }
  });
  return (p) =>
    (cells.get(`${cell(p[0])},${cell(p[1])}`) ?? []).some(
      (i) => segmentDistance(p, outline[i], outline[(i + 1) % outline.length]) < limit,
    );
}

function segmentDistance(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const l2 = dx * dx + dy * dy;
  const t = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (l2 || 1)));
  const [x, y] = [a[0] + t * dx - p[0], a[1] + t * dy - p[1]];
  return Math.sqrt(x * x + y * y);
}

function bounds(points: Point[]): [Point, Point] {
  const low: Point = [Infinity, Infinity];
  const high: Point = [-Infinity, -Infinity];
  for (const p of points) {
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], p[k]);
      high[k] = Math.max(high[k], p[k]);
    }
  }
  return [low, high];
}
