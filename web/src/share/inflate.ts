// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Inflating with a cap: a few bytes that would unpack to gigabytes stop at the limit.
import { Inflate } from 'fflate';
import { INFLATE_CHUNK_BYTES } from './limits';

/** What came out: the bytes, or why there are none. */
export type Inflated =
  | { bytes: Uint8Array; problem?: undefined }
  | { bytes?: undefined; problem: 'too large' | 'cut off' | 'damaged' };

/** Inflates raw deflate data to at most `limit` bytes. */
export function inflateCapped(packed: Uint8Array, limit: number): Inflated {
  const parts: Uint8Array[] = [];
  let size = 0;
  let finished = false;
  const inflater = new Inflate((part, final) => {
    size += part.length;
    parts.push(part);
    finished ||= final;
  });
  try {
    for (let at = 0; at < packed.length; at += INFLATE_CHUNK_BYTES) {
      const end = Math.min(packed.length, at + INFLATE_CHUNK_BYTES);
      inflater.push(packed.subarray(at, end), end === packed.length);
      if (size > limit) return { problem: 'too large' };
    }
  } catch (error) {
    return { problem: /unexpected EOF/i.test(String(error)) ? 'cut off' : 'damaged' };
  }
  return finished ? { bytes: join(parts, size) } : { problem: 'cut off' };
}

function join(parts: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
