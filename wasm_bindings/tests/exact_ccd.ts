// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Continuous collision queries in whole numbers of any size, decided exactly, by another way than the core's. Features
// meet when a triangle of differences D_i(t) of their points has the origin (two edges: one of two triangles). The first
// time that it does is 0, or a root of det(D0, D1, D2), of a component of some D_i x D_j or of some D_i. A root is kept
// as a polynomial without double roots and a dyadic interval; whether another polynomial vanishes there is a question of
// common divisors. The same idea serves tests/exact_ccd.c, in 128 bits.

/** Coefficients, lowest first, without zeros at the end; empty for zero. */
type Poly = bigint[];
type Point = readonly [bigint, bigint, bigint];

/** Two points in time, start and end, of four points. */
export type ExactQuery = readonly [readonly Point[], readonly Point[]];

const abs = (a: bigint) => (a < 0n ? -a : a);
const sign = (a: bigint) => (a > 0n ? 1 : a < 0n ? -1 : 0);

function trim(p: Poly): Poly {
  while (p.length > 0 && p[p.length - 1] === 0n) {
    p.pop();
  }
  return p;
}

function times(a: Poly, b: Poly): Poly {
  const p: Poly = new Array(Math.max(a.length + b.length - 1, 0)).fill(0n);
  a.forEach((x, i) => b.forEach((y, j) => (p[i + j] += x * y)));
  return trim(p);
}

function plus(a: Poly, b: Poly, factor = 1n): Poly {
  const p: Poly = new Array(Math.max(a.length, b.length)).fill(0n);
  return trim(p.map((_, i) => (a[i] ?? 0n) + factor * (b[i] ?? 0n)));
}

const derivative = (p: Poly): Poly => p.slice(1).map((c, i) => c * BigInt(i + 1));

function gcdOf(a: bigint, b: bigint): bigint {
  while (b) {
    [a, b] = [b, a % b];
  }
  return abs(a);
}

function primitive(p: Poly): Poly {
  const content = p.reduce(gcdOf, 0n);
  return content > 1n ? p.map((c) => c / content) : p;
}

/** Quotient and remainder, up to factors. */
function divide(a: Poly, b: Poly): [Poly, Poly] {
  const lead = b[b.length - 1];
  let [rest, quotient]: [Poly, Poly] = [a, []];
  while (rest.length >= b.length) {
    const term: Poly = [...new Array(rest.length - b.length).fill(0n), rest[rest.length - 1]];
    rest = plus(times(rest, [lead]), times(term, b), -1n);
    quotient = plus(times(quotient, [lead]), term);
  }
  return [quotient, rest];
}

function commonDivisor(a: Poly, b: Poly): Poly {
  while (b.length > 0) {
    [a, b] = [b, primitive(divide(a, b)[1])];
  }
  return primitive(a);
}

/** p(m / 2^k) times a power of two. */
function valueAt(p: Poly, m: bigint, k: bigint): bigint {
  let [sum, scale] = [0n, 1n];
  for (let i = p.length - 1; i >= 0; --i) {
    sum = sum * m + p[i] * scale;
    scale <<= k;
  }
  return sum;
}

/** Whether p has no root in [m, m + 1] / 2^k, a part of [0, 1], because its slope cannot take it there. */
function isClear(p: Poly, m: bigint, k: bigint): boolean {
  if (p.length < 2) {
    return p.length === 1;
  }
  const slope = p.reduce((sum, c, i) => sum + BigInt(i) * abs(c), 0n);
  return abs(valueAt(p, m, k)) > slope << (k * BigInt(p.length - 2));
}

/** A time: m / 2^k, or the one root of p between that and (m + 1) / 2^k. */
class Moment {
  constructor(
    private readonly p: Poly | undefined,
    private m: bigint,
    private k: bigint,
  ) {}

  signOf(f: Poly): number {
    if (f.length === 0) {
      return 0;
    }
    const p = this.p;
    if (!p) {
      return sign(valueAt(f, this.m, this.k));
    }
    const common = commonDivisor(f, p);
    if (common.length > 1 && this.changesSign(common)) {
      return 0;
    }
    while (!isClear(f, this.m, this.k)) {
      [this.m, this.k] = [2n * this.m, this.k + 1n];
      const middle = sign(valueAt(p, this.m + 1n, this.k));
      if (middle === 0) {
        return sign(valueAt(f, this.m + 1n, this.k));
      }
      this.m += middle === sign(valueAt(p, this.m, this.k)) ? 1n : 0n;
    }
    return sign(valueAt(f, this.m, this.k));
  }

  private changesSign(p: Poly): boolean {
    return sign(valueAt(p, this.m, this.k)) !== sign(valueAt(p, this.m + 1n, this.k));
  }
}

/** p, p', and remainders with signs turned: how often their signs change tells how many roots lie between (Sturm). */
function sturmChain(p: Poly): Poly[] {
  const chain = [p, derivative(p)];
  for (let last = chain[1]; last.length > 1; last = chain[chain.length - 1]) {
    const lead = last[last.length - 1];
    let rest = chain[chain.length - 2];
    while (rest.length >= last.length) {
      const term = rest[rest.length - 1] * BigInt(sign(lead));
      const shifted: Poly = [...new Array(rest.length - last.length).fill(0n), term];
      rest = plus(times(rest, [abs(lead)]), times(shifted, last), -1n);
    }
    if (rest.length === 0) {
      break;
    }
    chain.push(primitive(rest.map((c) => -c)));
  }
  return chain;
}

/** The roots in (0, 1]. */
function rootsOf(polynomial: Poly): Moment[] {
  const repeated = commonDivisor(polynomial, derivative(polynomial));
  const p = primitive(divide(primitive(polynomial), repeated)[0]);
  const chain = sturmChain(p);
  const changesAt = (m: bigint, k: bigint) => {
    const signs = chain.map((q) => sign(valueAt(q, m, k))).filter((s) => s !== 0);
    return signs.filter((s, i) => i > 0 && s !== signs[i - 1]).length;
  };
  const roots: Moment[] = [];
  const search = (m: bigint, k: bigint): void => {
    const count = changesAt(m, k) - changesAt(m + 1n, k);
    if (count === 0) {
      return;
    }
    if (count === 1 && valueAt(p, m + 1n, k) === 0n) {
      roots.push(new Moment(undefined, m + 1n, k));
    } else if (count === 1 && valueAt(p, m, k) !== 0n) {
      roots.push(new Moment(p, m, k));
    } else {
      search(2n * m, k + 1n);
      search(2n * m + 1n, k + 1n);
    }
  };
  search(0n, 0n);
  return roots;
}

function cross(a: Poly[], b: Poly[]): Poly[] {
  return [0, 1, 2].map((k) => {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    return plus(times(a[u], b[v]), times(a[v], b[u]), -1n);
  });
}

const dot = (a: Poly[], b: Poly[]): Poly =>
  [0, 1, 2].reduce((sum, k) => plus(sum, times(a[k], b[k])), [] as Poly);

/** Whether the triangle has the origin at any time of the step. */
function triangleMeetsOrigin(d: Poly[][]): boolean {
  const crosses = d.map((a, i) => cross(a, d[(i + 1) % 3]));
  const dots = d.map((a, i) => dot(a, d[(i + 1) % 3]));
  const determinant = dot(crosses[0], d[2]);
  const hasOrigin = (at: Moment): boolean => {
    const onEdge = crosses.some(
      (c, i) => c.every((p) => at.signOf(p) === 0) && at.signOf(dots[i]) <= 0,
    );
    // some view shows it on the same side of all edges
    const within = [0, 1, 2].some((k) => {
      const side = at.signOf(crosses[0][k]);
      return side !== 0 && crosses.every((c) => at.signOf(c[k]) === side);
    });
    return onEdge || (within && at.signOf(determinant) === 0);
  };
  const moments = [new Moment(undefined, 0n, 0n), new Moment(undefined, 1n, 0n)];
  if (moments.some(hasOrigin)) {
    return true;
  }
  const candidates = [determinant, ...crosses.flat(), ...d.flat()].filter((p) => p.length > 1);
  return candidates.some((p) => rootsOf(p).some(hasOrigin));
}

/** Whether the features of a query meet. */
export function exactCcd(kind: 'ee' | 'vf', [from, to]: ExactQuery): boolean {
  const difference = ([a, b]: number[]): Poly[] =>
    [0, 1, 2].map((k) => {
      const [x, y] = [from[a][k] - from[b][k], to[a][k] - to[b][k]];
      return trim([x, y - x]);
    });
  const triangles =
    kind === 'vf'
      ? [
          [
            [0, 1],
            [0, 2],
            [0, 3],
          ],
        ]
      : [
          [
            [0, 2],
            [1, 2],
            [1, 3],
          ],
          [
            [0, 2],
            [0, 3],
            [1, 3],
          ],
        ];
  return triangles.some((pairs) => triangleMeetsOrigin(pairs.map(difference)));
}
