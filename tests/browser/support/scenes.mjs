// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Scenes that open quickly, and the scene of a link.
import { inflateRawSync } from 'node:zlib';

/** A sheet on a ball. */
export const SHEET = {
  name: 'sheet',
  bodies: [{ kind: 'sphere', radius: 0.2, at: [0, 0.5, 0] }],
  cloths: [
    { kind: 'grid', name: 'sheet', size: [0.6, 0.6], columns: 13, rows: 13, at: [0, 0.72, 0] },
  ],
};

/** Two garments as the panel makes them, but with wide meshes. */
export const GARMENTS = {
  name: 'try-on',
  bodies: [{ kind: 'avatar', name: 'wearer', body: 'woman', motion: 'walk' }],
  cloths: [
    { name: 'skirt', pattern: 'skirt', resolution: 15, fabric: 'denim', layer: 0 },
    { name: 'tshirt', pattern: 'tshirt', resolution: 30, fabric: 'jersey', layer: 1 },
  ].map((garment) => ({ kind: 'garment', wearer: 'wearer', ...garment })),
};

/** The scene that a link carries. */
export function sceneIn(url) {
  const [, packed] = /scene=([^&]*)/.exec(url);
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64url')).toString());
}
