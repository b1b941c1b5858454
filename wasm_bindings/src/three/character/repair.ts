// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From any triangles to a surface that can be a body: closed, two triangles at every edge, fronts outwards, no
// triangle without area. What was done is listed in the caller's own numbers.
import { separateEdges, countUnsoundEdges } from './crowded_edges.js';
import { agreeOnFronts, faceOutwards } from './fronts.js';
import { findMates, splitFans } from './half_edges.js';
import { closeHoles } from './holes.js';
import { nudgeSlivers } from './slivers.js';
import { keepTriangles, pointAt, type Surface } from './surface.js';
import { weld, type Alike } from './weld.js';

/** What a repair did. */
export const REPAIR_KINDS = {
  vanished: 'triangles without area were dropped',
  duplicate: 'triangles that were there already were dropped',
  turned: 'triangles were turned, so that fronts agree and face outwards',
  split: 'vertices were split, because more than one sheet went through an edge or vertex',
  divided: 'triangles were divided, because two sheets had the same edge',
  hole: 'a hole was closed',
  nudged: 'vertices were moved by a few micrometres, because a triangle had no area',
  flat: 'triangles were dropped that enclose nothing, such as a sheet with one side',
} as const;

/** One thing that a repair did, in the numbers of the mesh that was given. */
export interface RepairStep {
  kind: keyof typeof REPAIR_KINDS;
  /** The given mesh's triangles that are concerned; empty where vertices say it. */
  triangles: number[];
  /** The given mesh's vertices that are concerned; of a hole its border, in order. */
  vertices: number[];
}

/** Numbers that a repair goes by. */
export interface RepairOptions {
  /** Vertices nearer than this become one, m. Default 2e-5. */
  tolerance?: number;
  /** Closed pieces thinner than this in the mean are dropped, m. Default 2e-4. */
  thickness?: number;
}

/** What only the adapter knows. */
interface Knowledge {
  /** Whether two vertices at one place move alike; others stay two. */
  alike?: Alike;
}

/** What is left that a repair could not mend; all zero for a sound surface. */
export interface Faults {
  /** Edges that do not have exactly two triangles running opposite ways. */
  edges: number;
  /** Triangles without area. */
  slivers: number;
}

/** Repairs a surface in place. */
export function repairSurface(surface: Surface, options: RepairOptions & Knowledge = {}) {
  const { tolerance = 2e-5, thickness = 2e-4, alike } = options;
  const steps: RepairStep[] = [];
  const say = (kind: RepairStep['kind'], triangles: number[], vertices: number[] = []) => {
    if (triangles.length > 0 || vertices.length > 0) {
      steps.push({ kind, triangles: given(triangles), vertices });
    }
  };
  say('vanished', weld(surface, tolerance, alike));
  say('duplicate', dropDuplicates(surface));
  say('turned', agreeOnFronts(surface));
  closeSurface(surface, say);
  const pieces = faceOutwards(surface, thickness);
  say('turned', pieces.turned);
  say('flat', pieces.flat);
  const { moved, left } = nudgeSlivers(surface);
  say('nudged', [], sourcesOf(surface, moved));
  dropUnused(surface);
  const faults: Faults = { edges: countUnsoundEdges(surface.triangles), slivers: left.length };
  return { steps, faults };
}

type Say = (kind: RepairStep['kind'], triangles: number[], vertices?: number[]) => void;

function closeSurface(surface: Surface, say: Say): void {
  const mates = findMates(surface);
  say('split', [], sourcesOf(surface, splitFans(surface, mates)));
  for (const hole of closeHoles(surface, mates)) {
    say('hole', [], sourcesOf(surface, hole));
  }
  say('divided', separateEdges(surface, mates));
}

// Of triangles with the same corners, in whatever order, the first stays.
function dropDuplicates(surface: Surface): number[] {
  const { triangles, origins } = surface;
  const seen = new Set<string>();
  const dropped: number[] = [];
  keepTriangles(surface, (triangle) => {
    const corners = triangles.slice(3 * triangle, 3 * triangle + 3).sort((a, b) => a - b);
    const key = corners.join();
    if (seen.has(key)) {
      dropped.push(origins[triangle]);
      return false;
    }
    seen.add(key);
    return true;
  });
  return dropped;
}

// Vertices without a triangle go; the others keep their order.
function dropUnused(surface: Surface): void {
  const numbers = new Int32Array(surface.blends.length).fill(-1);
  surface.triangles.forEach((vertex) => (numbers[vertex] = 0));
  const used = [...numbers.keys()].filter((vertex) => numbers[vertex] === 0);
  used.forEach((vertex, to) => (numbers[vertex] = to));
  surface.positions = used.flatMap((vertex) => [...pointAt(surface.positions, vertex)]);
  surface.blends = used.map((vertex) => surface.blends[vertex]);
  surface.triangles = surface.triangles.map((vertex) => numbers[vertex]);
}

/** The caller's triangles, each once. */
function given(triangles: readonly number[]): number[] {
  return [...new Set(triangles)].filter((triangle) => triangle >= 0).sort((a, b) => a - b);
}

/** The caller's vertices that some vertices come from. */
function sourcesOf(surface: Surface, vertices: readonly number[]): number[] {
  return [...new Set(vertices.flatMap((vertex) => surface.blends[vertex].map(([from]) => from)))];
}
