// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avatarNames, BONE_COUNT, buildAvatar } from '../src/avatar/index.js';
import { openAvatar } from './avatar_asset.js';

const exists = (texture: string) =>
  existsSync(new URL(`../../web/public/assets/avatar/${texture}`, import.meta.url));

describe('what the page draws of a body', async () => {
  const asset = await openAvatar();

  for (const name of avatarNames) {
    const { render, positions, triangles } = buildAvatar(asset, name);

    it(`${name}: the split mesh is the solver's mesh`, () => {
      expect(render.triangles.length).toBe(triangles.length);
      expect(render.triangles.every((v, i) => render.source[v] === triangles[i])).toBe(true);
      expect(render.uvs.length).toBe(2 * render.source.length);
      expect(render.uvs.every((c) => c >= 0 && c <= 1)).toBe(true);
      expect(exists(render.texture)).toBe(true);
    });

    it(`${name}: eyes, brows and hair sit on the head`, () => {
      const names = render.attachments.map((a) => a.name);
      expect(names).toContain('eyes');
      expect(names).toContain('brows');
      expect(names.some((n) => ['bob', 'short', 'ponytail'].includes(n))).toBe(true);
      let crown = 0;
      for (let i = 1; i < positions.length; i += 3) crown = Math.max(crown, positions[i]);
      for (const a of render.attachments) {
        const count = a.positions.length / 3;
        const heights = a.positions.filter((_, i) => i % 3 === 1);
        expect(a.triangles.every((v) => v < count)).toBe(true);
        expect(heights.every((y) => y > crown - 0.45 && y < crown + 0.06)).toBe(true);
        expect(a.boneIndices.every((b) => b < BONE_COUNT)).toBe(true);
        expect(exists(a.texture)).toBe(true);
      }
    });
  }
});
