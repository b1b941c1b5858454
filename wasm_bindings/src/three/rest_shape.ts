// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The vertices of a character in the rest space of its body, with the morph targets that three.js adds to them
// before it skins them. Most targets move few vertices: only those are kept.
import type { SkinnedMesh } from 'three';
import type { RestSpace } from './character_pose.js';
import { readAttribute, readMorphs } from './read_attribute.js';

interface Target {
  vertices: Uint32Array;
  deltas: Float64Array; // 3 per vertex, in the mesh's own units
}

/** Rest positions that follow the morph influences of a mesh. */
export class RestShape {
  /** 3 per vertex, m, without morphs. */
  readonly base: Float32Array;
  private readonly plain: Float64Array; // in the mesh's own units
  private readonly targets: Target[];
  private readonly shaped: Float32Array;
  private applied: number[] = [];

  /** `source` names, for each vertex, the vertex of the mesh that it is. */
  constructor(
    private readonly mesh: SkinnedMesh,
    source: Uint32Array,
    private readonly space: RestSpace,
  ) {
    this.plain = pick(readAttribute(mesh.geometry.attributes.position, 3), source);
    this.targets = readTargets(mesh, source, this.plain);
    this.shaped = this.base = this.toRest(this.plain, new Float32Array(this.plain.length));
    if (this.targets.length > 0) {
      this.shaped = this.base.slice();
    }
  }

  /** The positions of now, 3 per vertex, m; undefined while no morph is at work. */
  now(): Float32Array | undefined {
    const influences = this.mesh.morphTargetInfluences ?? [];
    if (this.targets.length === 0 || influences.every((influence) => influence === 0)) {
      return undefined;
    }
    if (influences.some((influence, i) => influence !== this.applied[i])) {
      this.applied = influences.slice();
      this.toRest(this.morphed(influences), this.shaped);
    }
    return this.shaped;
  }

  private morphed(influences: readonly number[]): Float64Array {
    const positions = this.plain.slice();
    this.targets.forEach(({ vertices, deltas }, target) => {
      const influence = influences[target] ?? 0;
      for (let i = 0; influence !== 0 && i < vertices.length; ++i) {
        for (let axis = 0; axis < 3; ++axis) {
          positions[3 * vertices[i] + axis] += influence * deltas[3 * i + axis];
        }
      }
    });
    return positions;
  }

  private toRest(positions: Float64Array, to: Float32Array): Float32Array {
    const { scale, centre, mirrored } = this.space;
    for (let i = 0; i < positions.length; ++i) {
      const axis = i % 3;
      to[i] = (positions[i] - centre[axis]) * (mirrored && axis === 0 ? -scale : scale);
    }
    return to;
  }
}

function readTargets(mesh: SkinnedMesh, source: Uint32Array, plain: Float64Array): Target[] {
  const { morphTargetsRelative } = mesh.geometry;
  return readMorphs(mesh).map((target) => {
    const values = pick(target, source);
    return sparse(morphTargetsRelative ? values : values.map((value, i) => value - plain[i]));
  });
}

function sparse(deltas: Float64Array): Target {
  const vertices: number[] = [];
  for (let vertex = 0; vertex < deltas.length / 3; ++vertex) {
    if (deltas[3 * vertex] || deltas[3 * vertex + 1] || deltas[3 * vertex + 2]) {
      vertices.push(vertex);
    }
  }
  return { vertices: Uint32Array.from(vertices), deltas: pick(deltas, vertices) };
}

function pick(values: ArrayLike<number>, vertices: ArrayLike<number>): Float64Array {
  const picked = new Float64Array(3 * vertices.length);
  for (let i = 0; i < picked.length; ++i) {
    picked[i] = values[3 * vertices[Math.floor(i / 3)] + (i % 3)];
  }
  return picked;
}
