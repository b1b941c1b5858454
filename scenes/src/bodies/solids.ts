// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Primitive bodies: closed, manifold, facing outward, about their own origin. Sizes in metres.
import { cos, PI, sin } from '../math/trig.js';
import { arc, lathe } from './lathe.js';
import type { Mesh } from './mesh.js';

/** A sphere: an icosahedron whose triangles are quartered `detail` times. */
export function sphere(radius: number, detail: number): Mesh {
  const g = (1 + Math.sqrt(5)) / 2;
  const points: number[][] = [];
  for (const s of [1, -1]) {
    for (const t of [g, -g]) points.push([s, t, 0], [0, s, t], [t, 0, s]);
  }
  const unit = points.map(normalise);
  let triangles = hullOfIcosahedron(unit);
  for (let d = 0; d < detail; d++) triangles = quarter(unit, triangles);
  return { positions: unit.flatMap((p) => p.map((x) => x * radius)), triangles: triangles.flat() };
}

/** The twenty faces: triples of mutual neighbours, turned outward. */
function hullOfIcosahedron(points: number[][]): number[][] {
  const near = (a: number[], b: number[]) => dot(a, b) > 0.4 && dot(a, b) < 0.5;
  const faces: number[][] = [];
  for (let i = 0; i < 12; i++) {
    for (let j = i + 1; j < 12; j++) {
      for (let k = j + 1; k < 12; k++) {
        const [a, b, c] = [points[i], points[j], points[k]];
        if (!near(a, b) || !near(b, c) || !near(a, c)) continue;
        const outward = dot(cross(a, b), c) > 0;
        faces.push(outward ? [i, j, k] : [i, k, j]);
      }
    }
  }
  return faces;
}

function quarter(points: number[][], triangles: number[][]): number[][] {
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * 1e6 + Math.max(a, b);
    let m = middles.get(key);
    if (m === undefined) {
      m = points.length;
      points.push(normalise(points[a].map((x, i) => x + points[b][i])));
      middles.set(key, m);
    }
    return m;
  };
  return triangles.flatMap(([a, b, c]) => {
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    return [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ];
  });
}

/** A torus about Y: `ring` to the middle of the tube, `tube` its radius. */
export function torus(ring: number, tube: number, around: number, across: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const at = (i: number, j: number) => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const a = (2 * PI * i) / around;
      const b = (2 * PI * j) / across;
      const r = ring + tube * cos(b);
      positions.push(r * cos(a), tube * sin(b), r * sin(a));
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j + 1));
      triangles.push(at(i, j), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  return { positions, triangles };
}

/** A cone: base at y = 0, tip rounded with `tip`, rim rounded with `rim`. */
export function cone(radius: number, height: number, segments: number, rings: number): Mesh {
  const profile: [number, number][] = [[0, 0]];
  for (let k = 1; k <= rings; k++) profile.push([(radius * k) / rings, 0]);
  for (let k = 1; k < rings; k++) {
    profile.push([radius * (1 - k / rings), (height * k) / rings]);
  }
  profile.push([0, height]);
  return lathe(profile, segments);
}

/** A capsule along Y about its middle: `length` without the caps. */
export function capsule(radius: number, length: number, segments: number, rings: number): Mesh {
  const low = arc(0, -length / 2, radius, -PI / 2, 0, rings);
  const high = arc(0, length / 2, radius, 0, PI / 2, rings);
  const profile: [number, number][] = [...low, ...high];
  profile[0] = [0, -length / 2 - radius];
  profile[profile.length - 1] = [0, length / 2 + radius];
  return lathe(profile, segments);
}

/** A round table top: its upper face at y = 0, with a rounded rim. */
export function table(radius: number, thickness: number, segments: number, rings: number): Mesh {
  const fillet = thickness / 2;
  const flat = radius - fillet;
  const profile: [number, number][] = [[0, -thickness]];
  for (let k = 1; k < rings; k++) profile.push([(flat * k) / rings, -thickness]);
  profile.push(...arc(flat, -fillet, fillet, -PI / 2, PI / 2, 6));
  for (let k = rings - 1; k > 0; k--) profile.push([(flat * k) / rings, 0]);
  profile.push([0, 0]);
  return lathe(profile, segments);
}

function dot(a: number[], b: number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function normalise(p: number[]): number[] {
  const length = Math.sqrt(dot(p, p));
  return p.map((x) => x / length);
}
