// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Closed surfaces of revolution about Y: cone and round table. A profile runs from the axis at the bottom,
// outward and up, back to the axis at the top.
import { cos, PI, sin } from '../math/trig.js';
import type { Mesh } from './mesh.js';

/** Turns a profile of (radius, height) into a closed mesh; its first and last point lie on the axis. */
export function lathe(profile: [number, number][], segments: number): Mesh {
  const positions: number[] = [0, profile[0][1], 0];
  const rings = profile.slice(1, -1);
  for (const [r, y] of rings) {
    for (let s = 0; s < segments; s++) {
      const a = (2 * PI * s) / segments;
      positions.push(r * cos(a), y, r * sin(a));
    }
  }
  positions.push(0, profile[profile.length - 1][1], 0);
  return { positions, triangles: latheTriangles(rings.length, segments) };
}

function latheTriangles(rings: number, segments: number): number[] {
  const top = 1 + rings * segments;
  const at = (ring: number, s: number) => 1 + ring * segments + (s % segments);
  const triangles: number[] = [];
  for (let s = 0; s < segments; s++) {
    triangles.push(0, at(0, s), at(0, s + 1));
    for (let k = 0; k + 1 < rings; k++) {
      triangles.push(at(k, s), at(k + 1, s), at(k + 1, s + 1));
      triangles.push(at(k, s), at(k + 1, s + 1), at(k, s + 1));
    }
    triangles.push(at(rings - 1, s), top, at(rings - 1, s + 1));
  }
  return triangles;
}

/** A quarter arc of a rim: `steps` + 1 points about (r, y) with radius `fillet`, from angle a0 to a1. */
export function arc(
  r: number,
  y: number,
  fillet: number,
  a0: number,
  a1: number,
  steps: number,
): [number, number][] {
  const points: [number, number][] = [];
  for (let i = 0; i <= steps; i++) {
    const a = a0 + ((a1 - a0) * i) / steps;
    points.push([r + fillet * cos(a), y + fillet * sin(a)]);
  }
  return points;
}
