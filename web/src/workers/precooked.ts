// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The scene that the page opens on, cooked when the page was built (scripts/precook.ts). Without it the page cooks.
import { inflateSync } from 'fflate';
import type { Cooked } from './kitchen';

/** Fetches the cooked scene; null when it is not there. */
export async function fetchPrecooked(
  assets: string,
): Promise<{ text: string; cooked: Cooked } | null> {
  try {
    const [head, body] = await Promise.all([
      fetch(new URL('cooked/first.json', assets)).then((answer) => answer.json()),
      fetch(new URL('cooked/first.weft.deflate', assets)).then((answer) => answer.arrayBuffer()),
    ]);
    const bytes = inflateSync(new Uint8Array(body));
    return { text: head.text, cooked: { bytes, info: head.info } };
  } catch {
    return null;
  }
}
