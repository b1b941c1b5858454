// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import {
  armTriangles,
  avatarNames,
  bone,
  buildClips,
  dequantiseClip,
  quantiseClip,
  skin,
  trunkTriangles,
  walkSpeed,
} from '../src/avatar/index.js';
import type { Avatar, Clip } from '../src/types.js';
import { avatarOf, openAvatar } from './avatar_asset.js';

interface Moving {
  avatar: Avatar;
  clips: Map<string, Clip>;
  /** Skinned frames of walk and turn, after rounding. */
  frames: Record<'walk' | 'turn', Float64Array[]>;
}

function prepare(avatar: Avatar): Moving {
  const clips = new Map(buildClips(avatar).map((c) => [c.name, dequantiseClip(quantiseClip(c))]));
  const play = (name: string, every: number) =>
    clips
      .get(name)!
      .poses.filter((_, f) => f % every === 0)
      .map((pose) => skin(avatar, pose));
  return { avatar, clips, frames: { walk: play('walk', 1), turn: play('turn', 9) } };
}

function distanceAt(a: Float64Array, b: Float64Array, v: number, dz = 0): number {
  return Math.hypot(
    a[3 * v] - b[3 * v],
    a[3 * v + 1] - b[3 * v + 1],
    a[3 * v + 2] - b[3 * v + 2] + dz,
  );
}

/** Distance of two vertices of one frame. */
function distanceIn(frame: Float64Array, v: number, w: number): number {
  const x = frame[3 * v] - frame[3 * w];
  const y = frame[3 * v + 1] - frame[3 * w + 1];
  const z = frame[3 * v + 2] - frame[3 * w + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

function lowest(frame: Float64Array): number {
  let low = Infinity;
  for (let i = 1; i < frame.length; i += 3) low = Math.min(low, frame[i]);
  return low;
}

function verticesOf(avatar: Avatar, triangles: Uint32Array): number[] {
  return [
    ...new Set([...triangles].flatMap((t) => [...avatar.triangles.subarray(3 * t, 3 * t + 3)])),
  ];
}

// Smallest distance between arms and trunk below the bust, by vertices in cells of 50 mm.
function armGap(frame: Float64Array, arms: number[], trunk: number[], top: number): number {
  const cellOf = (v: number) => [0, 1, 2].map((k) => Math.floor(frame[3 * v + k] / 0.05) + 512);
  const keyOf = (x: number, y: number, z: number) => (x * 1024 + y) * 1024 + z;
  const cells = new Map<number, number[]>();
  for (const v of trunk) {
    const [x, y, z] = cellOf(v);
    const key = keyOf(x, y, z);
    const list = cells.get(key);
    if (list) list.push(v);
    else cells.set(key, [v]);
  }
  const near = [-1, 0, 1];
  let gap = 0.05;
  for (const v of arms) {
    if (frame[3 * v + 1] > top) continue;
    const [x, y, z] = cellOf(v);
    for (const i of near)
      for (const j of near)
        for (const k of near) {
          for (const t of cells.get(keyOf(x + i, y + j, z + k)) ?? []) {
            gap = Math.min(gap, distanceIn(frame, v, t));
          }
        }
  }
  return gap;
}

describe('motion', async () => {
  const asset = await openAvatar();
  const all = avatarNames.map((name) => prepare(avatarOf(asset, name)));

  it('has the clips that scenes name, the sewing pose first', () => {
    for (const { clips } of all) {
      expect([...clips.keys()]).toEqual(['sew', 'a-pose', 'stand', 'walk', 'turn']);
      expect(clips.get('walk')!.poses.length).toBe(66);
    }
  });

  it('walks without a jerk, also from the last frame to the first', () => {
    for (const { frames } of all) {
      const n = frames.walk.length;
      const jerks = frames.walk.map((here, f) => {
        const [before, after] = [frames.walk[(f + n - 1) % n], frames.walk[(f + 1) % n]];
        let most = 0;
        for (let i = 0; i < here.length; i++) {
          most = Math.max(most, Math.abs(before[i] - 2 * here[i] + after[i]));
        }
        return most;
      });
      expect(Math.max(...jerks)).toBeLessThan(0.018);
      expect(Math.max(jerks[0], jerks[n - 1])).toBeLessThan(0.015);
    }
  });

  it('keeps the flat foot on the moving floor within 2 mm', () => {
    for (const { avatar, frames } of all) {
      const step = walkSpeed(avatar) / 60;
      const [from, to] = [Math.ceil(0.11 * 66), Math.floor(0.33 * 66)];
      const { positions: p } = avatar;
      let slide = 0;
      for (let v = 0; v < p.length / 3; v++) {
        if (p[3 * v] < 0 || p[3 * v + 1] > 0.01) continue;
        for (let f = from; f <= to; f++) {
          slide = Math.max(
            slide,
            distanceAt(frames.walk[f], frames.walk[from], v, step * (f - from)),
          );
        }
      }
      expect(slide).toBeLessThan(0.002);
    }
  });

  it('does not sink into the floor nor float', () => {
    for (const { frames } of all) {
      for (const frame of [...frames.walk, ...frames.turn]) {
        expect(lowest(frame)).toBeGreaterThan(-0.003);
        expect(lowest(frame)).toBeLessThan(0.012);
      }
    }
  });

  it('bends the knee as people do and never backwards', () => {
    for (const { clips } of all) {
      const bends = clips.get('walk')!.poses.map(({ heads }) => {
        const [h, k, a] = ['upperleg01.L', 'lowerleg01.L', 'foot.L'].map((b) =>
          heads.subarray(3 * bone(b), 3 * bone(b) + 3),
        );
        return Math.atan2(k[2] - h[2], h[1] - k[1]) - Math.atan2(a[2] - k[2], k[1] - a[1]);
      });
      const degrees = bends.map((r) => (r * 180) / Math.PI);
      expect(Math.min(...degrees)).toBeGreaterThan(0);
      expect(Math.max(...degrees)).toBeGreaterThan(45);
      expect(Math.max(...degrees)).toBeLessThan(70);
    }
  });

  it('leaves 10 mm between arms and trunk for cloth', () => {
    for (const { avatar, frames } of all) {
      const arms = (['L', 'R'] as const).flatMap((s) =>
        verticesOf(avatar, armTriangles(avatar, s)),
      );
      const bust = avatar.positions[3 * avatar.landmarks.nippleL + 1] - 0.03;
      const trunk = verticesOf(avatar, trunkTriangles(avatar)).filter((v) => {
        const y = avatar.positions[3 * v + 1];
        return y > 0.6 && y < bust + 0.03;
      });
      const some = [...frames.walk.filter((_, f) => f % 11 === 0), ...frames.turn];
      const gaps = some.map((frame) => armGap(frame, arms, trunk, bust));
      expect(Math.min(...gaps)).toBeGreaterThan(0.01);
    }
  });

  it('turns once round and ends where it began', () => {
    for (const { avatar, clips } of all) {
      const { poses } = clips.get('turn')!;
      const [first, last] = [poses[0], poses[poses.length - 1]].map((pose) => skin(avatar, pose));
      expect(Math.max(...first.map((c, i) => Math.abs(c - last[i])))).toBeLessThan(1e-4);
      const half = poses[Math.floor(poses.length / 2)];
      expect(Math.abs(half.rotations[4 * bone('root') + 1])).toBeGreaterThan(0.99);
    }
  });

  it('has quaternions of length one whose signs carry on', () => {
    for (const { clips } of all) {
      for (const { poses } of clips.values()) {
        let worst = 0;
        let flips = 0;
        poses.forEach(({ rotations: q }, f) => {
          for (let i = 0; i < q.length; i += 4) {
            worst = Math.max(worst, Math.abs(Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]) - 1));
            if (f === 0) continue;
            const b = poses[f - 1].rotations;
            const along =
              q[i] * b[i] + q[i + 1] * b[i + 1] + q[i + 2] * b[i + 2] + q[i + 3] * b[i + 3];
            if (along < 0.9) flips++;
          }
        });
        expect(worst).toBeLessThan(1e-4);
        expect(flips).toBe(0);
      }
    }
  });

  it('survives rounding within a twentieth of a millimetre, and rounds to itself', () => {
    const { avatar, clips } = all[0];
    const walk = buildClips(avatar)[3];
    const rounded = clips.get('walk')!;
    for (const f of [0, 17, 40]) {
      const [a, b] = [skin(avatar, walk.poses[f]), skin(avatar, rounded.poses[f])];
      expect(Math.max(...a.map((c, i) => Math.abs(c - b[i])))).toBeLessThan(5e-5);
    }
    expect(quantiseClip(rounded).records).toEqual(quantiseClip(walk).records);
  });

  it('is the same bytes every time and everywhere', () => {
    const hashes = all.map(({ avatar }) => {
      let hash = 0x811c9dc5;
      for (const clip of buildClips(avatar)) {
        for (const byte of quantiseClip(clip).records) hash = Math.imul(hash ^ byte, 0x01000193);
      }
      return (hash >>> 0).toString(16);
    });
    expect(hashes).toEqual(['2f7e7d93', '68064fc8', '6bc8480f']);
  });
});
