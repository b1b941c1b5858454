// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkScene } from '../src/check.js';
import { cook } from '../src/index.js';
import { SCENE_SCHEMA } from '../src/schema.js';

type Loose = Record<string, unknown> & { [key: string]: never };
const scene = () =>
  ({
    name: 'x',
    bodies: [{ kind: 'avatar', name: 'wearer', body: 'woman' }],
    cloths: [{ kind: 'garment', pattern: 'skirt' }],
    timeline: [],
  }) as unknown as Loose;

const complaint = (spoil: (s: Loose) => void): string => {
  const s = scene();
  spoil(s);
  try {
    checkScene(s);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no complaint';
};

const set = (path: string, value: unknown) => (s: Loose) => {
  const keys = path.split('.');
  const last = keys.pop()!;
  (keys.reduce((o, k) => o[k], s as never) as Record<string, unknown>)[last] = value;
};

describe('a scene with a mistake gets one sentence', () => {
  it.each([
    ['clohts', [], "clohts: unknown key 'clohts'; use one of", "did you mean 'cloths'?"],
    ['cloths.0.pattern', 'skrit', "cloths[0].pattern: unknown pattern 'skrit'", "mean 'skirt'?"],
    ['cloths.0.fabric', 'coton', "cloths[0].fabric: unknown fabric 'coton'", "mean 'cotton'?"],
    ['cloths.0.fabric', { densty: 1 }, 'cloths[0].fabric.densty: unknown key', "mean 'density'?"],
    ['cloths.0.fixtures', 'waist', 'cloths[0].fixtures: "waist" is not', 'write an array'],
    ['cloths.0.fixtures', [''], 'cloths[0].fixtures[0]: "" is not a name', ''],
    ['cloths.0.resolution', 2, 'cloths[0].resolution: 2 is too small', 'the least is 6'],
    ['cloths.0.resolution', 'fine', 'cloths[0].resolution: "fine" is not', 'write a number'],
    ['bodies.0.kind', 'avatr', "bodies[0].kind: unknown kind 'avatr'", "mean 'avatar'?"],
    ['bodies.0.body', 'womn', "bodies[0].body: unknown body 'womn'", 'woman, man, plus'],
    ['methods', { solver: 'magic' }, "methods.solver: unknown solver 'magic'", 'implicit_euler'],
    ['methods', { solver: 'vdb' }, "methods.solver: unknown solver 'vdb'", "did you mean 'vbd'?"],
    ['methods', { structure: 'uniform_gird' }, 'methods.structure:', "mean 'uniform_grid'?"],
    [
      'methods',
      { structure: { name: 'inclusion_feld' } },
      'methods.structure.name:',
      "did you mean 'inclusion_field'?",
    ],
    ['methods', { dop_k: 7 }, 'methods.structure.k: 7 is not allowed', '6, 8, 14, 18, 26'],
    [
      'methods',
      { structure: { name: 'dop_tree', arty: 4 } },
      "methods.structure.arty: unknown parameter of 'dop_tree' 'arty'",
      "did you mean 'arity'?",
    ],
    [
      'methods',
      { structure: { name: 'dop_tree', cell: 2 } },
      "methods.structure.cell: 'cell' is a parameter of the structure 'uniform_grid', not of 'dop_tree'",
      'which takes k, arity',
    ],
    [
      'methods',
      { structure: { name: 'uniform_grid', cell: 20 } },
      'methods.structure.cell: 20 is too large',
      'the most is 8',
    ],
    ['methods', { structure: { k: 8 } }, "the key 'name' is missing", 'dop_tree, uniform_grid'],
    [
      'methods',
      { solver: { name: 'vbd', k: 8 } },
      "'k' is a parameter of the structure 'dop_tree', not of 'vbd'",
      'which takes sweeps, later_sweeps',
    ],
    [
      'methods',
      { solver: { name: 'implicit_euler', iteration: 8 } },
      "unknown parameter of 'implicit_euler' 'iteration'",
      "did you mean 'iterations'?",
    ],
    [
      'methods',
      { solver: { name: 'implicit_euler', iterations: 500 } },
      'methods.solver.iterations: 500 is too large',
      'the most is 200',
    ],
    [
      'methods',
      { repair: { name: 'none', q: 1 } },
      "unknown parameter of 'none' 'q'",
      'there is none',
    ],
    ['gravity', [0, 1], 'gravity: a list of 2', 'exactly 3 values'],
    ['cloths', [], 'cloths: a list of 0', 'between 1 and 16'],
    ['cloths', [null], 'cloths[0]: null is not what belongs here', 'an object'],
    ['cloths.0', {}, "cloths[0]: the key 'kind' is missing", 'grid, disc, tube, mesh, garment'],
    ['cloths.0', { kind: 'grid', size: [1, 1], colums: 7, rows: 7 }, "'columns' is missing", ''],
    ['timeline.0', { at: 0, do: 'plya' }, "timeline[0].do: unknown event 'plya'", "mean 'play'?"],
    ['timeline.0', { at: 'sewed', do: 'drop' }, "unknown moment 'sewed'", "mean 'sewn'?"],
    ['timeline.0', { at: 0, do: 'play' }, "timeline[0]: the key 'clip' is missing", ''],
    ['name', 'é', 'name: "é" is not a name', ''],
  ])('%s = %j', (path, value, start, hint) => {
    const said = complaint(set(path, value));
    expect(said).toContain(start);
    expect(said).toContain(hint);
    expect(said.split('\n').length).toBe(1);
  });

  it('parameters of another narrow phase', () => {
    const methods = { response: { name: 'offset_surfaces', every: 3 }, narrow_phase: 'ccd' };
    expect(complaint(set('methods', methods))).toContain(
      "'every' is a parameter of the narrow_phase 'auto', not of 'offset_surfaces'",
    );
  });

  it('names that are not unique', () => {
    const twins = [0, 1].map(() => ({ kind: 'garment', name: 'a', pattern: 'skirt' }));
    expect(complaint(set('cloths', twins))).toContain("cloths[1].name: 'a' is taken");
  });

  it('vertices that do not exist', () => {
    const mesh = { kind: 'mesh', positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 3] };
    expect(complaint(set('cloths.0', mesh))).toContain('vertex 3 does not exist');
  });

  it('something that is no object', () => {
    expect(() => checkScene(7)).toThrow(/a scene is a JSON object/);
  });
});

describe('a scene of before', () => {
  it('has how often ways are traced beside the response', () => {
    const scene = { name: 'a', cloths: [{ kind: 'grid', size: [1, 1], columns: 3, rows: 3 }] };
    const former = { response: { name: 'offset_surfaces', every: 6, smooth: 0 } };
    const { methods } = checkScene({ ...scene, methods: former });
    expect(methods).toEqual({
      response: { name: 'offset_surfaces', smooth: 0 },
      narrow_phase: { name: 'auto', every: 6 },
    });
    const usual = { response: { name: 'offset_surfaces', every: 1 } };
    expect(cook(checkScene({ ...scene, methods: usual })).bytes).toEqual(
      cook(checkScene({ ...scene, methods: { response: 'offset_surfaces' } })).bytes,
    );
  });
});

describe('the schema', () => {
  it('accepts a scene without mistakes', () => {
    expect(complaint(() => {})).toBe('no complaint');
  });

  it('is the file schema.json', () => {
    const file = readFileSync(new URL('../schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(SCENE_SCHEMA)));
  });
});
