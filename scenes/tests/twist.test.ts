// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A tube on discs that turn: where it starts, what carries it, how far the discs turn.
import { describe, expect, it } from 'vitest';
import { cook } from '../src/cook/cook.js';
import { EVENT, PIN } from '../src/model.js';
import { tubeSheet } from '../src/cloth/tube.js';
import type { Scene } from '../src/scene.js';
import { events, floats, readCooked, section, words } from './helpers/read_cooked.js';
import { readScene } from './helpers/scenes.js';

const scene = readScene('twist');
const { bytes, info } = cook(scene);
const file = readCooked(bytes);

describe('a tube', () => {
  const tube = tubeSheet(0.25, 1, 80, 51);

  it('faces outward and keeps its lengths', () => {
    const { positions: p, material: m, triangles: t } = tube;
    for (let i = 0; i < t.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((x) => p[3 * t[i + k] + x]));
      const [u, v] = [b, c].map((q) => q.map((x, k) => x - a[k]));
      const outward = (u[1] * v[2] - u[2] * v[1]) * a[0] + (u[0] * v[1] - u[1] * v[0]) * a[2];
      expect(outward).toBeGreaterThan(0);
      const [x, y] = [t[i], t[i + 1]];
      const inCloth = Math.hypot(m[2 * x] - m[2 * y], m[2 * x + 1] - m[2 * y + 1]);
      expect(Math.abs(Math.hypot(...u) / inCloth - 1)).toBeLessThan(0.001);
    }
  });

  it('has a seam whose sides lie on each other, bit for bit', () => {
    const placed = floats(section(file, 'CPOS'));
    const seams = words(section(file, 'CSEM'));
    expect(seams.length).toBe(2 * 51);
    for (let i = 0; i < seams.length; i += 2) {
      const [a, b] = [3 * seams[i], 3 * seams[i + 1]];
      expect(placed.slice(a, a + 3)).toEqual(placed.slice(b, b + 3));
    }
    expect(events(file).filter((e) => e.kind === EVENT.weld)).toHaveLength(1);
    expect(info.cloths[0].vertices - info.cloths[0].seams).toBe(4080);
  });
});

describe('the discs', () => {
  it('carry both ends, with every carrying vertex straight above or below', () => {
    const pins = section(file, 'CPIN');
    expect(pins.byteLength).toBe(32 * 2 * 81);
    const cloth = floats(section(file, 'CPOS'));
    for (let at = 0; at < pins.byteLength; at += 32) {
      const [vertex, kind, body, element] = [0, 4, 8, 12].map((o) => pins.getUint32(at + o, true));
      expect(kind).toBe(PIN.body);
      const disc = floats(section(file, 'BPOS', body));
      const gap = [0, 1, 2].map((k) => disc[3 * element + k] - cloth[3 * vertex + k]);
      expect(Math.abs(gap[0]) + Math.abs(gap[2])).toBeLessThan(4e-6);
      expect(Math.abs(gap[1])).toBeCloseTo(0.01, 5);
      expect(gap[1] > 0).toBe(body === 0);
    }
  });

  it('turn by five half-turns against each other, softly, and come nearer', () => {
    const ends = [0, 1].map((owner) => {
      const clip = section(file, 'CLIP', owner);
      const frames = clip.getUint32(0, true);
      expect(frames).toBe(541);
      let turned = 0;
      let most = 0;
      let before = 0;
      for (let f = 0; f < frames; f++) {
        const [y, w] = [2, 6].map((o) => clip.getInt16(40 + 20 * f + o, true));
        const angle = (Math.atan2(y, w) * 360) / Math.PI;
        const step = f === 0 ? 0 : angle - before - 720 * Math.round((angle - before) / 720);
        turned += step;
        most = Math.max(most, Math.abs(step));
        before = angle;
      }
      expect(most).toBeLessThan(2);
      const height = (f: number) => clip.getInt32(40 + 20 * f + 12, true) / 2 ** 20;
      return { turned, moved: height(frames - 1) - height(0) };
    });
    expect(ends[0].turned).toBeCloseTo(450, 1);
    expect(ends[1].turned).toBeCloseTo(-450, 1);
    expect(ends[0].moved - ends[1].moved).toBeCloseTo(-0.2, 5);
  });

  it('let go once they stand', () => {
    const [release] = events(file).filter((e) => e.kind === EVENT.release);
    expect(release.index).toBe(PIN.body);
    expect(release.step).toBeGreaterThan(541);
  });

  it('must be there', () => {
    const other = structuredClone(scene) as Scene & { cloths: [{ pins: { body: string }[] }] };
    other.cloths[0].pins[0].body = 'uper';
    expect(() => cook(other)).toThrow(/cloths\[0\]\.pins: unknown body 'uper'.*mean 'upper'/);
  });
});
