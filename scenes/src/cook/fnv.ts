// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The content hash of a cooked scene: FNV-1a with 64 bits, one multiplication per little-endian 32-bit word.
//   h = 0xcbf29ce484222325; for each word w: h = (h xor w) * 0x100000001b3 mod 2^64
// The prime is 2^40 + 435, so a product is a shift and two products that stay below 2^53.
// Fowler, Noll, Vo: http://www.isthe.com/chongo/tech/comp/fnv/

const TWO_32 = 4294967296;

/** Hash of `bytes` from `start` to the end; the length must be a multiple of 4. Returns [low, high]. */
export function fnv1a64(bytes: Uint8Array, start = 0): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let low = 0x84222325;
  let high = 0xcbf29ce4;
  for (let i = start; i + 4 <= bytes.length; i += 4) {
    low = (low ^ view.getUint32(i, true)) >>> 0;
    const product = low * 435;
    const carry = Math.floor(product / TWO_32);
    const upper = high * 435 + carry + ((low << 8) >>> 0);
    high = upper - TWO_32 * Math.floor(upper / TWO_32);
    low = product - TWO_32 * carry;
  }
  return [low, high];
}

/** The hash as 16 hexadecimal digits. */
export function hashText([low, high]: [number, number]): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
