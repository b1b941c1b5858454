// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Does a segment have a point in common with a triangle? Both are closed, so touching counts; a triangle without area
// has no points. Signed volumes in double decide when they are clearly not zero; otherwise the segment is clipped in
// whole numbers of any length.

// Float32 coordinates are whole multiples of 2^-149.
const bits = new DataView(new ArrayBuffer(4));

function toWhole(value) {
  bits.setFloat32(0, value);
  const word = bits.getUint32(0);
  const exponent = (word >>> 23) & 255;
  if (exponent === 255) {
    throw new RangeError(`not a finite coordinate: ${value}`);
  }
  const digits = BigInt(exponent === 0 ? word & 0x7fffff : (word & 0x7fffff) | 0x800000);
  const whole = digits << BigInt(exponent === 0 ? 0 : exponent - 1);
  return word >>> 31 ? -whole : whole;
}

function toWholePoint(x, i) {
  return [toWhole(x[i]), toWhole(x[i + 1]), toWhole(x[i + 2])];
}

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * Clips p + t (q - p), 0 <= t <= 1, by both sides of the plane and by the three half-spaces through the edges at right
 * angles to it. What is left is the intersection, in one plane or not.
 */
function meetsExactly(p, q, a, b, c) {
  const normal = cross(minus(b, a), minus(c, a));
  if (dot(normal, normal) === 0n) {
    return false;
  }
  const halfSpaces = [
    [normal, a],
    [normal.map((n) => -n), a],
    [cross(normal, minus(b, a)), a],
    [cross(normal, minus(c, b)), b],
    [cross(normal, minus(a, c)), c],
  ];
  let low = [0n, 1n]; // fractions with a positive denominator
  let high = [1n, 1n];
  for (const [inward, corner] of halfSpaces) {
    const atP = dot(inward, minus(p, corner));
    const atQ = dot(inward, minus(q, corner));
    if (atP < 0n && atQ < 0n) {
      return false;
    }
    if (atP < 0n && -atP * low[1] > low[0] * (atQ - atP)) {
      low = [-atP, atQ - atP];
    }
    if (atQ < 0n && atP * high[1] < high[0] * (atP - atQ)) {
      high = [atP, atP - atQ];
    }
  }
  return low[0] * high[1] <= high[0] * low[1];
}

/** How often the exact arithmetic was needed. */
export const exactCalls = { count: 0 };

/**
 * Six times the signed volume of the points at offsets a, b of x, c of y and d of z, or 0 when rounding might have decided
 * its sign.
 */
function clearVolume(x, a, b, y, c, z, d) {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = y[c] - x[a];
  const vy = y[c + 1] - x[a + 1];
  const vz = y[c + 2] - x[a + 2];
  const wx = z[d] - x[a];
  const wy = z[d + 1] - x[a + 1];
  const wz = z[d + 2] - x[a + 2];
  const volume = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  const size =
    Math.abs(ux) * (Math.abs(vy * wz) + Math.abs(vz * wy)) +
    Math.abs(uy) * (Math.abs(vz * wx) + Math.abs(vx * wz)) +
    Math.abs(uz) * (Math.abs(vx * wy) + Math.abs(vy * wx));
  // 16 roundings of 2^-53 cover the differences, products and sums
  return Math.abs(volume) > size * 2 ** -49 ? volume : 0;
}

/** Segment (p, q) of positions x against triangle (a, b, c) of positions y; the numbers are offsets into the arrays. */
export function segmentMeetsTriangle(x, p, q, y, a, b, c) {
  const sideP = clearVolume(y, a, b, y, c, x, p);
  const sideQ = clearVolume(y, a, b, y, c, x, q);
  if ((sideP > 0 && sideQ > 0) || (sideP < 0 && sideQ < 0)) {
    return false;
  }
  const turnA = clearVolume(x, p, q, y, a, y, b);
  const turnB = clearVolume(x, p, q, y, b, y, c);
  const turnC = clearVolume(x, p, q, y, c, y, a);
  const positive = turnA > 0 || turnB > 0 || turnC > 0;
  const negative = turnA < 0 || turnB < 0 || turnC < 0;
  if (sideP !== 0 && sideQ !== 0 && positive && negative) {
    return false;
  }
  if (sideP !== 0 && sideQ !== 0 && turnA !== 0 && turnB !== 0 && turnC !== 0) {
    return true;
  }
  exactCalls.count += 1;
  return meetsExactly(
    toWholePoint(x, p),
    toWholePoint(x, q),
    toWholePoint(y, a),
    toWholePoint(y, b),
    toWholePoint(y, c),
  );
}
