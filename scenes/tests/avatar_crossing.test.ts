// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import { avatarNames, buildClips, skin } from '../src/avatar/index.js';
import type { Vec3 } from '../src/math/vec3.js';
import { cross, dot, minus, point } from '../src/math/vec3.js';
import { PART, type Avatar } from '../src/types.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

const CELL = 0.015;

// Does the segment p q go through the triangle a b c? (Moeller, Trumbore 1997)
function pierces(p: Vec3, q: Vec3, a: Vec3, b: Vec3, c: Vec3): boolean {
  const [way, e1, e2] = [minus(q, p), minus(b, a), minus(c, a)];
  const h = cross(way, e2);
  const det = dot(e1, h);
  if (Math.abs(det) < 1e-20) return false;
  const s = minus(p, a);
  const k = cross(s, e1);
  const [u, v, t] = [dot(s, h) / det, dot(way, k) / det, dot(e2, k) / det];
  return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t <= 1;
}

function crossing(p: Float64Array, s: ArrayLike<number>, t: ArrayLike<number>): boolean {
  const [a, b] = [s, t].map((corners) => Array.from(corners, (v) => point(p, v)));
  return [0, 1, 2].some(
    (k) =>
      pierces(a[k], a[(k + 1) % 3], b[0], b[1], b[2]) ||
      pierces(b[k], b[(k + 1) % 3], a[0], a[1], a[2]),
  );
}

/** Pairs of triangles that cross, without those that share a vertex. The head's pockets are left out. */
function crossings(avatar: Avatar, p: Float64Array): number {
  const { triangles: all, parts } = avatar;
  const corners = (t: number) => all.subarray(3 * t, 3 * t + 3);
  const cells = new Map<number, number[]>();
  const boxes = boxesOf(all, p);
  for (let t = 0; t < parts.length; t++) {
    if (parts[t] === PART.head) continue;
    const [low, high] = [0, 3].map((at) =>
      [0, 1, 2].map((k) => Math.floor(boxes[6 * t + at + k] / CELL)),
    );
    for (let x = low[0]; x <= high[0]; x++) {
      for (let y = low[1]; y <= high[1]; y++) {
        for (let z = low[2]; z <= high[2]; z++) {
          const key = ((x + 500) * 1000 + y + 500) * 1000 + z + 500;
          const list = cells.get(key);
          if (list) list.push(t);
          else cells.set(key, [t]);
        }
      }
    }
  }
  const found = new Set<number>();
  for (const list of cells.values()) {
    for (let i = 0; i < list.length; i++) {
      for (let j = 0; j < i; j++) {
        if (!boxesMeet(boxes, 6 * list[i], 6 * list[j])) continue;
        const [s, t] = [corners(list[i]), corners(list[j])];
        if (s.some((v) => t.includes(v))) continue;
        if (crossing(p, s, t)) found.add(list[i] * 65536 + list[j]);
      }
    }
  }
  return found.size;
}

// Lowest and highest corner of every triangle.
function boxesOf(triangles: Uint32Array, p: Float64Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [
        p[3 * triangles[t] + k],
        p[3 * triangles[t + 1] + k],
        p[3 * triangles[t + 2] + k],
      ];
      boxes[2 * t + k] = Math.min(a, b, c);
      boxes[2 * t + 3 + k] = Math.max(a, b, c);
    }
  }
  return boxes;
}

function boxesMeet(boxes: Float64Array, s: number, t: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (boxes[s + 3 + k] < boxes[t + k] || boxes[t + 3 + k] < boxes[s + k]) return false;
  }
  return true;
}

describe('bodies do not cross themselves', async () => {
  const asset = await openAvatar();

  for (const name of avatarNames) {
    it(`${name}: sewing, with feet and with tubes, standing, walking`, () => {
      const avatar = avatarOf(asset, name);
      const clips = new Map(buildClips(avatar).map((clip) => [clip.name, clip.poses]));
      const sew = clips.get('sew')![0];
      expect(crossings(avatar, skin(avatar, sew))).toBe(0);
      expect(crossings(avatar, skin(avatar, sew, { tube_feet: 1 }))).toBe(0);
      expect(crossings(avatar, skin(avatar, clips.get('stand')![0]))).toBe(0);
      for (const f of [0, 8, 22]) {
        expect(crossings(avatar, skin(avatar, clips.get('walk')![f])), `frame ${f}`).toBeLessThan(
          9,
        );
      }
    });
  }
});
