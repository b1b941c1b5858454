// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every method by its name: the table is that of the core, the small module has the defaults, and the one with every
// method comes when a name needs it. It runs the built package, which finds its modules by itself.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cook, type Scene } from 'weft-scenes';
import { Weft, WeftError, type MethodOptions } from '../dist/main.js';
import { box, sheet } from './support.js';

const labFile = new URL('../dist/weft-lab.wasm', import.meta.url);

function fallOnBox(weft: Weft, methods: MethodOptions, steps = 20): string {
  const world = weft.createWorld(methods);
  world.addBody(box(0.2));
  world.addCloth(sheet(9, 0.3, 0.11));
  for (let step = 0; step < steps; ++step) {
    world.step();
  }
  const hash = world.hash();
  world.dispose();
  return hash;
}

async function errorOf(call: () => unknown): Promise<WeftError> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(WeftError);
    return error as WeftError;
  }
  throw new Error('nothing was thrown');
}

test('a choice may be made by its name, and is made in the module that has it', async () => {
  const weft = await Weft.load();
  const plain = weft.createWorld();
  expect(() => plain.setParameter('structure', 'split', 'mezger')).toThrow('weft-lab.wasm');
  const methods = { structure: { name: 'dop_tree', split: 'mezger', inflate: 'cones' } } as const;
  expect(weft.has(methods)).toBe(false);
  await weft.prepare(methods);
  const world = weft.createWorld(methods);
  const tree = { name: 'dop_tree', k: 6, arity: 8 };
  expect(world.methods().structure).toEqual({ ...tree, split: 'mezger', inflate: 'cones' });
  world.setParameter('structure', 'inflate', 'swept');
  expect(world.methods().structure).toEqual({ ...tree, split: 'mezger' });
  expect(() => weft.createWorld({ structure: { name: 'dop_tree', split: 'medien' } })).toThrow(
    'structure.split: "medien" is not one of median, mezger; the nearest is "median".',
  );
});

test('every method with every choice of its parameters steps cloth', async () => {
  const weft = await Weft.load();
  for (const { stage, name, parameters } of weft.methods()) {
    const usual = Object.fromEntries(parameters.map((p) => [p.name, p.usual]));
    const chosen = parameters.flatMap(({ name, choices, low, high }) =>
      (choices.length > 0 ? choices : [low, high]).map((value) => ({ ...usual, [name]: value })),
    );
    for (const values of [{}, usual, ...chosen]) {
      const methods = { [stage]: { name, ...values } } as MethodOptions;
      await weft.prepare(methods);
      const world = weft.createWorld(methods);
      expect(world.methods()[stage].name).toBe(name);
      for (const [parameter, value] of Object.entries(values)) {
        const {
          names,
          choices,
          lab,
          usual: common,
        } = parameters.find((p) => p.name === parameter)!;
        const shown = world.methods()[stage][parameter];
        if (lab && value === common) {
          expect(shown).toBeUndefined();
        } else if (names.length > 0) {
          expect(shown).toBe(names[choices.indexOf(value)]);
        } else {
          expect(shown).toBeCloseTo(value, 6);
        }
      }
      world.dispose();
      expect(fallOnBox(weft, methods, 8)).toMatch(/^[0-9a-f]{16}$/);
    }
  }
});

test('structures with boxes find the same pairs in both modules', async () => {
  const small = await Weft.load();
  const all = await Weft.load({ methods: { structure: 'uniform_grid' } });
  const hash = fallOnBox(small, {});
  expect(fallOnBox(all, { structure: 'uniform_grid' })).toBe(hash);
  expect(fallOnBox(all, { structure: { name: 'uniform_grid', cell: 3 } })).toBe(hash);
  expect(fallOnBox(all, { structure: 'brute_force' })).toBe(hash);
  expect(fallOnBox(all, { structure: { k: 6, arity: 2 } })).toBe(hash);
});

test('a name that is not among the defaults needs its module first', async () => {
  const weft = await Weft.load();
  expect(weft.has({ structure: 'dop_tree' })).toBe(true);
  expect(weft.has({ structure: 'uniform_grid' })).toBe(false);
  const error = await errorOf(() => weft.createWorld({ structure: 'uniform_grid' }));
  expect(error.code).toBe('WEFT_ERROR_UNKNOWN_METHOD');
  expect(error.message).toContain('The structure "uniform_grid" needs the module weft-lab.wasm');
  const world = weft.createWorld();
  const later = await errorOf(() => world.setMethod('solver', 'vbd'));
  expect(later.message).toContain('The solver "vbd" needs the module weft-lab.wasm');
  await weft.prepare({ structure: 'uniform_grid' });
  expect(weft.has({ solver: 'vbd' })).toBe(true);
  weft.createWorld({ structure: 'uniform_grid' }).setMethod('solver', 'vbd');
});

test('a module that cannot be had is one sentence, and the rest goes on', async () => {
  const weft = await Weft.load({ lab: { url: new URL('none.wasm', import.meta.url) } });
  const error = await errorOf(() => weft.prepare({ repair: 'contour' }));
  expect(error.message).toMatch(
    /The repair "contour" needs the module weft-lab\.wasm, which cannot/,
  );
  expect(fallOnBox(weft, {})).toMatch(/^[0-9a-f]{16}$/);
  const given = await Weft.load({ lab: { bytes: readFileSync(labFile) } });
  await given.prepare({ repair: 'contour' });
  given.createWorld({ repair: 'contour' }).dispose();
});

const scene = {
  name: 'grid',
  bodies: [{ kind: 'cube', size: 0.3 }],
  cloths: [{ kind: 'grid', size: [0.3, 0.3], columns: 9, rows: 9, at: [0, 0.2, 0] }],
} as Scene;

test('a cooked scene brings its methods along', async () => {
  const weft = await Weft.load();
  const bytes = cook({
    ...scene,
    methods: { structure: { name: 'uniform_grid', cell: 2 }, repair: 'none' },
  }).bytes;
  expect(weft.has(bytes)).toBe(false);
  expect((await errorOf(() => weft.loadScene(bytes))).message).toContain('uniform_grid');
  const world = await weft.openScene(bytes);
  expect(world.methods()).toMatchObject({
    structure: { name: 'uniform_grid', cell: 2 },
    solver: { name: 'implicit_euler' },
    repair: { name: 'none' },
  });
  const other = await weft.openScene(bytes, { structure: { name: 'dop_tree', k: 14 } });
  expect(other.methods().structure).toEqual({ name: 'dop_tree', k: 14, arity: 8 });
  const cell = await errorOf(() => weft.openScene(bytes, { structure: { k: 8 } }));
  expect(cell.message).toContain(
    '"k" is a parameter of the structure dop_tree, not of uniform_grid',
  );
});

test('a scene that names the defaults is the scene that names nothing', () => {
  const named = {
    ...scene,
    methods: { structure: { name: 'dop_tree', k: 6, arity: 8 }, solver: 'implicit_euler' },
  };
  expect(cook(named as Scene).bytes).toEqual(cook(scene).bytes);
});

test('a worker gets the module from the page', async () => {
  const there = await Weft.load({ worker: true });
  const here = await Weft.load({ methods: { structure: 'uniform_grid' } });
  const world = await there.createWorld({ structure: { name: 'uniform_grid', cell: 4 } });
  await world.addBody(box(0.2));
  await world.addCloth(sheet(9, 0.3, 0.11));
  for (let step = 0; step < 20; ++step) {
    await world.step();
  }
  expect(await world.hash()).toBe(
    fallOnBox(here, { structure: { name: 'uniform_grid', cell: 4 } }),
  );
  const opened = await there.openScene(cook({ ...scene, methods: { solver: 'vbd' } }).bytes);
  expect((await opened.methods()).solver.name).toBe('vbd');
  const error = await errorOf(() => there.createWorld({ structure: 'octree' as never }));
  expect(error.message).toContain('there is no structure "octree"');
  there.dispose();
});

const wrong: [unknown, string][] = [
  [
    { structure: 'uniform_gird' },
    'there is no structure "uniform_gird"; the nearest is "uniform_grid"',
  ],
  [{ structure: 'inclusion_feld' }, 'the nearest is "inclusion_field"'],
  [{ structure: 'grid' }, 'there is no structure "grid"; the nearest is "uniform_grid"'],
  [{ solver: 'implicit' }, 'the nearest is "implicit_euler"'],
  [{ structure: { tol: 0.1 } }, 'dop_tree has no parameter "tol"; the nearest is "tolerance"'],
  [
    { structure: { name: 'dop_tree', split: 'mezzger' } },
    'structure.split: "mezzger" is not one of median, mezger; the nearest is "mezger"',
  ],
  [{ response: { name: 'filtr' } }, 'the nearest is "filter"'],
  [
    { structure: { name: 'dop_tree', arty: 4 } },
    'dop_tree has no parameter "arty"; the nearest is "arity"',
  ],
  [
    { structure: { name: 'brute_force', k: 6 } },
    '"k" is a parameter of the structure dop_tree, not of brute_force, which takes none',
  ],
  [{ structure: { k: 9 } }, 'structure.k: 9 is not one of 6, 8, 14, 18, 26; the nearest is 8'],
  [{ structure: { k: '8' } }, 'structure.k: "8" is not one of'],
  [
    { structure: { name: 'uniform_grid', cell: 9 } },
    'structure.cell: 9 is not a finite number from 0.5 to 8; the nearest is 8',
  ],
  [
    { solver: { iteration: 9 } },
    'implicit_euler has no parameter "iteration"; the nearest is "iterations"',
  ],
  [
    { solver: { iterations: 0 } },
    'solver.iterations: 0 is not a whole number from 5 to 200; the nearest is 5',
  ],
  [
    { solver: { sweeps: 2.5 } },
    'sweeps: 2.5 is not a whole number from 1 to 100; the nearest is 3',
  ],
  [
    { solver: { sweeps: '2' } },
    'sweeps: "2" is not a whole number from 1 to 100; the nearest is 4',
  ],
  [
    { solver: { name: 'vbd', newton_steps: 2 } },
    '"newton_steps" is a parameter of the solver implicit_euler, not of vbd, which takes sweeps',
  ],
  [
    { repair: { name: 'untangle', k: 6 } },
    '"k" is a parameter of the structure dop_tree, not of untangle, which takes speed, margin',
  ],
  [{ structure: 7 }, 'there is no structure 7'],
  [{ structure: { name: Object.create(null) } }, 'there is no structure'],
  [{ solver: null }, 'there is no solver null'],
];

test.each(wrong)('%j is refused in one sentence', async (methods, sentence) => {
  const weft = await Weft.load();
  const error = await errorOf(async () => {
    await weft.prepare(methods as MethodOptions);
    weft.createWorld(methods as MethodOptions);
  });
  expect(error.message).toContain(sentence);
  expect(error.message.replace(/\d\.\d/g, '').match(/\.( |$)/g)).toHaveLength(1);
});

test.each(wrong)('%j is refused when it is asked for, too', async (methods, sentence) => {
  const weft = await Weft.load();
  const error = await errorOf(() => weft.has(methods as MethodOptions));
  expect(error.message).toContain(sentence);
});

test('parameters can be set on the way', async () => {
  const weft = await Weft.load();
  const world = weft.createWorld();
  world.setParameter('structure', 'k', 26);
  expect(world.methods().structure).toEqual({ name: 'dop_tree', k: 26, arity: 8 });
  for (const [name, value, says] of [
    ['k', NaN, 'structure.k'],
    ['k', 7, 'the nearest is 6'],
    ['kk', 6, 'the nearest is "k"'],
  ] as const) {
    expect((await errorOf(() => world.setParameter('structure', name, value))).message).toContain(
      says,
    );
  }
  world.setParameter('solver', 'iterations', 40);
  expect(world.methods().solver).toMatchObject({ name: 'implicit_euler', iterations: 40 });
  const stages = await errorOf(() => weft.prepare({ structur: 'dop_tree' } as MethodOptions));
  expect(stages.message).toContain('there is no stage "structur"; the nearest is "structure"');
  const stage = await errorOf(() => world.setMethod('structur' as never, 'dop_tree'));
  expect(stage.message).toContain('there is no stage "structur"; the nearest is "structure"');
});

test.each([{}, { worker: true }])(
  'a step tells what a field cannot do with a body, %j',
  async (how) => {
    const weft = await Weft.load(how);
    const flat = sheet(5, 1, 0);
    for (const [methods, cell, says] of [
      [{ structure: 'inclusion_field' }, 0.02, 'close its holes'],
      [{ structure: 'distance_field' }, 0.02, 'close it, or choose another'],
      [{ response: 'projection' }, 0.02, 'close its holes'],
      [{ response: 'offset_surfaces' }, 0.02, 'close it, or choose another'],
      [{ structure: 'inclusion_field' }, 0.005, 'take larger cells'],
      [{ structure: 'distance_field' }, 0.005, 'take larger ones'],
      [{ response: 'projection' }, 0.006, 'take larger cells'],
      [{ response: 'offset_surfaces' }, 0.005, 'take larger ones'],
    ] as const) {
      await weft.prepare(methods);
      const world = await weft.createWorld(methods);
      await world.setParameter(Object.keys(methods)[0] as 'structure', 'cell', cell);
      await (cell < 0.02 ? world.addBody(box(3)) : world.addBody({ ...flat, open: true }));
      await world.addCloth(sheet(5, 1, 1.6));
      const report = await world.step();
      expect(report.status).not.toBe('WEFT_OK');
      expect(report.problem).toContain(says);
      await world.setMethod('structure', 'dop_tree');
      await world.setMethod('response', 'filter');
      expect((await world.step()).problem).toBeUndefined();
      await world.dispose();
    }
    await weft.dispose();
  },
);
