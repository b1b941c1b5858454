// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Underwear as it is drawn: on the body that the simulator has, in every pose, on the outside of the skin.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  AVATAR_FILE,
  avatarNames,
  buildAvatar,
  buildClips,
  buildMotion,
  loadAvatarAsset,
  skin,
} from 'weft-scenes/avatar/index';
import { vertexNormals } from '../src/view/normals';
import { placePoints, UnderwearView } from '../src/view/underwear_view';

const FILE = new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url);

/** Between the corners of a triangle of 2 to 3 cm the planes through them part by so much where a dancer bends, m. */
const BENT = 0.004;

describe('underwear on a body that moves', async () => {
  const asset = await loadAvatarAsset(new Uint8Array(readFileSync(FILE)).buffer);

  for (const name of avatarNames) {
    const avatar = buildAvatar(asset, name);
    const { underwear } = avatar.render;
    const { corners, shares, heights } = underwear;
    const inside = [...heights.keys()].filter((p) => shares[3 * p + 1] > 0 && heights[p] > 0);

    it(`${name}: stands off the triangles of the skin in every pose`, () => {
      for (const clip of [...buildClips(avatar), buildMotion(avatar, 'dance')]) {
        const pose = clip.poses[Math.floor(0.4 * clip.poses.length)];
        const positions = Float32Array.from(skin(avatar, pose));
        const normals = new Float32Array(positions.length);
        vertexNormals(positions, avatar.triangles, normals);
        const [places, ups] = [0, 1].map(() => new Float32Array(3 * heights.length));
        placePoints(underwear, positions, normals, places, ups);
        const near = inside.filter((p) => {
          let [reach, off] = [0, 0];
          for (let k = 3 * p; k < 3 * p + 3; k++) {
            if (shares[k] === 0) continue;
            // Over each corner's tangent plane, so a point between corners may be a little lower or higher.
            const v = 3 * corners[k];
            for (let i = 0; i < 3; i++) {
              const gap = places[3 * p + i] - positions[v + i];
              off += shares[k] * gap * normals[v + i];
              reach = Math.max(reach, Math.abs(gap));
            }
          }
          return off > -BENT && off < heights[p] + BENT && reach < 0.05;
        });
        expect(near.length / inside.length).toBeGreaterThan(0.99);
      }
    });

    it(`${name}: is drawn without a texture, in grey, with unit normals`, () => {
      const view = new UnderwearView(underwear);
      const normals = new Float32Array(avatar.positions.length);
      vertexNormals(avatar.positions, avatar.triangles, normals);
      view.update(avatar.positions, normals);
      const { material, geometry } = view.mesh;
      expect(material.visible && material.map === null).toBe(true);
      const { r, g, b } = material.color;
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.1);
      const normal = geometry.attributes.normal.array;
      for (let k = 0; k < normal.length; k += 3) {
        expect(Math.hypot(normal[k], normal[k + 1], normal[k + 2])).toBeCloseTo(1, 4);
      }
    });
  }
});
