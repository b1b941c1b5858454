// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Scenes as links, for tests that need something on the stage at once.
import { deflateRawSync } from 'node:zlib';

/** A scene as the fragment of a link; without its hash, one that is made up. */
export function linkOf(scene, step = 3, hash = '0123456789abcdef') {
  const packed = deflateRawSync(JSON.stringify(scene)).toString('base64url');
  return `#scene=${packed}&step=${step}&hash=${hash}&look=indigo.plain`;
}

/** A small sheet over a ball, after three steps. */
export const SHEET_LINK = linkOf({
  name: 'sheet',
  bodies: [{ kind: 'sphere', radius: 0.2, at: [0, 0.5, 0] }],
  cloths: [{ kind: 'grid', size: [0.6, 0.6], columns: 9, rows: 9, at: [0, 0.8, 0] }],
});
