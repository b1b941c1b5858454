// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Choices become scenes that the schema accepts, and come back out of them.
import { checkScene, type Scene } from 'weft-scenes';
import { describe, expect, it } from 'vitest';
import {
  BODIES,
  COLOURS,
  DEFAULT_CHOICES,
  FABRICS,
  fromLook,
  GARMENTS,
  LEVELS,
  lookOf,
  MOTIONS,
  PRINTS,
  toChoices,
} from '../src/choices';
import { choicesOf, liveEventsBetween, sceneOf } from '../src/app/scene_of';

const base = { ...DEFAULT_CHOICES, mesh: 'fine' } as const;

describe('scenes of choices', () => {
  it('pass the schema, all of them, and read back', () => {
    for (const { value: body } of BODIES) {
      for (const { value: garment } of GARMENTS) {
        for (const { value: fabric } of FABRICS) {
          for (const { value: motion } of MOTIONS) {
            const choices = { ...base, body, garment, fabric, motion, wind: 2.5 };
            const scene = checkScene(JSON.parse(JSON.stringify(sceneOf(choices))));
            const read = choicesOf(scene)!;
            const second = { ...choices.second, ...read.second };
            expect({ ...choices, ...read, second }).toEqual(choices);
          }
        }
      }
    }
  });

  it('keep the methods that a link chose', () => {
    const methods: Scene['methods'] = {
      structure: { name: 'dop_tree', k: 18, self: 'cones', leaf_test: 'reused' },
    };
    const scene = checkScene(JSON.parse(JSON.stringify(sceneOf(base, methods))));
    expect(scene.methods).toEqual(methods);
    expect(choicesOf(scene)).not.toBeNull(); // it is one of the panel all the same
    expect('methods' in sceneOf(base)).toBe(false);
  });

  it('end in what the timeline did', () => {
    const timeline = [
      { at: 90, do: 'fabric', cloth: 'skirt', fabric: 'silk' },
      { at: 95, do: 'wind', value: [0, 0, -4], gust: 1.6 },
      { at: 99, do: 'play', body: 'wearer', clip: 'turn', blend: 1 },
    ];
    const scene = checkScene({ ...sceneOf(base), timeline });
    expect(choicesOf(scene)).toMatchObject({ fabric: 'silk', wind: 4, motion: 'turn' });
  });

  it('are told from other scenes', () => {
    const other: Scene = { name: 'sheet', cloths: [] };
    expect(choicesOf(other)).toBeNull();
  });
});

describe('events between choices', () => {
  const scene = sceneOf(base);

  it('are events for what a running scene can follow', () => {
    const next = { ...base, fabric: 'wool', motion: 'stand', wind: 3 } as const;
    const events = liveEventsBetween(scene, base, next);
    expect(events?.map((d) => d.do)).toEqual(['fabric', 'play', 'wind']);
    const timeline = events!.map((event) => ({ at: 100, ...event }));
    expect(() => checkScene({ ...scene, timeline })).not.toThrow();
  });

  it('are none for a colour, and impossible for another garment', () => {
    expect(liveEventsBetween(scene, base, { ...base, colour: 'moss', print: 'dots' })).toEqual([]);
    expect(liveEventsBetween(scene, base, { ...base, garment: 'trousers' })).toBeNull();
    expect(liveEventsBetween(scene, base, { ...base, body: 'man' })).toBeNull();
  });

  it('go to the garment that they are for', () => {
    const both = { ...base, garment: 'tshirt+skirt' } as const;
    const next = { ...both, second: { ...both.second, fabric: 'silk' } } as const;
    const worn = sceneOf(both);
    const events = liveEventsBetween(worn, both, next)!;
    expect(events).toEqual([{ do: 'fabric', cloth: 'tshirt', fabric: 'silk' }]);
    const timeline = events.map((event) => ({ at: 100, ...event }));
    const read = choicesOf(checkScene({ ...worn, timeline }))!;
    expect(read.second.fabric).toBe('silk');
    expect(read.fabric).toBe('cotton');
    expect(liveEventsBetween(scene, base, { ...base, second: next.second })).toEqual([]);
  });

  it('cannot make a mesh coarser while it is worn', () => {
    const coarse = { ...base, mesh: 'coarse' } as const;
    expect(liveEventsBetween(scene, base, coarse)).toBeNull();
    for (const mesh of LEVELS) {
      for (const { value: garment } of GARMENTS) {
        expect(choicesOf(sceneOf({ ...base, garment, mesh }))!.mesh).toBe(mesh);
      }
    }
  });

  it('blend into the dance and out of it, but begin it anew where it was not cooked', () => {
    const dance = { ...base, motion: 'dance' } as const;
    const [event] = liveEventsBetween(scene, base, dance)!;
    expect(event).toMatchObject({ do: 'play', clip: 'dance', blend: 1 });
    expect(liveEventsBetween(sceneOf(dance), dance, base)?.map((d) => d.do)).toEqual(['play']);
    const old = sceneOf(base);
    const [body] = old.bodies!;
    if (body.kind === 'avatar') delete body.motions;
    expect(liveEventsBetween(old, base, dance)).toBeNull();
    old.timeline = [{ at: 90, do: 'play', body: 'wearer', clip: 'dance' }];
    expect(liveEventsBetween(old, base, dance)).toHaveLength(1);
  });
});

describe('choices', () => {
  it('are made of anything', () => {
    for (const junk of [null, 7, 'x', [], { body: 'ghost', wind: 'gale' }, { wind: 1e9 }]) {
      const choices = toChoices(junk);
      expect(choices.body).toBe('woman');
      expect(choices.wind).toBeLessThanOrEqual(8);
    }
  });

  it('keep their look through a link', () => {
    for (const { value: colour } of COLOURS) {
      for (const { value: print } of PRINTS) {
        expect(fromLook(lookOf({ ...base, colour, print }))).toMatchObject({ colour, print });
        const second = { ...base.second, colour, print };
        const both = { ...base, garment: 'tshirt+skirt', second } as const;
        expect(fromLook(lookOf(both)).second).toEqual({ colour, print });
      }
    }
    expect(fromLook('<script>.x')).toMatchObject({ colour: base.colour, print: base.print });
  });

  it('keep the look of links and histories from before two garments had looks of their own', () => {
    expect(lookOf(base)).toBe('clay.plain');
    expect(fromLook('chalk.dots')).toEqual({
      colour: 'chalk',
      print: 'dots',
      second: { colour: 'ink', print: 'plain' },
    });
    const { second } = toChoices({ garment: 'tshirt+skirt', fabric: 'silk', colour: 'moss' });
    expect(second).toEqual({ fabric: 'jersey', colour: 'chalk', print: 'plain' });
    expect(toChoices({ second: { fabric: 'wool', print: 7 } }).second).toEqual({
      fabric: 'wool',
      colour: 'chalk',
      print: 'plain',
    });
  });
});
