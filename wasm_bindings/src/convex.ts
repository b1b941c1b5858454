// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Bodies that are convex solids: what is asked for, and a mesh that shows it where none is given. Cloth meets the solid,
// which is exact; the mesh is drawn and carries it.
import * as check from './checks.js';
import type { BodyOptions } from './types.js';

/** A convex solid about the origin, y up, in metres. */
export type ConvexShape =
  | { sphere: { radius: number } }
  /** `length` of its straight part, without the caps. */
  | { capsule: { radius: number; length: number } }
  /** Whole lengths along x, y and z. */
  | { box: { size: readonly [number, number, number] } }
  /** The tip is at half the height, the base as far below. */
  | { cone: { radius: number; height: number } }
  /** All that is below y = 0, without end; a square of `size`, 4 m by default, is drawn. */
  | { plane: { size?: number } }
  /** The hull of the mesh that is given with it, of 4 to 64 vertices. */
  | { hull: Record<string, never> };

/** What the core is told of a shape. @internal */
export interface ShapeFields {
  kind: number;
  radius?: number;
  half?: number[];
  rotation?: number[];
}

/** A mesh of plain numbers. */
interface Mesh {
  positions: number[];
  indices: number[];
}

const KINDS = ['sphere', 'capsule', 'box', 'cone', 'plane', 'hull'] as const;
type Kind = (typeof KINDS)[number];
const FIELDS: Record<Kind, string[]> = {
  sphere: ['radius'],
  capsule: ['radius', 'length'],
  box: ['size'],
  cone: ['radius', 'height'],
  plane: ['size'],
  hull: [],
};
const AROUND = 32;
const ROUND_ROWS = 8; // of a quarter turn
const DRAWN_SIZE = 4; // m, of a plane

/** A shape as it was given: which one, and its numbers. */
function read(given: ConvexShape): { kind: Kind; values: Record<string, unknown> } {
  const keys = Object.keys(check.options('shape', given, [...KINDS]));
  if (keys.length !== 1) {
    check.refuse('shape', `it names ${keys.length} of ${KINDS.join(', ')}, not one`);
  }
  const kind = keys[0] as Kind;
  const values = (given as unknown as Record<string, object>)[kind];
  return { kind, values: check.options(`shape.${kind}`, values, FIELDS[kind]) as never };
}

function half(where: string, value: unknown): number {
  return check.oneNumber(where, value) / 2;
}

/** The fields of a shape in the core, whose lengths the core checks. @internal */
export function shapeFields(given: ConvexShape): ShapeFields {
  const { kind, values } = read(given);
  const number = KINDS.indexOf(kind) + 1;
  const { radius, length, height, size } = values;
  const where = (name: string) => `shape.${kind}.${name}`;
  switch (kind) {
    case 'sphere':
      return { kind: number, radius: check.oneNumber(where('radius'), radius) };
    case 'capsule':
    case 'cone': {
      const [name, value] = kind === 'cone' ? ['height', height] : ['length', length];
      const along = half(where(name as string), value);
      const round = check.oneNumber(where('radius'), radius);
      return { kind: number, radius: round, half: [0, along, 0] };
    }
    case 'box':
      return { kind: number, half: check.vector(where('size'), size).map((x) => x / 2) };
    default:
      return { kind: number };
  }
}

/** A mesh that shows a shape; undefined for a hull, which is made of one. @internal */
export function shapeMesh(given: ConvexShape): Mesh | undefined {
  const { kind, values } = read(given);
  const { radius, half: [x, y, z] = [0, 0, 0] } = shapeFields(given);
  const r = radius ?? 0;
  switch (kind) {
    case 'sphere':
      return turn([...cap(r, 0, 1), ...cap(r, 0, -1).slice(1)]);
    case 'capsule':
      return turn([...cap(r, y, 1), ...cap(r, -y, -1)]);
    case 'cone':
      return turn([
        [0, y],
        [r, -y],
        [0, -y],
      ]);
    case 'box':
      return box(x, y, z);
    case 'plane':
      return square(half('shape.plane.size', values.size ?? DRAWN_SIZE));
    default:
      return undefined;
  }
}

/** Half a circle's quarter from a pole to the equator (`side` 1) or back: distance from the axis, height. */
function cap(radius: number, middle: number, side: 1 | -1): [number, number][] {
  const rows: [number, number][] = [];
  for (let k = 0; k <= ROUND_ROWS; ++k) {
    const angle = (Math.PI / 2) * (side === 1 ? k / ROUND_ROWS : 1 - k / ROUND_ROWS);
    const out = angle === 0 ? 0 : radius * Math.sin(angle);
    rows.push([out, middle + side * radius * Math.cos(angle)]);
  }
  return rows;
}

/** A surface of revolution about y of a profile from top to bottom that begins and ends on the axis. */
function turn(profile: [number, number][]): Mesh {
  const positions: number[] = [];
  const first: number[] = [];
  for (const [out, y] of profile) {
    first.push(positions.length / 3);
    for (let i = 0; i < (out === 0 ? 1 : AROUND); ++i) {
      const angle = (2 * Math.PI * i) / AROUND;
      positions.push(out * Math.cos(angle), y, out * Math.sin(angle));
    }
  }
  const at = (row: number, i: number) => first[row] + (profile[row][0] === 0 ? 0 : i % AROUND);
  const indices: number[] = [];
  for (let row = 0; row + 1 < profile.length; ++row) {
    for (let i = 0; i < AROUND; ++i) {
      const [a, b] = [at(row, i), at(row, i + 1)];
      const [c, d] = [at(row + 1, i + 1), at(row + 1, i)];
      if (a !== b) indices.push(a, b, c);
      if (c !== d) indices.push(a, c, d);
    }
  }
  return { positions, indices };
}

function box(x: number, y: number, z: number): Mesh {
  const positions: number[] = [];
  for (let k = 0; k < 8; ++k) positions.push(k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z);
  const quads = [
    [1, 3, 7, 5],
    [0, 4, 6, 2],
    [2, 6, 7, 3],
    [0, 1, 5, 4],
    [4, 5, 7, 6],
    [0, 2, 3, 1],
  ];
  return { positions, indices: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

function square(size: number): Mesh {
  const s = size;
  return { positions: [-s, 0, -s, -s, 0, s, s, 0, s, s, 0, -s], indices: [0, 1, 2, 0, 2, 3] };
}

/** What is read of the geometries of three.js that are solids. */
interface Parameters {
  radius?: number;
  height?: number;
  length?: number;
  width?: number;
  depth?: number;
}

type Placed = Pick<BodyOptions, 'shape' | 'shapeCenter' | 'shapeRotation'>;

/**
 * The solid that a geometry of three.js was made as: SphereGeometry, CapsuleGeometry, BoxGeometry, ConeGeometry and
 * PlaneGeometry tell, of others it is the hull of their vertices. @internal
 */
export function shapeOfGeometry(geometry: object, positions: ArrayLike<number>): Placed {
  const { type = '', parameters } = geometry as { type?: string; parameters?: Parameters };
  if (parameters && type === 'PlaneGeometry') {
    return facing(positions);
  }
  const shape = parameters && shapeOf(type, parameters);
  if (!shape) {
    return { shape: { hull: {} } };
  }
  const off = farthestOff(shape, positions);
  if (!(off <= 1e-3)) {
    const moved = 'its vertices were moved after it was made; place the body with setTransform';
    check.refuse('geometry', `${moved}, or leave out convex`);
  }
  return { shape };
}

function shapeOf(type: string, given: Parameters): ConvexShape | undefined {
  const { radius = NaN, height = NaN, length = height, width = NaN, depth = NaN } = given;
  switch (type) {
    case 'SphereGeometry':
      return { sphere: { radius } };
    case 'CapsuleGeometry':
      return { capsule: { radius, length } };
    case 'BoxGeometry':
      return { box: { size: [width, height, depth] } };
    case 'ConeGeometry':
      return { cone: { radius, height } };
    default:
      return undefined;
  }
}

/** How far a vertex is from the surface of a shape at most, as a part of its size. */
function farthestOff(shape: ConvexShape, positions: ArrayLike<number>): number {
  const { radius: r = 0, half: [x, y, z] = [0, 0, 0] } = shapeFields(shape);
  const kind = read(shape).kind;
  const size = Math.max(r, x, y, z);
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [px, py, pz] = [positions[i], positions[i + 1], positions[i + 2]];
    const out = Math.hypot(px, pz);
    const slope = ((y - py) * r) / (2 * y);
    const over =
      kind === 'box'
        ? Math.max(Math.abs(px) - x, Math.abs(py) - y, Math.abs(pz) - z)
        : kind === 'cone'
          ? Math.max(out - slope, -y - py)
          : Math.hypot(out, py - Math.min(Math.max(py, -y), y)) - r;
    most = Math.max(most, Math.abs(over));
  }
  return most / size;
}

/** The plane of flat vertices: a PlaneGeometry may have been turned, to lie, say. */
function facing(positions: ArrayLike<number>): Placed {
  const at = (i: number) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
  const [a, b, c] = [at(0), at(1), at(positions.length / 3 - 1)];
  const u = b.map((x, k) => x - a[k]);
  const w = c.map((x, k) => x - a[k]);
  const cross = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
  const length = -Math.hypot(...cross); // the first row goes to the right, the last is below it
  const [x, y, z] = cross.map((k) => k / length);
  // The shortest turn from y to there.
  const q = y > -0.9999 ? [z, 0, -x, 1 + y] : [1, 0, 0, 0];
  const unit = Math.hypot(...q);
  return { shape: { plane: {} }, shapeCenter: a, shapeRotation: q.map((k) => k / unit) };
}
