// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The scene that the page opens on, cooked when the page was built (scripts/precook.ts). Without it the page cooks.
import { inflateSync, strFromU8 } from 'fflate';
import { loadFile, type OnBytes } from './download';
import type { Cooked } from './scene_loader';
import { fromPlanes } from './planes';

/** Fetches the cooked scene; null when it cannot be had: then it takes a few seconds longer, and nothing is missing. */
export async function fetchPrecooked(
  assets: string,
  onBytes: OnBytes,
): Promise<{ text: string; cooked: Cooked } | null> {
  const source = (file: string) => ({ url: new URL(`cooked/${file}`, assets), what: 'The scene' });
  try {
    const [head, bytes] = await Promise.all([
      loadFile(source('first.json'), (file) => JSON.parse(strFromU8(new Uint8Array(file)))),
      loadFile(
        source('first.weft.deflate'),
        (file) => fromPlanes(inflateSync(new Uint8Array(file))),
        onBytes,
      ),
    ]);
    if (!Array.isArray(head.info.finishes)) return null; // of an older build
    return { text: head.text, cooked: { bytes, info: head.info } };
  } catch {
    return null;
  }
}
