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
  const u = [0, 1, 2].map((k) => q[b + k] - p[a + k]);
  const v = [0, 1, 2].map((k) => q[c + k] - p[a + k]);
  const w = [0, 1, 2].map((k) => q[d + k] - p[a + k]);
  const terms = [
    u[0] * (v[1] * w[2] - v[2] * w[1]),
    u[1] * (v[2] * w[0] - v[0] * w[2]),
    u[2] * (v[0] * w[1] - v[1] * w[0]),
  ];
  const det = terms[0] + terms[1] + terms[2];
  const size = Math.max(...[...u, ...v, ...w].map(Math.abs));
  if (Math.abs(det) > size * size * size * 1e-14) return Math.sign(det);
  const [U, V, W] = [u, v, w].map((t) => t.map(BigInt));
  const exact =
    U[0] * (V[1] * W[2] - V[2] * W[1]) +
    U[1] * (V[2] * W[0] - V[0] * W[2]) +
    U[2] * (V[0] * W[1] - V[1] * W[0]);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** How often an edge of one mesh meets a triangle of the other, touching included; own neighbours are left out. */
export function meetings(a: IntegerMesh, b: IntegerMesh): number {
  const buckets = new Map<string, number[]>();
  const CELL = 2 ** 15;
  const corners = (m: IntegerMesh, t: number) => [0, 1, 2].map((k) => 3 * m.triangles[3 * t + k]);
  const cells = (m: IntegerMesh, at: number[]): string[] => {
    const range = [0, 1, 2].map((k) => {
      const xs = at.map((i) => m.points[i + k]);
      return [Math.floor(Math.min(...xs) / CELL), Math.floor(Math.max(...xs) / CELL)];
    });
    const out: string[] = [];
    for (let x = range[0][0]; x <= range[0][1]; x++)
      for (let y = range[1][0]; y <= range[1][1]; y++)
        for (let z = range[2][0]; z <= range[2][1]; z++) out.push(`${x},${y},${z}`);
    return out;
  };
  for (let t = 0; t < b.triangles.length / 3; t++) {
    for (const key of cells(b, corners(b, t))) buckets.set(key, [...(buckets.get(key) ?? []), t]);
  }
  let found = 0;
  for (let t = 0; t < a.triangles.length / 3; t++) {
    const own = corners(a, t);
    const candidates = new Set(cells(a, own).flatMap((key) => buckets.get(key) ?? []));
    for (const other of candidates) {
      const theirs = corners(b, other);
      if (a === b && own.some((i) => theirs.includes(i))) continue;
      for (let k = 0; k < 3; k++) {
        if (edgeMeets(a, own[k], own[(k + 1) % 3], b, theirs)) found++;
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
  [i, j, k]: number[],
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
