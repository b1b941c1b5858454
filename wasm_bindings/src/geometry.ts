// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A mesh as it is drawn becomes a cloth. Drawing repeats vertices along texture seams; cloth would fall apart there, so
// vertices at one place become one and the cloth remembers how it is drawn. A BufferGeometry of three.js is known
// by its shape: nothing of three is needed here.
import * as check from './checks.js';
import type { AttributeLike, FloatsLike } from './checks.js';
import { shapeOfGeometry } from './convex.js';
import { checkBands, checkPins, CLOTH_OPTIONS } from './definitions.js';
import { WeftError } from './error.js';
import { mergeVertices, type MergedMesh } from './merge_vertices.js';
import type { BodyOptions, ClothOptions } from './types.js';

/** What is read of a BufferGeometry of three.js. */
export interface GeometryLike {
  readonly attributes: { readonly [name: string]: unknown };
  readonly index: AttributeLike | null;
  readonly groups: readonly { start: number; count: number; materialIndex?: number }[];
}

/** How a cloth is drawn, where that differs from how it is simulated. */
export interface DrawnMesh {
  /** For each drawn vertex its vertex of the cloth. */
  vertices: Uint32Array;
  /** 3 per triangle, of drawn vertices. */
  indices: Uint32Array;
  /** What drawn vertices carry beside place and normal: `uv`, `color`, ...; `width` numbers each. */
  attributes: Readonly<Record<string, { values: Float32Array; width: number }>>;
  /** Ranges of `indices` with a material each; empty for one material. */
  groups: readonly { start: number; count: number; materialIndex?: number }[];
}

/** Options of `world.addCloth(geometry, options)`. Vertices in them are those of the geometry. */
export interface GeometryClothOptions extends Omit<
  ClothOptions,
  'positions' | 'indices' | 'drawn'
> {
  /** Vertices whose coordinates agree to within this become one, m. Default 1e-6; 0 merges equal places only. */
  mergeTolerance?: number;
}

/** Options of `world.addBody(geometry, options)`. */
export interface GeometryBodyOptions extends Pick<
  BodyOptions,
  'friction' | 'open' | 'name' | 'group' | 'mask'
> {
  /** Vertices whose coordinates agree to within this become one, m. Default 1e-6; 0 merges equal places only. */
  mergeTolerance?: number;
  /**
   * Take the convex solid that the geometry was made as instead of its triangles: a SphereGeometry, CapsuleGeometry,
   * BoxGeometry, ConeGeometry or PlaneGeometry of three.js, or else the hull of its vertices, 64 at most. It is moved by
   * `body.setTransform(mesh.position, mesh.quaternion)`.
   */
  convex?: boolean;
}

const GEOMETRY_BODY_OPTIONS = [
  'friction',
  'open',
  'name',
  'group',
  'mask',
  'mergeTolerance',
  'convex',
];

/** Whether a value can be read as a BufferGeometry. */
export function isGeometry(value: unknown): value is GeometryLike {
  const { attributes, positions } = (value ?? {}) as Partial<GeometryLike & ClothOptions>;
  return typeof attributes === 'object' && attributes !== null && positions === undefined;
}

function requireGeometry(value: unknown): void {
  if (!isGeometry(value)) {
    check.refuse('geometry', `${check.shown(value)} is not a BufferGeometry`);
  }
}

/**
 * Reads a geometry, indexed or not, as the options of a cloth, in the place where its coordinates are. Attributes and
 * groups are kept for drawing, vertices that belong to no triangle are left out of the cloth. Throws `WeftError` for a geometry that cannot be a mesh of triangles.
 */
export function clothFromGeometry(
  geometry: GeometryLike,
  options: GeometryClothOptions = {},
): ClothOptions & { positions: Float32Array; indices: Uint32Array; drawn: DrawnMesh } {
  const { mergeTolerance, ...rest } = check.options('options', options, [
    ...CLOTH_OPTIONS,
    'mergeTolerance',
  ]);
  requireGeometry(geometry);
  const positions = readAttribute(geometry.attributes.position, 'position', 3);
  const drawnCount = positions.length / 3;
  const indices = readIndices(geometry.index, drawnCount);
  const mesh = withoutUnused(mergeVertices(positions, indices, mergeTolerance));
  const velocities = perVertex('velocities', options.velocities, 3, drawnCount);
  const material = perVertex('material', options.material, 2, drawnCount);
  return {
    ...rest,
    positions: mesh.positions,
    indices: mesh.indices,
    velocities: velocities && pick(velocities, 3, mesh),
    material: material && agreed(material, pick(material, 2, mesh), mesh),
    seams: mergedSeams(options.seams && check.wholes('seams', options.seams, { width: 2 }), mesh),
    pins: mergedPins(checkPins(options.pins), mesh),
    bands: mergedBands(options.bands && checkBands(options.bands), mesh),
    drawn: {
      vertices: mesh.merged.map((vertex) => (vertex === UNUSED ? 0 : vertex)),
      indices,
      attributes: readOthers(geometry, drawnCount),
      groups: readGroups(geometry).map(({ start, count, materialIndex }) => ({
        start,
        count,
        materialIndex,
      })),
    },
  };
}

/**
 * Reads a geometry, indexed or not, as the options of a body, in the place where its coordinates are. Throws `WeftError`
 * for a geometry that cannot be a mesh of triangles.
 */
export function bodyFromGeometry(
  geometry: GeometryLike,
  options: GeometryBodyOptions = {},
): BodyOptions {
  const given = check.options('options', options, GEOMETRY_BODY_OPTIONS);
  const { mergeTolerance, convex, ...rest } = given;
  requireGeometry(geometry);
  const drawn = readAttribute(geometry.attributes.position, 'position', 3);
  const corners = readIndices(geometry.index, drawn.length / 3);
  const { positions, indices } = mergeVertices(drawn, corners, mergeTolerance);
  const solid = convex !== undefined && check.flag('convex', convex);
  return { ...rest, positions, indices, ...(solid && shapeOfGeometry(geometry, positions)) };
}

/** An error about the merged mesh, as one about the geometry it was made from. */
export function inGeometry(error: unknown, drawn: DrawnMesh): unknown {
  if (!(error instanceof WeftError) || error.where !== 'positions' || error.element < 0) {
    return error;
  }
  const vertex = drawn.vertices.indexOf(error.element);
  const sentence = error.message.slice(error.code.length + 2);
  return new WeftError(
    error.code,
    `${sentence} (vertex ${vertex} of the geometry)`,
    error.where,
    vertex,
  );
}

/** Refuses what would be read past an end when it is drawn. */
export function checkDrawn(
  drawn: Pick<DrawnMesh, 'vertices' | 'indices'>,
  vertexCount: number,
): void {
  const { vertices, indices } = drawn;
  if (!(vertices instanceof Uint32Array && indices instanceof Uint32Array)) {
    throw new WeftError(
      'WEFT_ERROR_INVALID_ARGUMENT',
      'drawn: vertices and indices are to be Uint32Arrays.',
      'drawn',
    );
  }
  requireBelow('drawn.vertices', vertices, vertexCount);
  requireBelow('drawn.indices', indices, vertices.length);
}

function requireBelow(name: string, numbers: Uint32Array, limit: number): void {
  const bad = numbers.findIndex((number) => number >= limit);
  if (bad >= 0) {
    throw new WeftError(
      'WEFT_ERROR_INDEX_OUT_OF_RANGE',
      `${name}: entry ${bad} is ${numbers[bad]}, and there are ${limit} vertices.`,
      name,
      bad,
    );
  }
}

// Attributes may be interleaved or quantised; the accessors of three.js know how.
function readAttribute(attribute: unknown, name: string, width: number): Float32Array {
  if (!check.isAttribute(attribute) || attribute.itemSize !== width) {
    throw new WeftError(
      'WEFT_ERROR_INVALID_ARGUMENT',
      `geometry: it has no attribute "${name}" of ${width} numbers per vertex.`,
      'geometry',
    );
  }
  const values = new Float32Array(width * attribute.count);
  for (let i = 0; i < values.length; ++i) {
    values[i] = attribute.getComponent(Math.floor(i / width), i % width);
  }
  return values;
}

function readIndices(index: AttributeLike | null | undefined, vertexCount: number): Uint32Array {
  if (index !== null && index !== undefined && !check.isAttribute(index)) {
    check.refuse('geometry.index', `${check.shown(index)} is not a BufferAttribute`);
  }
  const count = index?.count ?? vertexCount;
  if (count % 3 !== 0) {
    check.refuse('geometry', `${count} corners are no whole number of triangles`);
  }
  const indices = index
    ? check.wholes('geometry.index', index, { width: 1 })
    : Uint32Array.from({ length: count }, (_, i) => i);
  requireBelow('geometry.index', indices, vertexCount);
  return indices;
}

function readGroups({ groups = [] }: Partial<GeometryLike>): GeometryLike['groups'] {
  if (!Array.isArray(groups)) {
    check.refuse('geometry.groups', `${check.shown(groups)} is not an array`);
  }
  const last = { least: 0, whole: true };
  (groups as GeometryLike['groups']).forEach((group, i) => {
    check.oneNumber(`geometry.groups[${i}].start`, group?.start, last);
    if (group.count !== Infinity) {
      check.oneNumber(`geometry.groups[${i}].count`, group.count, last);
    }
  });
  return groups;
}

// Normals come from the simulator, and tangents would not follow.
function readOthers(geometry: GeometryLike, count: number): DrawnMesh['attributes'] {
  const left = new Set(['position', 'normal', 'tangent']);
  const kept: Record<string, { values: Float32Array; width: number }> = {};
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    if (!left.has(name) && check.isAttribute(attribute) && attribute.count === count) {
      const width = attribute.itemSize;
      kept[name] = { values: readAttribute(attribute, name, width), width };
    }
  }
  return kept;
}

function perVertex(
  where: string,
  given: FloatsLike | undefined,
  width: number,
  count: number,
): Float32Array | undefined {
  return given && check.floats(where, given, { width, count });
}

// The rows of merged vertices, each that of its first drawn vertex.
function pick(rows: Float32Array, width: number, mesh: MergedMesh): Float32Array {
  const picked = new Float32Array(width * mesh.source.length);
  mesh.source.forEach((drawn, vertex) =>
    picked.set(rows.subarray(width * drawn, width * drawn + width), width * vertex),
  );
  return picked;
}

// Where panels of a pattern meet, one place has two material coordinates: that is a seam, not a vertex.
function agreed(
  rows: Float32Array,
  picked: Float32Array,
  { merged, source }: MergedMesh,
): Float32Array {
  for (let drawn = 0; drawn < merged.length; ++drawn) {
    for (let axis = 0; axis < 2 && merged[drawn] !== UNUSED; ++axis) {
      if (!(Math.abs(rows[2 * drawn + axis] - picked[2 * merged[drawn] + axis]) <= 1e-6)) {
        throw new WeftError(
          'WEFT_ERROR_INVALID_ARGUMENT',
          `material: vertices ${source[merged[drawn]]} and ${drawn} are at one place with different material ` +
            'coordinates. Pass arrays instead of a geometry, and sew such vertices with `seams`.',
          'material',
          drawn,
        );
      }
    }
  }
  return picked;
}

function mergedVertex(name: string, element: number, vertex: number, mesh: MergedMesh): number {
  const merged = mesh.merged[vertex];
  if (merged === undefined || merged === UNUSED) {
    const why = merged
      ? 'which belongs to no triangle'
      : `and the geometry has ${mesh.merged.length}`;
    throw new WeftError(
      'WEFT_ERROR_INDEX_OUT_OF_RANGE',
      `${name}: entry ${element} names vertex ${vertex}, ${why}.`,
      name,
      element,
    );
  }
  return merged;
}

const UNUSED = 0xffffffff;

// Geometries share buffers, and what belongs to no triangle has no mass: such vertices are left out of the cloth.
function withoutUnused(mesh: MergedMesh): MergedMesh {
  const numbers = new Uint32Array(mesh.source.length).fill(UNUSED);
  mesh.indices.forEach((vertex) => (numbers[vertex] = 0));
  const kept = mesh.source.filter((_, vertex) => numbers[vertex] !== UNUSED);
  let next = 0;
  numbers.forEach((number, vertex) => (numbers[vertex] = number === UNUSED ? UNUSED : next++));
  return {
    ...mesh,
    positions: mesh.positions.filter((_, i) => numbers[Math.floor(i / 3)] !== UNUSED),
    indices: mesh.indices.map((vertex) => numbers[vertex]),
    source: kept,
    merged: mesh.merged.map((vertex) => numbers[vertex]),
  };
}

// What is merged already needs no sewing.
function mergedSeams(seams: Uint32Array | undefined, mesh: MergedMesh): Uint32Array | undefined {
  const kept: number[] = [];
  for (let i = 0; seams && i + 1 < seams.length; i += 2) {
    const [a, b] = [0, 1].map((side) => mergedVertex('seams', i / 2, seams[i + side], mesh));
    if (a !== b) {
      kept.push(a, b);
    }
  }
  return seams && Uint32Array.from(kept);
}

// A piece whose ends are merged has no length.
function mergedBands(bands: ClothOptions['bands'], mesh: MergedMesh): ClothOptions['bands'] {
  return bands
    ?.map((band, i) => {
      const [a, b] = band.vertices.map((vertex) => mergedVertex('bands', i, vertex, mesh));
      return { ...band, vertices: [a, b] as const };
    })
    .filter(({ vertices: [a, b] }) => a !== b);
}

// Two pins on one place hold it as the first does.
function mergedPins(pins: ClothOptions['pins'], mesh: MergedMesh): ClothOptions['pins'] {
  const held = new Set<number>();
  return pins
    ?.map((pin, i) => ({ ...pin, vertex: mergedVertex('pins', i, pin.vertex, mesh) }))
    .filter(({ vertex }) => !held.has(vertex) && held.add(vertex));
}
