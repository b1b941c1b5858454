// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every scene of this folder, cooked. Its bytes are golden: after a deliberate change of the cook, of an avatar or of a
// scene, write them anew with WEFT_BLESS=1 npx vitest run tests/scenes.test.ts
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { cook } from '../src/cook/cook.js';
import { EVENT } from '../src/model.js';
import type { Scene, SceneGarment } from '../src/scene.js';
import { events, floats, readCooked, section, words } from './helpers/read_cooked.js';
import { readScene, resources, SCENE_NAMES } from './helpers/scenes.js';

const GOLDEN = new URL('golden_scenes.json', import.meta.url);
const golden = existsSync(GOLDEN)
  ? (JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, string>)
  : {};
const bless = process.env.WEFT_BLESS === '1';
const host = await resources();
const found: Record<string, string> = {};

afterAll(() => {
  if (bless) writeFileSync(GOLDEN, JSON.stringify(found, null, 2) + '\n');
});

const COUNTS: Record<string, [vertices: number, triangles: number]> = {
  'table-cloth': [49, 72],
  'sheets-on-solids': [441, 800],
  tape: [1449, 2472],
};

describe.each(SCENE_NAMES)('%s', (name) => {
  const scene = readScene(name);
  const { bytes, info } = cook(scene, host);
  const file = readCooked(bytes);

  it('has its golden hash and is the same twice', () => {
    found[name] = info.hash;
    expect(scene.name).toBe(name);
    expect(cook(scene, host).info.hash).toBe(info.hash);
    expect(file.hash).toBe(info.hash);
    if (!bless) expect(info.hash).toBe(golden[name]);
  });

  it('holds what the report says', () => {
    info.cloths.forEach((cloth, i) => {
      const positions = floats(section(file, 'CPOS', i));
      expect(positions.length).toBe(3 * cloth.vertices);
      expect(positions.every((x) => Number.isInteger(x * 2 ** 20) && Math.abs(x) < 4)).toBe(true);
      const triangles = words(section(file, 'CTRI', i));
      expect(triangles.length).toBe(3 * cloth.triangles);
      expect(triangles.reduce((a, b) => Math.max(a, b), 0)).toBe(cloth.vertices - 1);
      if (COUNTS[name]) expect([cloth.vertices, cloth.triangles]).toEqual(COUNTS[name]);
    });
    info.bodies.forEach((body, i) => {
      expect(floats(section(file, 'BPOS', i)).length).toBe(3 * body.vertices);
    });
  });

  it('has material triangles that keep their sides', () => {
    info.cloths.forEach((_, i) => {
      const material = floats(section(file, 'CMAT', i));
      const t = words(section(file, 'CTRI', i));
      for (let k = 0; k < t.length; k += 3) {
        const [a, b, c] = [2 * t[k], 2 * t[k + 1], 2 * t[k + 2]];
        const area =
          (material[b] - material[a]) * (material[c + 1] - material[a + 1]) -
          (material[b + 1] - material[a + 1]) * (material[c] - material[a]);
        if (area <= 0) expect.fail(`triangle ${k / 3} is turned over`);
      }
    });
  });

  it('has a timeline in order', () => {
    const steps = events(file).map((e) => e.step);
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
  });
});

describe('a walking garment', () => {
  const cooked = cook(readScene('walk-skirt'), host);
  const line = events(readCooked(cooked.bytes));
  const of = (kind: number) => line.filter((e) => e.kind === kind);

  it('has at least 5000 vertices', () => {
    expect(cooked.info.cloths[0].vertices).toBeGreaterThanOrEqual(5000);
  });

  it('is sewn without gravity and friction, then hangs, then walks', () => {
    const { sewn, settled } = cooked.info;
    expect(of(EVENT.gravity).map((e) => [e.step, Math.round(e.p[1] * 100)])).toEqual([
      [0, 0],
      [sewn, -981],
    ]);
    expect(of(EVENT.friction).map((e) => [e.step, e.p[0]])).toEqual([
      [0, 0],
      [sewn, 1],
    ]);
    expect(of(EVENT.weld).map((e) => e.step)).toEqual([45]);
    const [play] = of(EVENT.play);
    expect(play.step).toBe(settled);
    expect(cooked.info.bodies[0].clips[play.index]).toBe('walk');
    expect(settled).toBeLessThan(90);
  });

  it('is held at its waist by springs on height', () => {
    const pins = section(readCooked(cooked.bytes), 'CPIN');
    let stiffness = 0;
    for (let at = 0; at < pins.byteLength; at += 32) {
      expect(pins.getUint32(at + 4, true)).toBe(2);
      stiffness += pins.getFloat32(at + 28, true);
    }
    expect((0.2 * 9.81) / (0.25 * stiffness)).toBeLessThan(0.002);
  });

  it('of trousers is lifted and gets its feet back', () => {
    const trousers = cook(readScene('walk-trousers'), host);
    const events_ = events(readCooked(trousers.bytes));
    const holds = events_.filter((e) => e.kind === EVENT.hold);
    expect(holds[0].step).toBe(0);
    expect(holds[0].p[1]).toBeCloseTo(-trousers.info.cloths[0].garment!.lift, 5);
    expect(holds[1].p[1]).toBe(0);
    const morphs = events_.filter((e) => e.kind === EVENT.morph);
    expect(morphs.map((e) => e.p[0])).toEqual([1, 0]);
    expect(morphs[1].step).toBeLessThan(trousers.info.sewn);
  });
});

describe('a garment that does not fit', () => {
  const dressedIn = (changes: Partial<SceneGarment>): Scene => {
    const scene = readScene('walk-skirt');
    scene.cloths = [{ ...(scene.cloths[0] as SceneGarment), resolution: 20, ...changes }];
    return scene;
  };

  it.each([
    [{ scale: 1.7 }, /cloths\[0\]: the skirt is far too large for this body/],
    [{ scale: 0.5 }, /cloths\[0\]: the skirt is far too small for this body/],
    [{ pattern: 'tshirt', ease: 700 }, /the tshirt is far too large/],
    [{ options: { lenghtBonus: 1 } }, /unknown option 'lenghtBonus'.*mean 'lengthBonus'/],
    [{ options: { lengthBonus: 9 } }, /the option 'lengthBonus' is 9; write 0.2 to 0.95/],
    [{ resolution: 7, scale: 1.4, options: { lengthBonus: 0.95 } }, /write a larger 'resolution'/],
    [{ pattern: 'trousers', ease: -500 }, /the trousers are far too small/],
  ])('%j gives one sentence', (changes, sentence) => {
    expect(() => cook(dressedIn(changes), host)).toThrow(sentence);
  });

  it.each([{ ease: 60 }, { ease: -20 }, { drafted_for: 'plus' }, { drafted_for: 'man' }])(
    '%j is a matter of taste',
    (changes) => {
      const { info } = cook(dressedIn(changes), host);
      expect(info.cloths[0].garment!.start.crossings).toBe(0);
    },
  );

  it('needs somebody to wear it', () => {
    const scene = dressedIn({});
    expect(() => cook({ ...scene, bodies: [] }, host)).toThrow(/cloths\[0\]\.wearer: .*'wearer'/);
    expect(() => cook(scene, {})).toThrow(/bodies\[0\]: this scene needs the avatar files/);
  });

  it('and a motion that does not exist', () => {
    const scene = dressedIn({});
    scene.bodies = [{ kind: 'avatar', name: 'wearer', body: 'woman', motion: 'wlak' }];
    expect(() => cook(scene, host)).toThrow(/unknown motion 'wlak'.*did you mean 'walk'/);
  });

  it('and weight or friction that comes while it is sewn', () => {
    const scene = dressedIn({});
    scene.timeline = [{ at: 3, do: 'gravity', value: [0, -1.6, 0] }];
    const sentence = /timeline\[0\]\.at: .*without gravity until step (\d+).*'sewn' or later/;
    expect(() => cook(scene, host)).toThrow(sentence);
    scene.timeline = [{ at: 3, do: 'friction', value: 0.5 }];
    expect(() => cook(scene, host)).toThrow(/timeline\[0\]\.at: .*without friction until step/);
    scene.timeline = [{ at: 'sewn', do: 'gravity', value: [0, -1.6, 0] }];
    const { bytes, info } = cook(scene, host);
    const { step, p } = events(readCooked(bytes)).findLast((e) => e.kind === EVENT.gravity)!;
    expect([step, p[1]]).toEqual([info.sewn, Math.fround(-1.6)]);
  });
});
