// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A cooked scene is 32-bit numbers. Sorted by their first, second, third and fourth bytes, like stands beside like, and
// deflate saves a seventh more.

/** All first bytes of words of four, then all second ones, and so on; what is left of the end stays there. */
export function toPlanes(bytes: Uint8Array): Uint8Array {
  const words = bytes.length >> 2;
  const planes = bytes.slice();
  for (let i = 0, k = 0; i < words; i++) {
    for (let plane = 0; plane < 4; plane++) planes[plane * words + i] = bytes[k++];
  }
  return planes;
}

/** The inverse. */
export function fromPlanes(planes: Uint8Array): Uint8Array {
  const words = planes.length >> 2;
  const bytes = planes.slice();
  for (let i = 0, k = 0; i < words; i++) {
    for (let plane = 0; plane < 4; plane++) bytes[k++] = planes[plane * words + i];
  }
  return bytes;
}
