// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A closed surface a little outside any triangles: the surface at a cell's width from them, which closes gaps and
// swallows what is inside, drawn back to `gap` from the nearest point.
import { affordableCell, fillGrid, type DistanceGrid } from './distance_grid.js';
import { NearestPoints } from './nearest.js';
import { repairSurface } from './repair.js';
import { pointAt, surfaceOf, type Surface, type Triple } from './surface.js';
import { surfaceNets } from './surface_nets.js';

/** What an offset surface is made with. */
export interface OffsetOptions {
  /** Width of the grid, m: details smaller than this are lost. Default 0.012. */
  cell?: number;
  /** Distance that is left to the mesh, m. Default 0.002. */
  gap?: number;
}

/** An offset surface. */
export interface OffsetSurface {
  /** 3 per vertex, m. */
  positions: Float32Array;
  /** 3 per triangle, fronts outwards. */
  triangles: Uint32Array;
  /** Per vertex: the triangle of the mesh that it belongs to. */
  nearest: Uint32Array;
  /** 3 per vertex: weights of that triangle's corners. */
  weights: Float32Array;
  /** Width of the grid that was used, m: wider than asked for when it would not fit in memory. */
  cell: number;
  /** Measured between the two surfaces, in both directions. */
  error: { meanMm: number; maxMm: number };
}

const DEFAULTS = { cell: 0.012, gap: 0.002 };

/** Makes the surface; yields the part that is done, 0 to 1. */
export function* offsetSurface(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  options: OffsetOptions = {},
): Generator<number, OffsetSurface> {
  const { gap, cell: asked } = { ...DEFAULTS, ...options };
  const cell = affordableCell(positions, asked, asked);
  const filling = fillGrid(positions, triangles, cell, cell);
  let step = filling.next();
  for (; !step.done; step = filling.next()) {
    yield 0.5 * step.value;
  }
  const grid = step.value;
  yield 0.5;
  const net = surfaceNets(grid, cell);
  const surface = surfaceOf(net.positions.map(Math.fround), net.triangles);
  repairSurface(surface, { tolerance: 1e-6 * cell, thickness: 0 });
  yield 0.6;
  const near = new NearestPoints(positions, triangles, cell);
  const drawn = drawBack(surface, near, gap);
  yield 0.8;
  const mended = surfaceOf([...drawn.positions], surface.triangles);
  repairSurface(mended, { tolerance: 0, thickness: 0 });
  const error = measureError(mended, near, grid, positions, triangles);
  return {
    positions: Float32Array.from(mended.positions),
    triangles: Uint32Array.from(mended.triangles),
    nearest: drawn.nearest,
    weights: drawn.weights,
    cell,
    error,
  };
}

function drawBack(surface: Surface, near: NearestPoints, gap: number) {
  const count = surface.blends.length;
  const nearest = new Uint32Array(count);
  const weights = new Float32Array(3 * count);
  const positions = new Float32Array(3 * count);
  for (let vertex = 0; vertex < count; ++vertex) {
    const place = pointAt(surface.positions, vertex);
    const found = near.find(place)!;
    const foot = footOf(near, found.triangle, found.weights);
    const part = Math.min(1, gap / Math.max(Math.sqrt(found.distance2), 1e-9));
    positions.set(
      foot.map((x, k) => x + part * (place[k] - x)),
      3 * vertex,
    );
    nearest[vertex] = found.triangle;
    weights.set(found.weights, 3 * vertex);
  }
  return { positions, nearest, weights };
}

function footOf(near: NearestPoints, triangle: number, weights: Triple): Triple {
  const [a, b, c] = near.corners(triangle);
  return [0, 1, 2].map((k) => weights[0] * a[k] + weights[1] * b[k] + weights[2] * c[k]) as never;
}

// From the vertices and middles of each surface to the other; of the mesh only what the outside can see.
function measureError(
  surface: Surface,
  near: NearestPoints,
  grid: DistanceGrid,
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
) {
  const back = new NearestPoints(surface.positions, surface.triangles, grid.cell);
  const distances: number[] = [];
  const measure = (to: NearestPoints, place: Triple) => {
    const found = to.find(place);
    distances.push(found ? Math.sqrt(found.distance2) : Infinity);
  };
  forSamples(surface.positions, surface.triangles, (place) => measure(near, place));
  forSamples(positions, triangles, (place) => {
    if (isSeen(grid, place)) {
      measure(back, place);
    }
  });
  const sum = distances.reduce((a, b) => a + b, 0);
  const most = distances.reduce((a, b) => Math.max(a, b), 0);
  return { meanMm: (1000 * sum) / distances.length, maxMm: 1000 * most };
}

// Corners and middles of triangles, 8 000 of them at most.
function forSamples(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  visit: (place: Triple) => void,
): void {
  const stride = 3 * Math.ceil(triangles.length / 3 / 4000);
  for (let i = 0; i < triangles.length; i += stride) {
    const [a, b, c] = [0, 1, 2].map((k) => pointAt(positions, triangles[i + k]));
    visit(a);
    visit([0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3) as never);
  }
}

// Whether a node outside is within two cells: those are one cell from the mesh at least.
function isSeen({ low, cell, size, outside }: DistanceGrid, place: Triple): boolean {
  const at = place.map((x, k) => (x - low[k]) / cell);
  const first = at.map((x) => Math.ceil(x - 2));
  const last = at.map((x) => Math.floor(x + 2));
  for (let z = first[2]; z <= last[2]; ++z) {
    for (let y = first[1]; y <= last[1]; ++y) {
      for (let x = first[0]; x <= last[0]; ++x) {
        const far = (x - at[0]) ** 2 + (y - at[1]) ** 2 + (z - at[2]) ** 2;
        if (far <= 4 && outside[x + size[0] * (y + size[1] * z)]) {
          return true;
        }
      }
    }
  }
  return false;
}
