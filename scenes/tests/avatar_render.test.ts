// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avatarNames, BONE_COUNT, texturesOf } from '../src/avatar/index.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

const HAIR = ['short', 'ponytail'];

const exists = (texture: string) =>
  existsSync(new URL(`../../web/public/assets/avatar/${texture}`, import.meta.url));

describe('what the page draws of a body', async () => {
  const asset = await openAvatar();

  for (const name of avatarNames) {
    const { render, positions, triangles } = avatarOf(asset, name);

    it(`${name}: the split mesh is the solver's mesh`, () => {
      expect(render.triangles.length).toBe(triangles.length);
      expect(render.triangles.every((v, i) => render.source[v] === triangles[i])).toBe(true);
      expect(render.uvs.length).toBe(2 * render.source.length);
      expect(render.uvs.every((c) => c >= 0 && c <= 1)).toBe(true);
      expect(exists(render.texture)).toBe(true);
      expect(render.tints.length).toBe(4 * render.source.length);
      const textures = [render.texture, ...render.attachments.map((a) => a.texture)];
      expect(textures.sort()).toEqual(texturesOf(name).sort());
    });

    it(`${name}: has the colours of a person before its pictures come`, () => {
      const heights = positions.filter((_, i) => i % 3 === 1);
      const chin = Math.max(...heights) - 0.22;
      const head = [...render.source.keys()].filter((v) => heights[render.source[v]] > chin);
      const [red, , blue, cover] = [0, 1, 2, 3].map(
        (k) => head.reduce((sum, v) => sum + render.tints[4 * v + k], 0) / head.length,
      );
      expect(red).toBeGreaterThan(1.2 * blue);
      expect(cover).toBe(255);
      const hair = render.attachments.find((a) => HAIR.includes(a.name))!;
      const covers = hair.tints.filter((_, i) => i % 4 === 3);
      const shown = covers.filter((c) => c > 0.35 * 255).length / covers.length;
      expect(shown).toBeGreaterThan(0.5); // there is hair,
      expect(Math.min(...covers)).toBeLessThan(0.35 * 255); // and it has a shape
    });

    it(`${name}: eyes, brows and hair sit on the head`, () => {
      const names = render.attachments.map((a) => a.name);
      expect(names).toContain('eyes');
      expect(names).toContain('brows');
      expect(names.some((n) => HAIR.includes(n))).toBe(true);
      let crown = 0;
      for (let i = 1; i < positions.length; i += 3) crown = Math.max(crown, positions[i]);
      for (const a of render.attachments) {
        const count = a.positions.length / 3;
        const heights = a.positions.filter((_, i) => i % 3 === 1);
        expect(a.triangles.every((v) => v < count)).toBe(true);
        expect(heights.every((y) => y > crown - 0.45 && y < crown + 0.06)).toBe(true);
        expect(a.boneIndices.every((b) => b < BONE_COUNT)).toBe(true);
        expect(exists(a.texture)).toBe(true);
        expect(a.tints.length).toBe(4 * count);
      }
    });
  }
});
