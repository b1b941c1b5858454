// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A triangle whose corners lie in a line has no normal. Taking it out would leave a slit that only another such
// triangle closes, so the corner opposite its longest side is moved by a few micrometres instead.
import { areaNormal, areaOf, cross, dot, minus, pointAt } from './surface.js';
import type { Surface, Triple } from './surface.js';

/** Area that every triangle shall have, m2; the simulator refuses less than half of it. */
const LEAST_AREA = 2e-10;

/** Farthest that a vertex may be moved at once, m. */
const LONGEST_NUDGE = 1e-4;

const ROUNDS = 60;

/** Moves vertices in place and returns those that were moved; `left` are triangles that stay slivers. */
export function nudgeSlivers(surface: Surface) {
  const moved = new Set<number>();
  let slivers = listSlivers(surface);
  for (let round = 0; slivers.length > 0 && round < ROUNDS; ++round) {
    for (const triangle of slivers) {
      moved.add(nudge(surface, triangle, round));
    }
    slivers = listSlivers(surface);
  }
  return { moved: [...moved], left: slivers };
}

function listSlivers({ positions, triangles }: Surface): number[] {
  const found: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    if (areaOf(positions, triangles[i], triangles[i + 1], triangles[i + 2]) < LEAST_AREA) {
      found.push(i / 3);
    }
  }
  return found;
}

function nudge(surface: Surface, triangle: number, round: number): number {
  const { positions, triangles } = surface;
  const corner = triangles.slice(3 * triangle, 3 * triangle + 3);
  const sides = corner.map((_, k) =>
    minus(pointAt(positions, corner[(k + 2) % 3]), pointAt(positions, corner[(k + 1) % 3])),
  );
  const lengths = sides.map((side) => Math.hypot(...side));
  const k = lengths.indexOf(Math.max(...lengths));
  const [apex, side, length] = [corner[k], sides[k], lengths[k]];
  // neighbours that undo each other's move would go on for ever, so later rounds choose other ways
  const wanted = round < 8 ? normalAround(surface, apex) : scatter(7 * round + triangle);
  const direction = sidewards(wanted, side, length);
  // a micrometre at least, or float32 would not notice
  const height = Math.max((2 * LEAST_AREA) / Math.max(length, 1e-6), 1e-6);
  const step = Math.min((1.5 + 0.5 * round) * height, LONGEST_NUDGE);
  for (let axis = 0; axis < 3; ++axis) {
    positions[3 * apex + axis] = Math.fround(positions[3 * apex + axis] + step * direction[axis]);
  }
  return apex;
}

// A direction that a number stands for.
function scatter(number: number): Triple {
  return [Math.sin(12.9898 * number), Math.sin(78.233 * number), Math.sin(37.719 * number)];
}

// Sum of the area normals of the triangles at a vertex.
function normalAround({ positions, triangles }: Surface, vertex: number): Triple {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = triangles.indexOf(vertex); i >= 0; i = triangles.indexOf(vertex, i + 1)) {
    const t = i - (i % 3);
    const normal = areaNormal(positions, triangles[t], triangles[t + 1], triangles[t + 2]);
    normal.forEach((value, axis) => (sum[axis] += value));
  }
  return sum;
}

// A unit vector at right angles to a side, along the normal as far as that goes.
function sidewards(normal: Triple, side: Triple, length: number): Triple {
  const unit = (v: Triple): Triple => {
    const size = Math.hypot(...v);
    return [v[0] / size, v[1] / size, v[2] / size];
  };
  const along: Triple = length > 0 ? unit(side) : [1, 0, 0];
  const rise = dot(normal, along);
  const upright = minus(normal, [rise * along[0], rise * along[1], rise * along[2]]);
  if (Math.hypot(...upright) > 1e-12) {
    return unit(upright);
  }
  const steepest = along.map(Math.abs).indexOf(Math.min(...along.map(Math.abs)));
  return unit(cross(along, [0, 1, 2].map((axis) => +(axis === steepest)) as unknown as Triple));
}
