// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cook } from '../src/cook/cook.js';
import { convertGraph } from '../src/graph/convert.js';
import { readEventGraph } from '../src/graph/graph.js';
import type { Scene } from '../src/scene.js';
import { resources } from './helpers/scenes.js';

const papers = new URL('../../tests/papers/', import.meta.url);
const text = readFileSync(new URL('gusts.egml', papers), 'utf8');
const scene: Scene = {
  name: 'x',
  bodies: [{ kind: 'avatar', name: 'woman', body: 'woman' }],
  cloths: [{ kind: 'grid', name: 'sheet', size: [1, 1], columns: 3, rows: 3 }],
};

const convert = (graph: string, given = scene) =>
  convertGraph(readEventGraph(graph), given).timeline;

const complaint = (graph: string): string => {
  try {
    convert(graph);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no complaint';
};

describe('an event graph', () => {
  it('becomes a timeline', () => {
    const graph = readEventGraph(text);
    expect(graph.scene).toBe('prometheus.json');
    expect(convertGraph(graph, scene).timeline).toEqual([
      { at: 60, do: 'play', body: 'woman', clip: 'walk', blend: 0.5 },
      { at: 90, do: 'gust', value: [2, 0, 0.5], gust: 1, seconds: 0.75 },
      { at: 150, do: 'gust', value: [4, 0, 1], gust: 2, seconds: 0.5 },
    ]);
  });

  it('keeps what the scene has, and counts in its frames', () => {
    const given = {
      ...scene,
      frame: 0.01,
      timeline: [{ at: 30, do: 'drop' }],
    };
    const timeline = convert(
      'DEF s Start {} DEF a Drop { delay 0.1 } DEF b Drop { delay 1 } ROUTE s.done TO a.begin ROUTE s.begun TO b.begin',
      given,
    );
    expect(timeline?.map(({ at }) => at)).toEqual([10, 30, 100]);
  });

  it('happens once for every way that leads to a node', () => {
    const timeline = convert(
      'DEF s Start {} DEF a Drop { delay 1 } DEF b Drop { delay 2 } DEF c Gravity { value 0 -9.81 0 }' +
        ' ROUTE s.done TO a.begin ROUTE s.done TO b.begin ROUTE a.done TO c.begin ROUTE b.done TO c.begin',
    );
    expect(timeline?.map((event) => [event.at, event.do])).toEqual([
      [60, 'drop'],
      [60, 'gravity'],
      [120, 'drop'],
      [120, 'gravity'],
    ]);
  });

  it('begins at a moment that the cook knows', () => {
    const timeline = convert(
      'DEF s Moment { name "settled" } DEF a Play { clip "walk" } ROUTE s.done TO a.begin',
    );
    expect(timeline).toEqual([{ at: 'settled', do: 'play', clip: 'walk' }]);
  });
});

describe('the sequence of the paper', () => {
  it('has a skirt of 480 triangles that the waist carries, and walks', async () => {
    const read = (name: string) => readFileSync(new URL(name, papers), 'utf8');
    const standing = JSON.parse(read('prometheus.json')) as Scene;
    const walking = convertGraph(readEventGraph(read('prometheus.egml')), standing);
    const { info } = cook(walking, await resources());
    expect(info.cloths[0]).toMatchObject({ triangles: 480, pins: 25 });
    expect(info.steps).toBe(520);
  });
});

describe('an event graph with a mistake gets one sentence', () => {
  const start = 'DEF s Start {}\n';
  it.each([
    [
      `${start}DEF a Drop {} DEF b Drop {}\nROUTE s.done TO a.begin ROUTE a.done TO b.begin\nROUTE b.done TO a.begin`,
      'line 4: the graph goes round, a to b to a, and would never end; take this route away',
    ],
    [`${start}DEF a Drop {}\nROUTE a.begun TO a.begin`, 'line 3: the graph goes round, a to a,'],
    [
      'DEF a Paly { clip "walk" }',
      "line 1: unknown node 'Paly'; use one of",
      "did you mean 'Play'?",
    ],
    [`${start}ROUTE s.done TO walk.begin`, "line 2: unknown node 'walk'; use one of s"],
    [`${start}DEF a Drop {} ROUTE s.doen TO a.begin`, "unknown end of a route 'doen'", "'done'"],
    ['DEF a Drop { delay 1.5s }', "line 1: '1.5s' of delay is not a number; write it like 1.5"],
    ['DEF a Drop { delay -1 }\nDEF s Start {} ROUTE s.done TO a.begin', "the delay of 'a' is not"],
    ['DEF a Drop { delay }', "line 1: 'delay' has no value"],
    ['DEF a Drop { dealy 1 }', "unknown field of Drop 'dealy'", "did you mean 'delay'?"],
    [`${start}DEF s Drop {}`, "line 2: the name 's' is taken by the node of line 1"],
    [`${start}ROUTE s.done TO s.begin`, "'s' is a Start and begins by itself"],
    [`${start}DEF a Drop {}`, "line 2: nothing leads to 'a' from a Start or a Moment"],
    ['DEF a Drop { delay 1', "line 1: the file ends where a field or the '}' of a should stand"],
    ['DEF a Play { clip "walk }', 'a text begins with " and does not end'],
    ['DEF m Moment {} DEF a Drop {} ROUTE m.done TO a.begin', 'Moment needs its name'],
    [
      'DEF m Moment { name "sewn" } DEF a Drop { delay 2 }\nROUTE m.done TO a.begin',
      "line 2: 'a' would wait 2 s after 'sewn'",
    ],
    [`${start}ROUTE s TO a.begin`, "'s' is no end of a route"],
    [`${start}DEF a Gust { value 1 "x" }`, "'value' has 2 values of which one is a text"],
    [`${start}DEF a Gravity { value 0 -500 0 } ROUTE s.done TO a.begin`, 'timeline[0].value'],
  ])('%s', (graph, ...parts) => {
    const said = complaint(graph);
    parts.forEach((part) => expect(said).toContain(part));
    expect(said).not.toContain('\n');
  });

  it('of more events than a timeline holds', () => {
    const nodes = Array.from({ length: 16 }, (_, k) => `DEF n${k} Drop {}`).join('\n');
    const twice = Array.from({ length: 15 }, (_, k) =>
      `ROUTE n${k}.done TO n${k + 1}.begin\n`.repeat(2),
    ).join('');
    expect(complaint(`${start}${nodes}\nROUTE s.done TO n0.begin\n${twice}`)).toContain(
      'more than 20000 events',
    );
  });
});
