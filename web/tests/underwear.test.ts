// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Underwear as it is drawn: on the body that the simulator has, in every pose, on the outside of the skin.
import { readFileSync } from 'node:fs';
import { Plane, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  AVATAR_FILE,
  avatarNames,
  buildAvatar,
  buildClips,
  buildMotion,
  loadAvatarAsset,
  skin,
} from 'weft-scenes/avatar';
import { vertexNormals } from '../src/view/normals';
import { placePoints, UnderwearView } from '../src/view/underwear_view';

const FILE = new URL(`../public/assets/avatar/${AVATAR_FILE}`, import.meta.url);

/** How far a place lies over the plane of a triangle, m; NaN for one without area. */
function heightOver(
  skin: Float32Array,
  corners: number[],
  place: Vector3,
  outside: Vector3,
): number {
  const [a, b, c] = corners.map((at) => new Vector3().fromArray(skin, at));
  const plane = new Plane().setFromCoplanarPoints(a, b, c);
  const side = Math.sign(plane.normal.dot(outside));
  return plane.normal.lengthSq() > 0 ? side * plane.distanceToPoint(place) : NaN;
}

describe('underwear on a body that moves', async () => {
  const asset = await loadAvatarAsset(new Uint8Array(readFileSync(FILE)).buffer);

  for (const name of avatarNames) {
    const avatar = buildAvatar(asset, name);
    const { underwear } = avatar.render;
    const { corners, shares, heights } = underwear;
    const inside = [...heights.keys()].filter((p) => shares[3 * p + 1] > 0 && heights[p] > 0);

    it(`${name}: stands off the triangles of the skin in every pose`, () => {
      let [lowest, highest, count] = [Infinity, -Infinity, 0];
      for (const clip of [...buildClips(avatar), buildMotion(avatar, 'dance')]) {
        const pose = clip.poses[Math.floor(0.4 * clip.poses.length)];
        const positions = Float32Array.from(skin(avatar, pose));
        const normals = new Float32Array(positions.length);
        vertexNormals(positions, avatar.triangles, normals);
        const [places, ups] = [0, 1].map(() => new Float32Array(3 * heights.length));
        placePoints(underwear, positions, normals, places, ups);
        for (const p of inside) {
          const at = [0, 1, 2].map((k) => 3 * corners[3 * p + k]);
          const outside = new Vector3();
          at.forEach((v, k) =>
            outside.addScaledVector(new Vector3().fromArray(normals, v), shares[3 * p + k]),
          );
          const over = heightOver(positions, at, new Vector3().fromArray(places, 3 * p), outside);
          if (Number.isNaN(over)) continue; // on an edge or a corner
          lowest = Math.min(lowest, over / heights[p]);
          highest = Math.max(highest, over / heights[p]);
          count++;
        }
      }
      expect(count).toBeGreaterThan(2 * inside.length); // in six poses
      expect(lowest).toBeGreaterThan(0);
      expect(highest).toBeLessThan(1.0001);
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
