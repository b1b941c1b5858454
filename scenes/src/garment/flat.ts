// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A drafted pattern as one flat mesh: all panels, their seams and the waist edge, still in the plane of the drawing.
import type { FinishedEdge } from '../types.js';
import type { Draft } from './draft.js';
import type { Point } from './outline.js';
import { sampleOutlines, type RingVertex } from './sampling.js';
import { signedArea, triangulatePanel } from './triangulate.js';

const MOST_VERTICES = 40000;
const SIN_60 = 0.8660254;

export interface FlatPanel {
  name: string;
  /** First vertex of the panel in the whole mesh. */
  first: number;
  /** mm, x right and y down as drawn, seen from the outer side. */
  points: Point[];
}

export interface FlatGarment {
  panels: FlatPanel[];
  /** Counter-clockwise seen from the outer side. */
  triangles: Uint32Array;
  /** Pairs of vertices. */
  seams: Uint32Array;
  /** Vertices of the held waist edge. */
  waist: number[];
  /** Vertices of the edges that may be fixed to the body, by name. */
  fixtures: Map<string, number[]>;
  /** Pairs of neighbours along the same edges, by name. */
  pieces: Map<string, [number, number][]>;
  finishes: FinishedEdge[];
  vertices: number;
}

/** Meshes all panels of a draft with edges of about `h` mm. */
export function meshDraft(draft: Draft, h: number): FlatGarment {
  checkSize(draft, h);
  const sampling = sampleOutlines(draft.spec, draft.outlines, h);
  const { rings, seams, waist, fixtures, pieces, finishes } = sampling;
  const panels: FlatPanel[] = [];
  const triangles: number[] = [];
  const first = new Map<string, number>();
  let vertices = 0;
  for (const [name, ring] of rings) {
    const mesh = triangulatePanel(ring.points, ring.breaks, h);
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      // positive area with y down is clockwise to the eye: turn it round
      const [a, b, c] = mesh.triangles.slice(t, t + 3);
      triangles.push(vertices + a, vertices + c, vertices + b);
    }
    panels.push({ name, first: vertices, points: mesh.points });
    first.set(name, vertices);
    vertices += mesh.points.length;
  }
  const index = (v: RingVertex) => first.get(v.panel)! + v.sample;
  return {
    panels,
    triangles: Uint32Array.from(triangles),
    seams: Uint32Array.from(seams.flatMap(([a, b]) => [index(a), index(b)])),
    waist: waist.map(index),
    fixtures: new Map([...fixtures].map(([name, edge]) => [name, edge.map(index)])),
    pieces: new Map(
      [...pieces].map(([name, edge]) => [
        name,
        edge.map(([a, b]): [number, number] => [index(a), index(b)]),
      ]),
    ),
    finishes: finishes.map(({ finish, edge }) => ({ finish, vertices: edge.map(index) })),
    vertices,
  };
}

/** Refuses meshes that nobody can mean: an equilateral mesh of spacing h has one vertex per h h sin 60. */
function checkSize({ spec, outlines }: Draft, h: number): void {
  const areas = [...outlines.values()].map((o) => Math.abs(signedArea(o.points)));
  const count = Math.round(areas.reduce((a, b) => a + b, 0) / (h * h * SIN_60));
  if (count <= MOST_VERTICES) return;
  throw new Error(
    `the ${spec.name} would have about ${count} vertices and the most is ${MOST_VERTICES}; ` +
      `write a larger 'resolution'`,
  );
}
