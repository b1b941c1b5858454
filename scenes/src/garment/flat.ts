// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A drafted pattern as one flat mesh: all panels, their seams and the waist edge, still in the plane of the drawing.
import type { Draft } from './draft.js';
import type { Point } from './outline.js';
import { sampleOutlines, type RingVertex } from './sampling.js';
import { triangulatePanel } from './triangulate.js';

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
  vertices: number;
}

/** Meshes all panels of a draft with edges of about `h` mm. */
export function meshDraft(draft: Draft, h: number): FlatGarment {
  const { rings, seams, waist } = sampleOutlines(draft.spec, draft.outlines, h);
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
    vertices,
  };
}
