// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The smooth surface of a cloth as three.js draws it: the surface itself follows the cloth, whose texture seams are no
// rims, and what is drawn repeats its vertices along them, subdivided in step.
import { coarsest, refine } from '../surface/loop_mesh.js';
import type { BodyPlaces } from '../surface/near_bodies.js';
import { PackedRows } from '../surface/rows.js';
import { SmoothSurface } from '../surface/smooth_surface.js';

/** The finer mesh that is drawn of a cloth. */
export class SmoothGeometry {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  /** For each drawn vertex the one of the surface. */
  readonly vertices: Uint32Array;
  private readonly surface: SmoothSurface;
  private readonly attributes: PackedRows;
  /** For each vertex of the surface the nearest of the cloth. */
  private readonly nearest: Uint32Array;
  private readonly out: { positions: Float32Array; normals: Float32Array };

  /** `triangles`: of drawn vertices, which `vertices` tells those of the cloth of. */
  constructor(
    triangles: Uint32Array,
    vertices: Uint32Array,
    cloth: { vertexCount: number; places: ArrayLike<number> },
    levels: 1 | 2,
  ) {
    const { vertexCount, places: rest } = cloth;
    const own = triangles.map((corner) => vertices[corner]);
    this.surface = new SmoothSurface({ vertexCount, triangles: own, rest }, levels);
    let drawn = coarsest(vertices.length, triangles, new Uint8Array(vertices.length));
    for (let level = 0; level < levels; ++level) drawn = refine(drawn);
    this.triangles = drawn.triangles;
    this.vertexCount = drawn.rows.length;
    this.attributes = new PackedRows(drawn.flat);
    this.vertices = new Uint32Array(this.vertexCount);
    vertices.forEach((vertex, corner) => (this.vertices[corner] = vertex));
    drawn.triangles.forEach((corner, i) => (this.vertices[corner] = this.surface.triangles[i]));
    this.nearest = this.surface.nearest();
    const floats = () => new Float32Array(3 * this.surface.vertexCount);
    this.out = { positions: floats(), normals: floats() };
  }

  /** An attribute of the drawn vertices, `width` numbers each, on the finer mesh. */
  spread(values: ArrayLike<number>, width: number): Float32Array {
    return this.attributes.apply(values, width, new Float32Array(width * this.vertexCount));
  }

  /** Places and normals of the surface, for `vertices` to pick from. */
  update(
    places: ArrayLike<number>,
    bodies: readonly BodyPlaces[],
    held?: ArrayLike<number>,
  ): { positions: Float32Array; normals: Float32Array } {
    this.surface.update(places, this.out, bodies, held);
    return this.out;
  }

  /** The vertex of the cloth that is nearest to a drawn one. */
  clothVertex(drawn: number): number {
    return this.nearest[this.vertices[drawn]];
  }
}
