// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import { BONES, OPPOSITE } from '../src/avatar/bones.js';
import { avatarNames, buildAvatar, loadAvatarAsset, restPose, skin } from '../src/avatar/index.js';
import type { Avatar } from '../src/types.js';
import { avatarBytes, avatarOf, openAvatar } from './avatar_asset.js';

function edgeReport(triangles: Uint32Array) {
  const directed = new Map<number, number>();
  let doubled = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const key = triangles[t + k] * 65536 + triangles[t + ((k + 1) % 3)];
      if (directed.has(key)) doubled++;
      directed.set(key, t);
    }
  }
  let open = 0;
  for (const key of directed.keys()) {
    if (!directed.has((key % 65536) * 65536 + Math.floor(key / 65536))) open++;
  }
  return { doubled, open, edges: directed.size / 2 };
}

function volume(p: ArrayLike<number>, triangles: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]].map((v) => 3 * v);
    sum += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    sum += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    sum += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return sum / 6;
}

function smallestTriangle(p: ArrayLike<number>, triangles: Uint32Array): number {
  let least = Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]].map((v) => 3 * v);
    const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
    const w = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
    const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
    least = Math.min(least, Math.hypot(...n) / 2);
  }
  return least;
}

function fnv(array: ArrayBufferView): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16);
}

describe('bodies', async () => {
  const asset = await openAvatar();
  const bodies = new Map(avatarNames.map((name) => [name, avatarOf(asset, name)]));
  const each = (test: (avatar: Avatar) => void) => bodies.forEach(test);

  it('are closed surfaces of genus 0', () => {
    each((avatar) => {
      const { doubled, open, edges } = edgeReport(avatar.triangles);
      expect([doubled, open]).toEqual([0, 0]);
      expect(avatar.positions.length / 3 - edges + avatar.triangles.length / 3).toBe(2);
      expect(avatar.triangles.length / 3).toBe(26756);
    });
  });

  it('face outward and weigh what such people weigh', () => {
    const litres = (name: string) => {
      const { positions, triangles } = bodies.get(name)!;
      return 1000 * volume(positions, triangles);
    };
    expect(litres('woman')).toBeCloseTo(59.5, 0);
    expect(litres('man')).toBeCloseTo(67, 0);
    expect(litres('plus')).toBeCloseTo(85.5, -0.5);
  });

  it('stand on the floor at their stature, on the grid of 2^-20 m', () => {
    const stature = { woman: 1.68, man: 1.8, plus: 1.66 };
    each((avatar) => {
      let [low, high] = [Infinity, -Infinity];
      expect(avatar.positions.every((c) => Number.isInteger(c * 2 ** 20))).toBe(true);
      for (let i = 0; i < avatar.positions.length; i++) {
        if (i % 3 === 1) low = Math.min(low, avatar.positions[i]);
        if (i % 3 === 1) high = Math.max(high, avatar.positions[i]);
      }
      expect(low).toBe(0);
      expect(Math.abs(high - stature[avatar.name as 'woman'])).toBeLessThan(1e-5);
    });
  });

  it('have weights that sum to 65535 and mirror each other', () => {
    const { positions, boneIndices, boneWeights } = bodies.get('woman')!;
    const at = new Map<string, number>();
    const key = (v: number, sign: number) =>
      [sign * positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]
        .map((c) => Math.round(c * 2e4) + 0)
        .join();
    const weightsOf = (v: number, flip: boolean) => {
      const sum = new Float64Array(BONES.length);
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        sum[flip ? OPPOSITE[boneIndices[k]] : boneIndices[k]] += boneWeights[k];
      }
      return sum;
    };
    for (let v = 0; v < positions.length / 3; v++) at.set(key(v, 1), v);
    let [paired, wrongSums, unlike] = [0, 0, 0];
    for (let v = 0; v < positions.length / 3; v++) {
      if (weightsOf(v, false).reduce((a, b) => a + b) !== 65535) wrongSums++;
      const other = at.get(key(v, -1));
      if (other === undefined || positions[3 * v] < 1e-3) continue;
      paired++;
      const [mine, theirs] = [weightsOf(v, false), weightsOf(other, true)];
      if (mine.some((w, b) => Math.abs(w - theirs[b]) > 1)) unlike++;
    }
    expect([wrongSums, unlike]).toEqual([0, 0]);
    expect(paired).toBeGreaterThan(6000);
  });

  it('stay as they are in the rest pose', () => {
    const avatar = bodies.get('man')!;
    const skinned = skin(avatar, restPose(avatar));
    expect(skinned.every((c, i) => Math.abs(c - avatar.positions[i]) < 1e-12)).toBe(true);
  });

  it('have tubes for feet that keep the surface whole', () => {
    each((avatar) => {
      const tubes = skin(avatar, restPose(avatar), { tube_feet: 1 });
      const { morphs, bones, triangles } = avatar;
      let [low, widest] = [Infinity, 0];
      for (const v of morphs[0].vertices) {
        low = Math.min(low, tubes[3 * v + 1]);
        const side = tubes[3 * v] > 0 ? '.L' : '.R';
        const ankle = bones.find((b) => b.name === `foot${side}`)!.head;
        const knee = bones.find((b) => b.name === `lowerleg01${side}`)!.head;
        const t = (tubes[3 * v + 1] - ankle[1]) / (ankle[1] - knee[1]);
        const axisAt = [0, 2].map((k) => ankle[k] + t * (ankle[k] - knee[k]));
        const off = Math.hypot(tubes[3 * v] - axisAt[0], tubes[3 * v + 2] - axisAt[1]);
        if (tubes[3 * v + 1] < 0.03) widest = Math.max(widest, off);
      }
      expect(widest).toBeLessThan(0.05);
      expect(Math.abs(low + 0.22)).toBeLessThan(0.01);
      expect(volume(tubes, triangles)).toBeGreaterThan(0);
      expect(smallestTriangle(tubes, triangles)).toBeGreaterThan(1e-9);
    });
  });

  it('are the same bytes every time and everywhere', () => {
    const hashes = [...bodies].map(([name, a]) => `${name} ${fnv(a.positions)}`);
    expect(hashes).toEqual([
      'woman 372ce44c16247ad3',
      'man 61a45e1f14c66922',
      'plus a8b1073674a8c81a',
    ]);
  });

  it('are refused with one clear sentence', async () => {
    expect(() => buildAvatar(asset, 'giant')).toThrow('There is no body "giant"; there are woman');
    await expect(loadAvatarAsset(avatarBytes().slice(0, 5000))).rejects.toThrow(/truncated/);
    await expect(loadAvatarAsset(new ArrayBuffer(0))).rejects.toThrow(/truncated/);
    await expect(
      loadAvatarAsset(new TextEncoder().encode('no').buffer as ArrayBuffer),
    ).rejects.toThrow(/damaged/);
  });
});
