// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A triangle mesh while it is gathered and repaired. Every vertex remembers which of the caller's vertices it
// comes from, and every triangle which of the caller's triangles, so that skins carry over and reports can point.

/** What a vertex is made of: the caller's vertices and their shares, which sum to 1. */
export type Blend = readonly (readonly [vertex: number, share: number])[];

/** A mesh of triangles. */
export interface Surface {
  /** 3 per vertex, m. */
  positions: number[];
  /** Per vertex. */
  blends: Blend[];
  /** 3 per triangle. */
  triangles: number[];
  /** Per triangle: the caller's triangle, or -1 for one that closes a hole. */
  origins: number[];
}

/** A point or direction. */
export type Triple = readonly [number, number, number];

/** The surface of positions and corners as they are: every vertex and triangle comes from itself. */
export function surfaceOf(positions: ArrayLike<number>, triangles: ArrayLike<number>): Surface {
  const vertexCount = positions.length / 3;
  return {
    positions: Array.from(positions),
    blends: Array.from({ length: vertexCount }, (_, vertex) => [[vertex, 1]]),
    triangles: Array.from(triangles),
    origins: Array.from({ length: triangles.length / 3 }, (_, triangle) => triangle),
  };
}

/** Place of a vertex. */
export function pointAt(positions: ArrayLike<number>, vertex: number): Triple {
  return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
}

export const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Twice the area of a triangle along its normal. */
export function areaNormal(positions: ArrayLike<number>, a: number, b: number, c: number): Triple {
  const from = pointAt(positions, a);
  return cross(minus(pointAt(positions, b), from), minus(pointAt(positions, c), from));
}

/** Area of a triangle, m2. */
export function areaOf(positions: ArrayLike<number>, a: number, b: number, c: number): number {
  return 0.5 * Math.hypot(...areaNormal(positions, a, b, c));
}

/** Six times the volume between a triangle and the origin, m3. */
export function volumeOf(positions: ArrayLike<number>, a: number, b: number, c: number): number {
  return dot(pointAt(positions, a), cross(pointAt(positions, b), pointAt(positions, c)));
}

/** The middle of several vertices, weighed alike; `blend` says what it is made of. */
export function middleOf(surface: Surface, vertices: readonly number[]) {
  const share = 1 / vertices.length;
  const place = [0, 0, 0];
  const shares = new Map<number, number>();
  for (const vertex of vertices) {
    pointAt(surface.positions, vertex).forEach((value, axis) => (place[axis] += share * value));
    for (const [source, part] of surface.blends[vertex]) {
      shares.set(source, (shares.get(source) ?? 0) + share * part);
    }
  }
  return { place, blend: [...shares] as Blend };
}

/** Appends a vertex and returns its number. */
export function addVertex(surface: Surface, place: ArrayLike<number>, blend: Blend): number {
  surface.positions.push(place[0], place[1], place[2]);
  surface.blends.push(blend);
  return surface.blends.length - 1;
}

/** Keeps the triangles for which `keep` says so. */
export function keepTriangles(surface: Surface, keep: (triangle: number) => boolean): void {
  let to = 0;
  for (let triangle = 0; triangle < surface.origins.length; ++triangle) {
    if (keep(triangle)) {
      surface.triangles[3 * to] = surface.triangles[3 * triangle];
      surface.triangles[3 * to + 1] = surface.triangles[3 * triangle + 1];
      surface.triangles[3 * to + 2] = surface.triangles[3 * triangle + 2];
      surface.origins[to] = surface.origins[triangle];
      ++to;
    }
  }
  surface.triangles.length = 3 * to;
  surface.origins.length = to;
}

/** Reverses a triangle's front. */
export function turnTriangle(surface: Surface, triangle: number): void {
  const { triangles } = surface;
  const second = triangles[3 * triangle + 1];
  triangles[3 * triangle + 1] = triangles[3 * triangle + 2];
  triangles[3 * triangle + 2] = second;
}
