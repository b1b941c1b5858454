// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Nobody is drawn undressed: the layer of underwear covers what it is to cover on every body, without a hole, off the
// skin and under what is worn over it.

import { describe, expect, it } from 'vitest';
import { avatarNames } from '../src/avatar/index.js';
import { boundaryEdges } from '../src/avatar/patch.js';
import { BAND, LIFT, STEP, SUNK } from '../src/avatar/underwear.js';
import type { Avatar } from '../src/types.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

/** Clothes that walk on these bodies were never nearer to the skin but where they are captured, m. */
const CLOTH_GAP = 0.0026;

const LOOPS: Record<string, number> = { woman: 5, man: 5, plus: 5 };

type Row = [number, number, number];
const row = (list: ArrayLike<number>, v: number): Row => [
  list[3 * v],
  list[3 * v + 1],
  list[3 * v + 2],
];
const minus = (a: Row, b: Row): Row => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const length = (a: Row) => Math.hypot(...a);

/** Where the points of the layer are on the skin. */
function onSkin(avatar: Avatar): Float64Array {
  const { corners, shares } = avatar.render.underwear;
  return Float64Array.from(shares, (_, i) => {
    const p = i - (i % 3);
    let sum = 0;
    for (let k = p; k < p + 3; k++) sum += shares[k] * avatar.positions[3 * corners[k] + (i % 3)];
    return sum;
  });
}

/** Lengths of the loops that the edges make. */
function loops(edges: [number, number][]): number[] {
  const next = new Map(edges);
  expect(next.size).toBe(edges.length); // no loop touches another
  const lengths: number[] = [];
  for (const first of [...next.keys()]) {
    let count = 0;
    for (let at: number | undefined = first; at !== undefined; count++) {
      const to = next.get(at);
      next.delete(at);
      at = to;
    }
    if (count > 1) lengths.push(count - 1);
  }
  return lengths;
}

describe('underwear', async () => {
  const asset = await openAvatar();

  for (const name of avatarNames) {
    const avatar = avatarOf(asset, name);
    const { underwear, bare, triangles } = avatar.render;
    const { corners, shares, heights, tones } = underwear;
    const cloth = [...heights].filter((_, p) => tones[p] === 255);
    const places = onSkin(avatar);

    it(`${name}: is one piece without a hole; only its openings have edges`, () => {
      const found = loops(boundaryEdges(Array.from(underwear.triangles)));
      expect(found.length).toBe(LOOPS[name]);
      const groups = underwear.triangles.map((p) => p);
      const owner = Array.from(heights, (_, p) => p);
      const root = (p: number): number => (owner[p] === p ? p : (owner[p] = root(owner[p])));
      for (let t = 0; t < groups.length; t += 3) {
        owner[root(groups[t])] = root(groups[t + 1]);
        owner[root(groups[t + 1])] = root(groups[t + 2]);
      }
      expect(new Set(owner.map((_, p) => root(p))).size).toBe(1);
    });

    it(`${name}: lies off the skin and under what is worn`, () => {
      expect(Math.min(...cloth)).toBeGreaterThan(LIFT - 1e-6);
      expect(Math.max(...heights)).toBeLessThan(CLOTH_GAP);
      const lit = underwear.relief.every((r, p) => r >= heights[p] && r < 0.012);
      expect(lit).toBe(true);
    });

    it(`${name}: hems have a thickness and end in the skin`, () => {
      const edge = new Set(boundaryEdges(Array.from(underwear.triangles)).flat());
      for (const p of edge) expect(heights[p]).toBeCloseTo(-SUNK, 6);
      const byPlace = new Map<string, number[]>();
      heights.forEach((_, p) => {
        const key = [...row(places, p)].join();
        byPlace.set(key, [...(byPlace.get(key) ?? []), p]);
      });
      for (const p of edge) {
        const same = byPlace.get([...row(places, p)].join())!;
        expect(Math.max(...same.map((q) => heights[q]))).toBeGreaterThan(LIFT + STEP - 1e-6);
      }
    });

    it(`${name}: has no wall but at its hems`, () => {
      const low = new Map<string, number>();
      heights.forEach((h, p) => tones[p] === 255 && low.set([...row(places, p)].join(), h));
      const hems = new Set(boundaryEdges(Array.from(underwear.triangles)).flat());
      const hemmed = new Set([...hems].map((p) => [...row(places, p)].join()));
      let met = 0;
      heights.forEach((h, p) => {
        const key = [...row(places, p)].join();
        if (tones[p] === 255 || !low.has(key) || hemmed.has(key)) return;
        expect(h).toBe(low.get(key));
        met++;
      });
      expect(met).toBeGreaterThan(500);
    });

    it(`${name}: bands are as wide as they are meant to be`, () => {
      const edge = [...new Set(boundaryEdges(Array.from(underwear.triangles)).flat())];
      const foot = Array.from(heights.keys()).filter((p) => tones[p] === 255);
      const reach = foot.map((p) =>
        Math.min(...edge.map((e) => length(minus(row(places, p), row(places, e))))),
      );
      const narrow = reach.filter((d) => d < 0.8 * BAND).length;
      expect(narrow / foot.length).toBeLessThan(0.01);
    });

    it(`${name}: skin under it is left out, and none that can be seen`, () => {
      expect(bare.length).toBeLessThan(triangles.length - 2000);
      const drawn = new Set<string>();
      for (let t = 0; t < bare.length; t += 3) drawn.add(bare.subarray(t, t + 3).join());
      const under = new Set(Array.from(corners).filter((_, k) => shares[k] > 0));
      for (let t = 0; t < triangles.length; t += 3) {
        const triangle = triangles.subarray(t, t + 3);
        if (drawn.has(triangle.join())) continue;
        expect([...triangle].every((v) => under.has(avatar.render.source[v]))).toBe(true);
      }
    });

    it(`${name}: covers breast, loins and seat`, () => {
      const under = new Set(Array.from(corners).filter((_, k) => shares[k] > 0));
      const { nippleL, nippleR, crotchFront, crotchBack, navel } = avatar.landmarks;
      const covered = [nippleL, nippleR, navel];
      for (const v of [...covered, crotchFront, crotchBack]) expect(under.has(v)).toBe(true);
      const crotch = avatar.positions[3 * crotchFront + 1];
      for (let v = 0; v < avatar.positions.length / 3; v++) {
        const [x, y] = row(avatar.positions, v);
        const loins = y > crotch - 0.03 && y < crotch + 0.09 && Math.abs(x) < 0.14;
        if (loins) expect(under.has(v)).toBe(true);
      }
    });
  }
});
