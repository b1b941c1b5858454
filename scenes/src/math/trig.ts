// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Trigonometry made of + - * / and sqrt alone.
//
// ECMAScript leaves the last bits of Math.sin and friends to the engine, so two browsers may cook two
// different scenes from one file. The five operations above are exactly specified by IEEE 754; whatever
// is built on them has the same bits everywhere. Taylor series after argument reduction; errors stay
// below 1e-15 for angles up to a few thousand radians.

export const PI = 3.141592653589793;
const HALF_PI_HIGH = 1.57079632673412561417; // 33 bits of pi/2: products with small integers are exact
const HALF_PI_LOW = 6.07710050650619224932e-11; // the rest of it

/** Degrees to radians. */
export function rad(degrees: number): number {
  return (degrees * PI) / 180;
}

/** Radians to degrees. */
export function deg(radians: number): number {
  return (radians * 180) / PI;
}

/** Sine of an angle in radians. */
export function sin(x: number): number {
  return quarterTurns(x, 0);
}

/** Cosine of an angle in radians. */
export function cos(x: number): number {
  return quarterTurns(x, 1);
}

/** Tangent of an angle in radians. */
export function tan(x: number): number {
  return sin(x) / cos(x);
}

/** Angle of the vector (x, y), in (-pi, pi]. */
export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  const ay = y < 0 ? -y : y;
  const ax = x < 0 ? -x : x;
  const acute = ay <= ax ? atanSmall(ay / ax) : PI / 2 - atanSmall(ax / ay);
  const upper = x < 0 ? PI - acute : acute;
  return y < 0 ? -upper : upper;
}

/** Angle whose tangent is x, in (-pi/2, pi/2). */
export function atan(x: number): number {
  return atan2(x, 1);
}

/** Angle whose cosine is x, in [0, pi]; x outside [-1, 1] is clamped. */
export function acos(x: number): number {
  const c = x < -1 ? -1 : x > 1 ? 1 : x;
  return atan2(Math.sqrt((1 - c) * (1 + c)), c);
}

/** Angle whose sine is x, in [-pi/2, pi/2]; x outside [-1, 1] is clamped. */
export function asin(x: number): number {
  const s = x < -1 ? -1 : x > 1 ? 1 : x;
  return atan2(s, Math.sqrt((1 - s) * (1 + s)));
}

/** Length of a vector; Math.hypot is as loosely specified as Math.sin. */
export function hypot(x: number, y: number, z = 0): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function quarterTurns(x: number, ahead: number): number {
  const turns = Math.floor((x * 2) / PI + 0.5);
  const r = x - turns * HALF_PI_HIGH - turns * HALF_PI_LOW;
  switch ((((turns + ahead) % 4) + 4) % 4) {
    case 0:
      return sinSmall(r);
    case 1:
      return cosSmall(r);
    case 2:
      return -sinSmall(r);
    default:
      return -cosSmall(r);
  }
}

// |x| <= pi/4: the first term left out is below 1e-19.
function sinSmall(x: number): number {
  const q = x * x;
  let sum = 0;
  for (let n = 17; n >= 3; n -= 2) sum = (-(1 + sum) * q) / (n * (n - 1));
  return x + x * sum;
}

function cosSmall(x: number): number {
  const q = x * x;
  let sum = 0;
  for (let n = 18; n >= 2; n -= 2) sum = (-(1 + sum) * q) / (n * (n - 1));
  return 1 + sum;
}

// 0 <= x <= 1: two halvings bring the angle below pi/16, then the series.
function atanSmall(x: number): number {
  const half = x / (1 + Math.sqrt(1 + x * x));
  const quarter = half / (1 + Math.sqrt(1 + half * half));
  const q = quarter * quarter;
  let sum = 0;
  for (let n = 25; n >= 3; n -= 2) sum = q * (1 / n - sum);
  return 4 * (quarter - quarter * sum);
}
