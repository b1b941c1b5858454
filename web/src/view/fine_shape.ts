// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Coarse cloth as it is drawn: the smooth surface of its mesh, with hems and seams at the places that they have on the
// coarse one.
import { SmoothSurface } from 'weft-cloth/surface';
import type { ClothShape } from '../workers/protocol';

/** Meshes with longer edges look faceted, m. */
const FACETED = 0.0155;

/** A shape for drawing, `fine` where that is wanted, and the surface that gives its places; null: it is drawn as it is simulated. */
export function fineShape(
  shape: ClothShape,
  fine: boolean,
): { shape: ClothShape; surface: SmoothSurface | null } {
  if (!fine || shape.triangles.length === 0 || meanEdge(shape) < FACETED)
    return { shape, surface: null };
  const { name, vertexCount, triangles, material, edges } = shape;
  const source = { vertexCount, triangles, rest: material, seams: edges.seams };
  const surface = new SmoothSurface(source, 1);
  const drawn: ClothShape = {
    name,
    vertexCount: surface.vertexCount,
    triangles: surface.triangles,
    material: surface.spread(material, 2),
    edges: {
      places: surface.spread(edges.places, 4),
      kinds: surface.spread(edges.kinds, 2),
      open: surface.carryEdges(edges.open),
      seams: surface.seams,
    },
  };
  return { shape: drawn, surface };
}

function meanEdge({ triangles, material }: ClothShape): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [triangles[t + c], triangles[t + ((c + 1) % 3)]];
      sum += Math.hypot(
        material[2 * a] - material[2 * b],
        material[2 * a + 1] - material[2 * b + 1],
      );
    }
  }
  return sum / triangles.length;
}
