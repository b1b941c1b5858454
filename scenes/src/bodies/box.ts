// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A box with rounded edges: points on the faces of a box, pulled onto the rounding by their distance from the
// inner box. Cubes, floors and planes to slide on are boxes.
import type { Mesh } from './mesh.js';
import type { Vec3 } from '../math/vec3.js';

/** A box of `size`, its middle at the origin, edges rounded with `rounding`, faces cut into `cells`. */
export function box(size: Vec3, rounding: number, cells: Vec3): Mesh {
  const lines = size.map((s, axis) => gridLines(s / 2, rounding, cells[axis]));
  const index = new Map<string, number>();
  const positions: number[] = [];
  const triangles: number[] = [];
  const vertex = (p: number[]): number => {
    const key = p.join();
    let i = index.get(key);
    if (i === undefined) {
      i = positions.length / 3;
      positions.push(...rounded(p, size, rounding));
      index.set(key, i);
    }
    return i;
  };
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) addFace(axis, side, lines, vertex, triangles);
  }
  return { positions, triangles };
}

/** Coordinates of the grid lines: even cells inside, three within each rounding. */
function gridLines(half: number, rounding: number, cells: number): number[] {
  const inner = half - rounding;
  const lines: number[] = [];
  for (let i = 0; i <= cells; i++) lines.push(-inner + (2 * inner * i) / cells);
  if (rounding === 0) return lines;
  const steps = [0.4, 0.75, 1];
  const low = steps.map((s) => -inner - rounding * s).reverse();
  return [...low, ...lines, ...steps.map((s) => inner + rounding * s)];
}

function addFace(
  axis: number,
  side: number,
  lines: number[][],
  vertex: (p: number[]) => number,
  triangles: number[],
): void {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const level = side < 0 ? lines[axis][0] : lines[axis][lines[axis].length - 1];
  const at = (i: number, j: number): number => {
    const p = [0, 0, 0];
    p[axis] = level;
    p[u] = lines[u][i];
    p[v] = lines[v][j];
    return vertex(p);
  };
  for (let i = 0; i + 1 < lines[u].length; i++) {
    for (let j = 0; j + 1 < lines[v].length; j++) {
      const quad = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      const [a, b, c, d] = side > 0 ? quad : [quad[0], quad[3], quad[2], quad[1]];
      triangles.push(a, b, c, a, c, d);
    }
  }
}

function rounded(p: number[], size: Vec3, rounding: number): number[] {
  if (rounding === 0) return p;
  const inner = p.map((x, k) =>
    Math.min(Math.max(x, rounding - size[k] / 2), size[k] / 2 - rounding),
  );
  const d = p.map((x, k) => x - inner[k]);
  const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  return inner.map((x, k) => x + (d[k] * rounding) / length);
}
