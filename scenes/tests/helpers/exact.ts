// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Exact geometry for tests: coordinates are multiples of 2^-20 m, so whole numbers; signs of volumes are computed in
// double precision with an error bound and, when that does not decide, in big integers.

export interface IntegerMesh {
  /** Whole multiples of 2^-20 m, three a vertex. */
  points: Float64Array;
  triangles: Uint32Array;
}

/** A mesh in whole numbers. */
export function toIntegers(positions: ArrayLike<number>, triangles: Uint32Array): IntegerMesh {
  const points = Float64Array.from(positions, (x) => Math.round(x * 2 ** 20));
  return { points, triangles };
}

/** Sign of the volume of the tetrahedron a b c d, each an index times 3 into its list. */
function orient(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  c: number,
  d: number,
): number {
  const [x, y, z] = [p[a], p[a + 1], p[a + 2]];
  const [u0, u1, u2] = [q[b] - x, q[b + 1] - y, q[b + 2] - z];
  const [v0, v1, v2] = [q[c] - x, q[c + 1] - y, q[c + 2] - z];
  const [w0, w1, w2] = [q[d] - x, q[d + 1] - y, q[d + 2] - z];
  const det = u0 * (v1 * w2 - v2 * w1) + u1 * (v2 * w0 - v0 * w2) + u2 * (v0 * w1 - v1 * w0);
  const flat = Math.max(Math.abs(u0), Math.abs(u1), Math.abs(v0), Math.abs(v1));
  const deep = Math.max(Math.abs(u2), Math.abs(v2), Math.abs(w2));
  const size = Math.max(flat, deep, Math.abs(w0), Math.abs(w1));
  if (Math.abs(det) > size * size * size * 1e-14) return Math.sign(det);
  const [U, V, W] = [
    [u0, u1, u2],
    [v0, v1, v2],
    [w0, w1, w2],
  ].map((t) => t.map(BigInt));
  const exact =
    U[0] * (V[1] * W[2] - V[2] * W[1]) +
    U[1] * (V[2] * W[0] - V[0] * W[2]) +
    U[2] * (V[0] * W[1] - V[1] * W[0]);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

const CELL = 2 ** 15;

/** Corners of triangles, an index times 3 each, and the boxes round them: three least and three greatest numbers. */
function boxed({ points, triangles }: IntegerMesh) {
  const corners = triangles.map((v) => 3 * v);
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((i) => points[corners[3 * t + i] + k]);
      boxes[6 * t + k] = Math.min(a, b, c);
      boxes[6 * t + 3 + k] = Math.max(a, b, c);
    }
  }
  return { corners, boxes, count: triangles.length / 3 };
}

/** Numbers of the cells that a box has a part of. */
function cellsOf(boxes: Float64Array, t: number): number[] {
  const [low, high] = [0, 3].map((k) => [0, 1, 2].map((i) => boxes[6 * t + k + i]));
  const [first, last] = [low, high].map((at) => at.map((x) => Math.floor(x / CELL) + 2 ** 15));
  const out: number[] = [];
  for (let x = first[0]; x <= last[0]; x++)
    for (let y = first[1]; y <= last[1]; y++)
      for (let z = first[2]; z <= last[2]; z++) out.push((x * 2 ** 16 + y) * 2 ** 16 + z);
  return out;
}

function boxesMeet(a: Float64Array, s: number, b: Float64Array, t: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (a[6 * s + k] > b[6 * t + 3 + k] || b[6 * t + k] > a[6 * s + 3 + k]) return false;
  }
  return true;
}

/** How often an edge of one mesh meets a triangle of the other, touching included; own neighbours are left out. */
export function meetings(a: IntegerMesh, b: IntegerMesh): number {
  const buckets = new Map<number, number[]>();
  const [ours, theirs] = [boxed(a), boxed(b)];
  for (let t = 0; t < theirs.count; t++) {
    for (const key of cellsOf(theirs.boxes, t)) {
      const bucket = buckets.get(key);
      if (bucket) bucket.push(t);
      else buckets.set(key, [t]);
    }
  }
  let found = 0;
  for (let t = 0; t < ours.count; t++) {
    const own = ours.corners.subarray(3 * t, 3 * t + 3);
    const candidates = new Set(cellsOf(ours.boxes, t).flatMap((key) => buckets.get(key) ?? []));
    for (const other of candidates) {
      if (!boxesMeet(ours.boxes, t, theirs.boxes, other)) continue;
      const those = theirs.corners.subarray(3 * other, 3 * other + 3);
      if (a === b && own.some((i) => those.includes(i))) continue;
      for (let k = 0; k < 3; k++) {
        if (edgeMeets(a, own[k], own[(k + 1) % 3], b, those)) found++;
      }
    }
  }
  return found;
}

function edgeMeets(
  a: IntegerMesh,
  p: number,
  q: number,
  b: IntegerMesh,
  [i, j, k]: Uint32Array,
): boolean {
  const [sp, sq] = [orient(a.points, p, b.points, i, j, k), orient(a.points, q, b.points, i, j, k)];
  if (sp === 0 && sq === 0) return flatMeets(a.points, p, q, b.points, [i, j, k]);
  if (sp === sq) return false;
  // the line p q against the three sides
  const line = (u: number, v: number): number => {
    const points = Float64Array.of(
      ...a.points.subarray(q, q + 3),
      ...b.points.subarray(u, u + 3),
      ...b.points.subarray(v, v + 3),
    );
    return orient(a.points, p, points, 0, 3, 6);
  };
  const signs = [line(i, j), line(j, k), line(k, i)];
  return !(signs.includes(1) && signs.includes(-1));
}

/** The same in one plane: seen along the axis in which the triangle is widest. */
function flatMeets(a: Float64Array, p: number, q: number, b: Float64Array, t: number[]): boolean {
  const at = (list: Float64Array, i: number) => [0, 1, 2].map((k) => BigInt(list[i + k]));
  const [P, Q] = [at(a, p), at(a, q)];
  const T = t.map((i) => at(b, i));
  const area = (u: bigint[], v: bigint[], w: bigint[], [x, y]: number[]): bigint =>
    (v[x] - u[x]) * (w[y] - u[y]) - (v[y] - u[y]) * (w[x] - u[x]);
  const axes = [
    [0, 1],
    [1, 2],
    [2, 0],
  ].reduce((best, ax) => {
    const abs = (n: bigint) => (n < 0n ? -n : n);
    return abs(area(T[0], T[1], T[2], ax)) > abs(area(T[0], T[1], T[2], best)) ? ax : best;
  });
  const sign = (n: bigint) => (n > 0n ? 1 : n < 0n ? -1 : 0);
  const side = (u: bigint[], v: bigint[], w: bigint[]) => sign(area(u, v, w, axes));
  const within = (c: bigint[]) => {
    const s = [0, 1, 2].map((k) => side(T[k], T[(k + 1) % 3], c));
    return !(s.includes(1) && s.includes(-1));
  };
  if (within(P) || within(Q)) return true;
  return [0, 1, 2].some((k) => {
    const [u, v] = [T[k], T[(k + 1) % 3]];
    return side(P, Q, u) * side(P, Q, v) < 0 && side(u, v, P) * side(u, v, Q) < 0;
  });
}

/** Winding number of a closed mesh about a point: 0 outside, 1 inside; van Oosterom, Strackee 1983. */
export function windingNumber({ points, triangles }: IntegerMesh, p: ArrayLike<number>): number {
  let total = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      [0, 1, 2].map((i) => points[3 * triangles[t + k] + i] - p[i]),
    );
    const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(...v));
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    const below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    total += 2 * Math.atan2(det, below);
  }
  return total / (4 * Math.PI);
}
