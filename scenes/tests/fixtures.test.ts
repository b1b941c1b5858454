// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Edges of a pattern that a scene fixes to the wearer: which vertices the events pin, when, and what is refused.
import { describe, expect, it } from 'vitest';
import { cook } from '../src/cook/cook.js';
import { PATTERNS } from '../src/garment/patterns.js';
import { EVENT, PIN } from '../src/model.js';
import type { Scene, SceneGarment } from '../src/scene.js';
import { readCooked, section, words } from './helpers/read_cooked.js';
import { resources } from './helpers/scenes.js';

const known = await resources();

const scene = (pattern: string, fixtures?: string[]): Scene => ({
  name: 'x',
  bodies: [{ kind: 'avatar', name: 'wearer', body: 'woman' }],
  cloths: [
    { kind: 'garment', pattern, resolution: 36.6, ...(fixtures && { fixtures }) } as SceneGarment,
  ],
});

/** The vertices that events pin, with the step, the kind and the element. */
function pinsOf(bytes: Uint8Array) {
  const events = section(readCooked(bytes), 'EVNT');
  const all = Array.from({ length: events.byteLength / 48 }, (_, i) => 48 * i);
  return all
    .filter((at) => events.getUint32(at + 4, true) === EVENT.pin)
    .map((at) => ({
      step: events.getUint32(at, true),
      vertex: events.getUint32(at + 12, true),
      kind: events.getFloat32(at + 16, true),
      element: events.getFloat32(at + 24, true),
    }));
}

describe('fixtures of a garment', () => {
  const edges = Object.values(PATTERNS).flatMap(({ name, fixtures }) =>
    Object.keys(fixtures ?? {}).map((edge): [string, string] => [name, edge]),
  );

  it.each(edges)('%s: %s goes to the nearest of the body once it hangs', (pattern, edge) => {
    const { bytes, info } = cook(scene(pattern, [edge]), known);
    const pins = pinsOf(bytes);
    expect(pins.length).toBeGreaterThan(10);
    for (const { step, kind, element } of pins) {
      expect([step, kind, element]).toEqual([info.settled, PIN.body, -1]);
    }
    const seams = words(section(readCooked(bytes), 'CSEM'));
    const fixed = new Set(pins.map((p) => p.vertex));
    expect(fixed.size).toBe(pins.length);
    for (let i = 0; i < seams.length; i += 2) {
      expect(fixed.has(seams[i]) && fixed.has(seams[i + 1])).toBe(false);
    }
  });

  it('are those of all edges that are named, each once', () => {
    const vertices = (fixtures: string[]) =>
      pinsOf(cook(scene('trousers', fixtures), known).bytes).map((p) => p.vertex);
    const [waist, cuffs] = [vertices(['waist']), vertices(['cuffs'])];
    const both = [...waist, ...cuffs].sort((a, b) => a - b);
    expect(vertices(['cuffs', 'waist', 'cuffs'])).toEqual(both);
  });

  it('change nothing where there are none', () => {
    const plain = cook(scene('trousers'), known).bytes;
    const bytes = cook(scene('trousers', []), known).bytes;
    expect(Buffer.compare(bytes, plain)).toBe(0); // vitest takes seconds for so many
    expect(pinsOf(plain)).toEqual([]);
  });

  it.each([
    [
      'trousers',
      'cufs',
      "cloths[0].fixtures[0]: unknown fixture of 'trousers' 'cufs'; use one of waist, cuffs (did you mean 'cuffs'?)",
    ],
    [
      'skirt',
      'cuffs',
      "cloths[0].fixtures[0]: unknown fixture of 'skirt' 'cuffs'; use one of waist",
    ],
    [
      'tshirt',
      'waist',
      "cloths[0].fixtures[0]: unknown fixture of 'tshirt' 'waist'; use one of cuffs",
    ],
  ])('%s has no %s', (pattern, edge, sentence) => {
    expect(() => cook(scene(pattern, [edge]), known)).toThrow(sentence);
  });

  it('are not sought by what every object has', () => {
    expect(() => cook(scene('skirt', ['constructor']), known)).toThrow(
      "'constructor'; use one of waist",
    );
  });
});
