// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Devices of every speed, each with a mesh that it keeps real time with, or the coarsest.
import { describe, expect, it } from 'vitest';
import { AutoMesh } from '../src/app/auto_mesh';
import type { Level } from '../src/choices';

const FRAME = 1000 / 60;
const EDGES = { coarse: 20, fine: 12, finest: 8 };
const edge = (level: Level) => EDGES[level];
/** A step on a device that takes `coarse` ms with the coarse mesh. */
const cost = (level: Level, coarse: number) => coarse * (EDGES.coarse / EDGES[level]) ** 2;

class Memory {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}

/** Wears it for some seconds on a device; the levels that it went through. */
function wear(auto: AutoMesh, coarse: number | ((now: number) => number), seconds = 20): Level[] {
  const levels = [auto.level];
  const at = typeof coarse === 'number' ? () => coarse : coarse;
  for (let now = 0; now < 1000 * seconds; now += 250) {
    const ms = cost(auto.level, at(now));
    for (let i = 0; i < Math.min(15, 250 / ms); i++) auto.step(ms);
    const share = now < 1500 ? null : Math.min(1, FRAME / ms);
    const next = auto.judge(share, FRAME, edge, now);
    if (next !== levels.at(-1)) levels.push(next);
  }
  return levels;
}

describe('the mesh that a device gets', () => {
  it('is the finest that leaves room, reached in one change', () => {
    expect(wear(new AutoMesh(null), 1)).toEqual(['coarse', 'finest']);
    expect(wear(new AutoMesh(null), 1.8)).toEqual(['coarse', 'finest']);
    expect(wear(new AutoMesh(null), 3)).toEqual(['coarse', 'fine']);
    expect(wear(new AutoMesh(null), 12)).toEqual(['coarse']);
    expect(wear(new AutoMesh(null), 80)).toEqual(['coarse']);
  });

  it('keeps real time on every device that can', () => {
    for (let coarse = 0.2; coarse < FRAME; coarse *= 1.1) {
      const auto = new AutoMesh(null);
      wear(auto, coarse);
      expect(cost(auto.level, coarse)).toBeLessThanOrEqual(FRAME);
    }
  });

  it('gets coarser, level by level, where a device slows down, and not finer again in that visit', () => {
    const auto = new AutoMesh(null);
    const hot = (now: number) => (now < 5000 ? 1 : now < 30_000 ? 14 : 1);
    expect(wear(auto, hot, 60)).toEqual(['coarse', 'finest', 'fine', 'coarse']);
  });

  it('is left alone by a hiccup', () => {
    const hiccup = (now: number) => (now > 8000 && now < 9500 ? 9 : 1.5);
    expect(wear(new AutoMesh(null), hiccup)).toEqual(['coarse', 'finest']);
  });

  it('is remembered, and what is kept may be anything', () => {
    const memory = new Memory();
    wear(new AutoMesh(memory), 3);
    expect(wear(new AutoMesh(memory), 3)).toEqual(['fine']);
    memory.setItem('weft.mesh', 'gossamer');
    expect(new AutoMesh(memory).level).toBe('coarse');
    const forbidden = () => {
      throw new Error('no storage here');
    };
    const auto = new AutoMesh({ getItem: forbidden, setItem: forbidden });
    expect(wear(auto, 1)).toEqual(['coarse', 'finest']);
  });
});
