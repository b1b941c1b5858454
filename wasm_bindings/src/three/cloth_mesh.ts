// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Draws a cloth. Positions and normals come from the simulator, also where a texture seam repeats a vertex; bounds are
// taken on the way, so that culling, shadows and ray casts see the cloth where it is.
import { Box3, BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, Sphere } from 'three';
import type { Intersection, Material } from 'three';
import * as check from '../checks.js';
import type { Cloth } from '../cloth.js';
import { checkDrawn } from '../geometry.js';
import type { Vector3 } from '../types.js';
import { SmoothGeometry } from './smooth_geometry.js';

/** What is drawn of a cloth. */
export type DrawableCloth = Pick<
  Cloth,
  'name' | 'vertexCount' | 'indices' | 'shownPositions' | 'shownNormals' | 'drawn'
> & {
  /** Its world; without, places are relative to zero. A smooth surface keeps out of its bodies. */
  readonly world?: {
    readonly origin?: Vector3;
    readonly bodies?: readonly { readonly shownPositions: Float32Array }[];
  };
  readonly captured?: Uint8Array;
};

/** How a cloth is drawn. */
export interface ClothMeshOptions {
  /**
   * 1 or 2: draws a smooth surface, of 4 or 16 triangles for each of the cloth, where coarse cloth would look faceted; 0,
   * as without it, draws the triangles of the cloth. Nothing of the simulation changes.
   */
  smooth?: 0 | 1 | 2;
}

/**
 * A mesh that shows a cloth, in world space: leave its transform as it is. Call `update` after each step or `advance`.
 * It casts and takes shadows and meets rays as any mesh, at the place of the last update.
 */
export class ClothMesh extends Mesh<BufferGeometry, Material | Material[]> {
  readonly cloth: DrawableCloth;
  private origin: Vector3 = [0, 0, 0];
  private readonly smooth: SmoothGeometry | null;

  /**
   * The cloth is drawn as the geometry that it was made from, with its groups and attributes; `uvs`, 2 per drawn
   * vertex, take the place of those. The material is usually double-sided.
   */
  constructor(
    cloth: DrawableCloth,
    material: Material | Material[],
    uvs?: Float32Array,
    options: ClothMeshOptions = {},
  ) {
    const { geometry, smooth } = makeGeometry(cloth, uvs, options);
    super(geometry, material);
    this.cloth = cloth;
    this.smooth = smooth;
    this.name = cloth.name;
    this.update();
  }

  /** Copies the positions and normals to show: those of now, or between two steps after `world.advance`. */
  update(): void {
    const { position, normal } = this.geometry.attributes as Record<string, BufferAttribute>;
    const { positions, normals, vertices } = this.places();
    spread(positions, vertices, position.array as Float32Array);
    spread(normals, vertices, normal.array as Float32Array);
    position.needsUpdate = true;
    normal.needsUpdate = true;
    this.followOrigin();
    this.updateBounds(position);
  }

  private places(): { positions: Float32Array; normals: Float32Array; vertices?: Uint32Array } {
    const { cloth, smooth } = this;
    const { shownPositions: positions, shownNormals: normals, drawn } = cloth;
    if (!smooth) return { positions, normals, vertices: drawn?.vertices };
    const bodies = (cloth.world?.bodies ?? []).map((body) => ({ positions: body.shownPositions }));
    return { ...smooth.update(positions, bodies, cloth.captured), vertices: smooth.vertices };
  }

  /** The vertex of the cloth that is nearest to where a ray met this mesh; for pins and grabs. */
  clothVertex(hit: Pick<Intersection, 'face' | 'point'>): number {
    const { face, point } = (hit ?? {}) as Partial<typeof hit>;
    const { position } = this.geometry.attributes;
    const isVertex = (vertex: number) =>
      Number.isInteger(vertex) && vertex >= 0 && vertex < position.count;
    if (!face || !point?.isVector3 || ![face.a, face.b, face.c].every(isVertex)) {
      check.refuse('clothVertex', 'it takes an intersection of a ray with this mesh');
    }
    const place = this.worldToLocal(point.clone());
    const distance = (vertex: number) =>
      (position.getX(vertex) - place.x) ** 2 +
      (position.getY(vertex) - place.y) ** 2 +
      (position.getZ(vertex) - place.z) ** 2;
    const [nearest] = [face.a, face.b, face.c].sort((a, b) => distance(a) - distance(b));
    if (this.smooth) return this.smooth.clothVertex(nearest);
    return this.cloth.drawn?.vertices[nearest] ?? nearest;
  }

  /** Frees the geometry; the cloth and the material belong to others. */
  dispose(): void {
    this.geometry.dispose();
  }

  // The mesh stands where the origin is, wherever else it was put; its numbers stay small.
  private followOrigin(): void {
    const [x, y, z] = this.cloth.world?.origin ?? this.origin;
    const [fromX, fromY, fromZ] = this.origin;
    if (x !== fromX || y !== fromY || z !== fromZ) {
      this.position.x += x - fromX;
      this.position.y += y - fromY;
      this.position.z += z - fromZ;
      this.origin = [x, y, z];
    }
  }

  // As computeBoundingBox and computeBoundingSphere of three, which read each number through an accessor.
  private updateBounds(position: BufferAttribute): void {
    const { geometry } = this;
    const box = (geometry.boundingBox ??= new Box3());
    const sphere = (geometry.boundingSphere ??= new Sphere());
    box.setFromArray(position.array);
    box.getCenter(sphere.center);
    const { x, y, z } = sphere.center;
    let most = 0;
    for (let i = 0; i < position.array.length; i += 3) {
      const [dx, dy, dz] = [
        position.array[i] - x,
        position.array[i + 1] - y,
        position.array[i + 2] - z,
      ];
      most = Math.max(most, dx * dx + dy * dy + dz * dz);
    }
    sphere.radius = Math.sqrt(most);
  }
}

// What a drawn mesh has beside its triangles.
function checkDress({ vertices, groups, attributes }: NonNullable<DrawableCloth['drawn']>): void {
  if (!Array.isArray(groups)) {
    check.refuse('cloth.drawn.groups', `${check.shown(groups)} is no list of groups`);
  }
  // A count may be Infinity, which three.js takes for all that follows.
  const isSound = (group?: Partial<(typeof groups)[number]>) =>
    [group?.start, group?.count, group?.materialIndex ?? 0].every(
      (number) => typeof number === 'number' && number >= 0,
    );
  const bad = groups.findIndex((group) => !isSound(group ?? undefined));
  if (bad >= 0) {
    check.refuse('cloth.drawn.groups', `${check.shown(groups[bad])} is no group`, bad);
  }
  for (const [name, attribute] of Object.entries(attributes ?? {})) {
    const { values, width } = (attribute ?? {}) as Partial<typeof attribute>;
    const where = `cloth.drawn.attributes.${name}`;
    const wide = check.oneNumber(where, width, { least: 1, whole: true });
    if (!(values instanceof Float32Array)) {
      check.refuse(where, `${check.shown(values)} is not a Float32Array`);
    }
    check.floats(where, values, { width: wide, count: vertices.length });
  }
}

// Whatever is drawn need not be a cloth of the simulator. Answers with its triangles.
function checkDrawable(cloth: DrawableCloth): Uint32Array {
  const { vertexCount, indices, drawn, world } = cloth ?? {};
  if (!ArrayBuffer.isView(cloth?.shownPositions) || !indices?.length) {
    check.refuse('cloth', `${check.shown(cloth)} is no cloth`);
  }
  const count = check.oneNumber('cloth.vertexCount', vertexCount, { least: 1, whole: true });
  check.floats('cloth.shownPositions', cloth.shownPositions, { width: 3, count });
  check.floats('cloth.shownNormals', cloth.shownNormals, { width: 3, count });
  const corners = check.wholes('cloth.indices', indices, { width: 3 }, count - 1);
  if (drawn) {
    checkDrawn(drawn, count);
    checkDress(drawn);
  } else {
    checkDrawn({ vertices: corners, indices: new Uint32Array(0) }, count);
  }
  if (world?.origin !== undefined) {
    check.vector('cloth.world.origin', world.origin);
  }
  checkAround(cloth, count);
  return drawn?.indices ?? corners;
}

// What a smooth surface keeps out of.
function checkAround({ world, captured }: DrawableCloth, count: number): void {
  if (captured !== undefined) check.wholes('cloth.captured', captured, { width: 1, count }, 255);
  const bodies: unknown = world?.bodies ?? [];
  if (!Array.isArray(bodies)) {
    check.refuse('cloth.world.bodies', `${check.shown(bodies)} is no list of bodies`);
  }
  bodies.forEach((body: Partial<{ shownPositions: Float32Array }> | null, i) =>
    check.floats(`cloth.world.bodies[${i}].shownPositions`, body?.shownPositions, { width: 3 }),
  );
}

function makeGeometry(
  cloth: DrawableCloth,
  uvs: Float32Array | undefined,
  options: ClothMeshOptions,
): { geometry: BufferGeometry; smooth: SmoothGeometry | null } {
  const corners = checkDrawable(cloth);
  const { drawn } = cloth;
  const smooth = makeSmooth(cloth, corners, options);
  const geometry = new BufferGeometry();
  const coarse = drawn?.vertices.length ?? cloth.vertexCount;
  const count = smooth?.vertexCount ?? coarse;
  geometry.setIndex(new BufferAttribute(smooth?.triangles ?? corners.slice(), 1));
  geometry.setAttribute('position', dynamicAttribute(count));
  geometry.setAttribute('normal', dynamicAttribute(count));
  const add = (name: string, values: Float32Array, width: number) => {
    const spread = smooth?.spread(values, width) ?? values;
    geometry.setAttribute(name, new BufferAttribute(spread, width));
  };
  for (const [name, { values, width }] of Object.entries(drawn?.attributes ?? {})) {
    add(name, values, width);
  }
  if (uvs) add('uv', check.floats('uvs', uvs, { width: 2, count: coarse }), 2);
  const times = (smooth?.triangles.length ?? corners.length) / corners.length;
  drawn?.groups.forEach(({ start, count, materialIndex }) =>
    geometry.addGroup(times * start, times * count, materialIndex),
  );
  return { geometry, smooth };
}

function makeSmooth(
  { vertexCount, shownPositions, drawn }: DrawableCloth,
  corners: Uint32Array,
  options: ClothMeshOptions,
): SmoothGeometry | null {
  const { smooth = 0 } = options ?? {};
  const levels = check.oneNumber('smooth', smooth, { least: 0, most: 2, whole: true });
  if (levels === 0) return null;
  const vertices = drawn?.vertices ?? Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const cloth = { vertexCount, places: shownPositions };
  return new SmoothGeometry(corners, vertices, cloth, levels as 1 | 2);
}

function dynamicAttribute(count: number): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(3 * count), 3);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}

// From one triple per vertex of the cloth to one per drawn vertex.
function spread(from: Float32Array, vertices: Uint32Array | undefined, to: Float32Array): void {
  if (!vertices) {
    to.set(from);
    return;
  }
  for (let drawn = 0; drawn < vertices.length; ++drawn) {
    const vertex = vertices[drawn];
    to[3 * drawn] = from[3 * vertex];
    to[3 * drawn + 1] = from[3 * vertex + 1];
    to[3 * drawn + 2] = from[3 * vertex + 2];
  }
}
