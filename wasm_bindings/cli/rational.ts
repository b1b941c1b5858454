// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Fractions of whole numbers of any size as doubles, correctly rounded, with a bound on what that took.

/** A double and by how much the fraction may differ from it: 0 when it is the fraction. */
export interface Rounded {
  value: number;
  rounding: number;
}

const HALF_ULP = 2 ** -53;
const LEAST = 2 ** -1074;
const LEAST_NORMAL = 2 ** -1022;

/** The nearest double of a fraction of two texts of whole numbers; infinite when it is too large. */
export function roundFraction(numerator: string, denominator: string): Rounded {
  const [n, d] = [Number(numerator), Number(denominator)];
  // powers of two divide exactly, however large
  if (Number.isSafeInteger(n) && isPowerOfTwo(d) && BigInt(denominator) === BigInt(d)) {
    const value = n / d;
    return { value, rounding: value === 0 || Math.abs(value) >= LEAST_NORMAL ? n && 0 : LEAST };
  }
  return divide(BigInt(numerator), BigInt(denominator));
}

function isPowerOfTwo(d: number): boolean {
  return d >= 1 && d < Infinity && Number.isInteger(Math.log2(d)) && 2 ** Math.log2(d) === d;
}

/**
 * Takes so many digits of the quotient that more than 53 bits are there, with a last one that says whether anything
 * follows; Number() then rounds to nearest, ties to even.
 */
function divide(numerator: bigint, denominator: bigint): Rounded {
  if (numerator === 0n) {
    return { value: 0, rounding: 0 };
  }
  const negative = numerator < 0n !== denominator < 0n;
  const [n, d] = [magnitude(numerator), magnitude(denominator)];
  const shift = 66 - (bitLength(n) - bitLength(d));
  const [scaledN, scaledD] = shift >= 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  let quotient = scaledN / scaledD;
  if (quotient * scaledD !== scaledN) {
    quotient |= 1n;
  }
  const digits = Number(quotient);
  const value = timesPowerOfTwo(digits, -shift);
  const exact = BigInt(digits) === quotient && value >= LEAST_NORMAL;
  return { value: negative ? -value : value, rounding: exact ? 0 : value * HALF_ULP + LEAST };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function bitLength(value: bigint): number {
  const text = value.toString(16);
  return 4 * (text.length - 1) + (32 - Math.clz32(parseInt(text[0], 16)));
}

// In steps that neither overflow nor underflow before the result does.
function timesPowerOfTwo(value: number, exponent: number): number {
  for (; exponent < -1000; exponent += 1000) {
    value *= 2 ** -1000;
  }
  for (; exponent > 1000; exponent -= 1000) {
    value *= 2 ** 1000;
  }
  return value * 2 ** exponent;
}
