// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The built command line from its words to its exit code, on both engines where the native one is built.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { main } from '../dist/cli/main.js';
import { listen, scratchFolder } from './listen.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const scene = path('../../scenes/table-cloth.json');
const hasNative = existsSync(path('../../build/native/wasm_bindings/weft_native'));
const folder = scratchFolder();
const { out, complaints } = listen();

async function runJson(...words: string[]) {
  expect(await main(['run', scene, '--json', ...words]), complaints.join()).toBe(0);
  expect(out.length).toBe(1);
  return JSON.parse(out.pop()!);
}

test('run --json prints one object with every field', async () => {
  const said = await runJson('--steps', '5');
  expect(Object.keys(said)).toEqual([
    'scene',
    'engine',
    'threads',
    'steps',
    'cloth_vertices',
    'cloth_triangles',
    'body_triangles',
    'hash',
    'ms',
    'pairs',
    'crossings',
    'captured',
    'tangled',
    'stuck',
    'seams_open',
    'rolled_back',
    'pins_dropped',
    'blocked',
    'body_lag',
    'strain',
    'memory_bytes',
  ]);
  expect(said).toMatchObject({ scene: 'table-cloth', engine: 'wasm', threads: 1, steps: 5 });
  expect(said).toMatchObject({ cloth_vertices: 49, cloth_triangles: 72 });
  expect(said.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(Object.keys(said.ms).length).toBe(10);
  expect(said.ms.total.median).toBeGreaterThan(0);
  expect(said.crossings).toEqual({ cloth_cloth: 0, cloth_body: 0, declared: 0, frames: 0 });
});

test.runIf(hasNative)('both engines give the same hash and dump the same files', async () => {
  const dump = (engine: string) => ['--dump', join(folder, engine), '--every', '5'];
  const wasm = await runJson('--steps', '20', ...dump('wasm'));
  const native = await runJson('--steps', '20', '--engine', 'native', ...dump('native'));
  expect(native.hash).toBe(wasm.hash);
  expect(native.pairs).toEqual(wasm.pairs);
  const files = readdirSync(join(folder, 'wasm')).sort();
  expect(readdirSync(join(folder, 'native')).sort()).toEqual(files);
  expect(files).toContain('cloth0-cloth.00004.f32');
  expect(files).not.toContain('cloth0-cloth.00005.f32');
  for (const file of files) {
    const bytes = (engine: string) => readFileSync(join(folder, engine, file));
    expect(bytes('native').equals(bytes('wasm')), file).toBe(true);
  }
  expect(readFileSync(join(folder, 'wasm/manifest.txt'), 'utf8')).toMatch(
    /^body0-table body \d+ \d+\ncloth0-cloth cloth 49 72\n$/,
  );
});

test.runIf(hasNative)('threads of the native engine keep the hash and are told', async () => {
  const of = (threads: string) =>
    runJson('--steps', '10', '--engine', 'native', '--threads', threads);
  const { hash } = await of('1');
  expect(await of('3')).toMatchObject({ hash, threads: 3 });
});

test('what comes in crossed is told: how much at most, and how much is left', async () => {
  const file = join(folder, 'skewered.json');
  const sheet = { kind: 'grid', size: [0.5, 0.5], columns: 11, rows: 11, at: [0, 0.55, 0] };
  const bodies = [{ kind: 'sphere', radius: 0.1, at: [0, 0.5, 0] }];
  writeFileSync(file, JSON.stringify({ name: 'skewered', steps: 2, bodies, cloths: [sheet] }));
  const of = async (...words: string[]) => {
    expect(await main(['run', file, ...words]), complaints.join()).toBe(0);
    return out.pop()!;
  };
  const { captured, tangled, stuck } = JSON.parse(await of('--json'));
  expect(captured.max).toBeGreaterThan(0);
  expect(captured.last).toBeLessThanOrEqual(captured.max);
  expect(tangled.max).toBeGreaterThan(0);
  expect(stuck).toEqual({ max: 0, last: 0 });
  expect(await of()).toMatch(new RegExp(`at most +captured ${captured.max}, last`));
  if (hasNative) {
    const native = JSON.parse(await of('--json', '--engine', 'native'));
    expect(native).toMatchObject({ captured, tangled, stuck });
  }
});

test('seams that are not welded yet are told', async () => {
  const file = join(folder, 'sewn.json');
  const square = (x: number) => [x, 1, 0, x + 0.1, 1, 0, x, 1, 0.1, x + 0.1, 1, 0.1];
  const sheets = {
    kind: 'mesh',
    positions: [...square(0), ...square(0.105)],
    triangles: [0, 2, 1, 1, 2, 3, 4, 6, 5, 5, 6, 7],
    seams: [
      [1, 4],
      [3, 6],
    ],
  };
  writeFileSync(file, JSON.stringify({ name: 'sewn', steps: 2, bodies: [], cloths: [sheets] }));
  const of = async (...words: string[]) => {
    expect(await main(['run', file, '--steps', '2', ...words]), complaints.join()).toBe(0);
    return out.pop()!;
  };
  const { seams_open } = JSON.parse(await of('--json'));
  expect(seams_open).toEqual({ max: 2, last: 2 });
  expect(await of()).toContain('pairs open at most 2');
  if (hasNative) {
    const native = JSON.parse(await of('--json', '--engine', 'native'));
    expect(native).toMatchObject({ seams_open });
  }
});

test('a cooked file runs like its scene', async () => {
  const cooked = join(folder, 'cooked.weft');
  const direct = await runJson('--steps', '5');
  expect(await main(['cook', scene, '-o', cooked])).toBe(0);
  out.length = 0;
  expect(await main(['run', cooked, '--steps', '5', '--json'])).toBe(0);
  expect(JSON.parse(out[0]).hash).toBe(direct.hash);
});

test('methods and parameters replace those of the scene, in both engines', async () => {
  const words = ['--steps', '8', '--method', 'structure=uniform_grid', '--set', 'structure.cell=3'];
  const direct = await runJson('--steps', '8');
  const grid = await runJson(...words);
  expect(grid.hash).toBe(direct.hash); // boxes are boxes
  const tree = await runJson(
    '--steps',
    '8',
    '--set',
    'structure.k=18',
    '--set',
    'structure.arity=4',
  );
  if (hasNative) {
    expect((await runJson(...words, '--engine', 'native')).hash).toBe(grid.hash);
    const native = ['--steps', '8', '--set', 'structure.k=18', '--engine', 'native'];
    expect((await runJson(...native)).hash).toBe(tree.hash);
  }
  const named = ['--steps', '8', '--set', 'structure.split=mezger', '--set', 'structure.leaf=one'];
  expect((await runJson(...named)).hash).toBe(direct.hash); // boxes again
  if (hasNative) {
    expect((await runJson(...named, '--engine', 'native')).hash).toBe(direct.hash);
  }
  const solver = ['--steps', '8', '--set', 'solver.iterations=60', '--set', 'solver.sweeps=8'];
  const exact = await runJson(...solver);
  expect(exact.hash).not.toBe(direct.hash);
  if (hasNative) {
    expect((await runJson(...solver, '--engine', 'native')).hash).toBe(exact.hash);
  }
});

test('methods prints the registry with its parameters', async () => {
  expect(await main(['methods', 'structure'])).toBe(0);
  expect(out.join()).toMatch(/dop_tree \(the default\)[^]*structure\.k=6 +6, 8, 14, 18, 26: /);
  out.length = 0;
  expect(await main(['methods', '--json'])).toBe(0);
  const stages = (JSON.parse(out[0]) as { stage: string }[]).map(({ stage }) => stage);
  expect([...new Set(stages)]).toEqual([
    'structure',
    'narrow_phase',
    'solver',
    'response',
    'repair',
  ]);
});

test('without --json a person reads a table', async () => {
  expect(await main(['run', scene, '--steps', '3'])).toBe(0);
  expect(out.join()).toContain('49 cloth vertices');
  expect(out.join()).toMatch(/solve +\d/);
});

test('what is wrong is said with file, place and reason, and ends with 2', async () => {
  const broken = join(folder, 'broken.json');
  writeFileSync(broken, '{\n  "name": "x",\n  oops\n}\n');
  const damaged = join(folder, 'damaged.weft');
  writeFileSync(damaged, new Uint8Array(100));
  const cases: [string[], string][] = [
    [[], 'a command is needed'],
    [['dance'], '"dance" is not a command'],
    [['run'], 'one scene is needed, 0 were given'],
    [['run', 'none.json'], 'none.json: cannot be read'],
    [['run', broken], `${broken}:3:3: `],
    [['run', damaged, '--steps', '1'], 'damaged: WEFT_ERROR_BAD_SCENE_HEADER'],
    [['run', scene, '--engine', 'gpu'], '--engine: "gpu" is not one of wasm, native'],
    [['run', scene, '--method', 'solver'], '--method: "solver" is to be stage=name'],
    [['run', scene, '--method', 'solver=magic'], 'WEFT_ERROR_UNKNOWN_METHOD'],
    [['run', scene, '--method', 'structure=uniform_gird'], 'the nearest is "uniform_grid"'],
    [
      ['run', scene, '--method', 'structur=dop_tree'],
      'there is no stage "structur"; the nearest is "structure"',
    ],
    [['run', scene, '--set', 'structure.k'], '"structure.k" is to be stage.parameter=value'],
    [['run', scene, '--set', 'structure.k=six'], '"six" is not one of 6, 8, 14, 18, 26'],
    [['run', scene, '--set', 'structure.k=6x'], '"6x" is not a number'],
    [['run', scene, '--set', 'structure.k=17'], 'the nearest is 18'],
    [['run', scene, '--set', 'structure.kk=8'], 'the nearest is "k"'],
    [
      ['run', scene, '--set', 'structure.cell=2'],
      'is a parameter of the structure uniform_grid, not of dop_tree',
    ],
    [['run', scene, '--set', 'solver.iteration=9'], 'the nearest is "iterations"'],
    [['run', scene, '--set', 'solver.iterations=1'], 'the nearest is 5'],
    [
      ['run', scene, '--set', 'solver.k=8'],
      'is a parameter of the structure dop_tree, not of implicit_euler',
    ],
    [
      ['run', scene, '--method', 'solver=vbd', '--set', 'solver.iterations=9'],
      'not of vbd, which takes sweeps, later_sweeps',
    ],
    [
      ['methods', 'magic'],
      '"magic" is not one of structure, narrow_phase, solver, response, repair',
    ],
    [['run', scene, '--every', '2'], '--every: needs --dump'],
    ...['0', '65', '1000', 'many', '2.5'].map((text): [string[], string] => [
      ['run', scene, '--threads', text],
      `--threads: "${text}" is not a whole number from 1 to 64`,
    ]),
    [['cook', scene], 'usage: weft cook'],
    [['bench', '--papers', '--steps', '3'], '--papers: takes --json alone, not "--steps"'],
    [['bench', scene, '--physics'], '--physics: takes --json alone, not'],
  ];
  for (const [words, reason] of cases) {
    complaints.length = 0;
    expect(await main(words), words.join(' ')).toBe(2);
    expect(complaints.join()).toContain(reason);
  }
});

describe.each(hasNative ? ['wasm', 'native'] : ['wasm'])('the engine %s', (engine) => {
  const sheet = { kind: 'grid', name: 'sheet', size: [1, 1], columns: 5, rows: 5, at: [0, 1.6, 0] };
  const complaintOf = async (body: object, ...words: string[]) => {
    const file = join(folder, `on-${engine}.json`);
    const scene = { name: `on-${engine}`, steps: 2, bodies: [body], cloths: [sheet] };
    writeFileSync(file, JSON.stringify(scene));
    complaints.length = 0;
    const code = await main(['run', file, '--engine', engine, '--steps', '2', ...words]);
    return [code, complaints.join()] as const;
  };
  const cube = { kind: 'cube', name: 'cube', size: 3, at: [0, 0, 0] };
  const corners = [-1, 0, -1, 1, 0, -1, -1, 0, 1, 1, 0, 1];
  const triangles = [0, 2, 1, 1, 2, 3];
  const open = { kind: 'mesh', name: 'open', positions: corners, triangles, open: true };
  const fields = [
    'structure=inclusion_field',
    'structure=distance_field',
    'response=projection',
    'response=offset_surfaces',
  ];

  test.each(fields)('says that %s needs an inside', async (field) => {
    const [code, said] = await complaintOf(open, '--method', field);
    expect(code).toBe(1);
    expect(said).toMatch(/step 1: WEFT_ERROR_.*: .*no inside.*(choose another|close it)/);
  });

  test.each(fields)('says that cells of %s are too many', async (field) => {
    const stage = field.split('=')[0];
    const [code, said] = await complaintOf(cube, '--method', field, '--set', `${stage}.cell=0.006`);
    expect(code).toBe(1);
    expect(said).toMatch(/step 1: WEFT_ERROR_INVALID_ARGUMENT: .*take larger/);
  });

  test.each(fields)('says how large cells of %s may be', async (field) => {
    const stage = field.split('=')[0];
    for (const cell of ['0', '-1', '1']) {
      const words = ['--method', field, '--set', `${stage}.cell=${cell}`];
      const [code, said] = await complaintOf(cube, ...words);
      expect(code).toBe(2);
      expect(said).toMatch(/the nearest( that it can have)? is 0\.\d+\./);
    }
  });

  test('names what is near to a name that is none', async () => {
    for (const [setting, near] of [
      ['structure.k=7', '6'],
      ['structure.tol=0.1', '"tolerance"'],
      ['structure.splitt=mezger', '"split"'],
      ['structure.split=mezzger', '"mezzger" is not one of median, mezger'],
    ]) {
      const [code, said] = await complaintOf(cube, '--set', setting);
      expect(code).toBe(2);
      expect(said).toContain(near);
    }
    const [, said] = await complaintOf(cube, '--method', 'structure=grid');
    expect(said).toContain('"uniform_grid"');
  });
});

test('convert makes a scene of an event graph, which runs', async () => {
  const graph = join(folder, 'gusts.egml');
  const made = join(folder, 'gusts.json');
  const gust =
    'DEF s Start {} DEF g Gust { value 3 0 0 seconds 0.1 delay 0.05 } ROUTE s.done TO g.begin';
  writeFileSync(graph, `Inline { url "table-cloth" } ${gust}`);
  expect(await main(['convert', graph, '-o', made]), complaints.join()).toBe(0);
  expect(out.pop()).toContain('table-cloth with 1 events');
  expect(JSON.parse(readFileSync(made, 'utf8')).timeline).toEqual([
    { at: 3, do: 'gust', value: [3, 0, 0], seconds: 0.1 },
  ]);
  const calm = (await runJson('--steps', '9')).hash;
  expect(await main(['run', made, '--json', '--steps', '9']), complaints.join()).toBe(0);
  expect(JSON.parse(out.pop()!).hash).not.toBe(calm);
  const cases: [string, string[], string][] = [
    ['DEF s Start {}', [], 'it names no scene; write Inline'],
    [`${gust} ROUTE g.done TO g.begin`, ['--scene', scene], 'line 1: the graph goes round, g to g'],
    ['Inline { url "nowhere.json" }', [], 'nowhere.json: cannot be read'],
  ];
  for (const [text, words, reason] of cases) {
    complaints.length = 0;
    writeFileSync(graph, text);
    expect(await main(['convert', graph, '-o', made, ...words])).toBe(2);
    expect(complaints.join()).toContain(reason);
  }
  expect(await main(['convert', graph])).toBe(2);
  complaints.length = 0;
  expect(await main(['run', graph])).toBe(2);
  expect(complaints.join()).toContain('is an event graph; weft convert makes a scene of it');
});

test.each(hasNative ? ['wasm', 'native'] : ['wasm'])('%s prints what methods count', async (on) => {
  const words = ['--steps', '3', '--engine', on, '--method', 'solver=explicit_euler'];
  const response = ['--method', 'response=offset_surfaces', '--set', 'response.cell=0.02'];
  const { figures } = await runJson(...words, ...response);
  expect(figures.map(({ what }: { what: string }) => what)).toEqual([
    'explicit steps',
    'most explicit steps',
    'explicit step',
    'least stiffness',
    'distance field',
    'carrying it',
  ]);
  expect(figures[0].value).toBeGreaterThan(0);
  expect(figures[4]).toMatchObject({ body: 0, segment: 0, unit: 'MB' });
  expect(figures[4].value).toBeGreaterThan(0.01);
  expect(await main(['run', scene, ...words, ...response]), complaints.join()).toBe(0);
  expect(out.pop()).toMatch(/body 0 segment 0 +distance field [0-9.]+ MB +carrying it/);
});

test('run --jitter repeats with its seed and starts elsewhere with another', async () => {
  const of = async (...words: string[]) => (await runJson('--steps', '5', ...words)).hash;
  const still = await of();
  expect(await of('--jitter', '3')).toBe(await of('--jitter=3'));
  expect(new Set([still, await of('--jitter', '3'), await of('--jitter', '4')]).size).toBe(3);
  expect(await runJson('--steps', '5', '--jitter', '3')).toMatchObject({ jitter: 3 });
});

test('cook tells where a body leaves no room and writes it beside the scene', async () => {
  const file = join(folder, 'pinch.json');
  const dressed = {
    name: 'pinched',
    steps: 130,
    bodies: [{ kind: 'avatar', name: 'wearer', body: 'plus', motion: 'walk' }],
    cloths: [{ kind: 'garment', pattern: 'skirt', resolution: 40 }],
  };
  writeFileSync(file, JSON.stringify(dressed));
  const cooked = join(folder, 'pinched.weft');
  expect(await main(['cook', file, '-o', cooked, '--json']), complaints.join()).toBe(0);
  expect(complaints.join('\n')).toMatch(/thigh L and thigh R: steps \d+-\d+ \(\d+\.\d mm\)/);
  const beside = JSON.parse(readFileSync(`${cooked}.pinch.json`, 'utf8'));
  expect(beside).toEqual(JSON.parse(out[0]).pinches);
  expect(beside.pinches[0].body).toBe('wearer');
}, 60000);

test('cook --jitter changes the bytes, and a cooked file cannot be moved any more', async () => {
  const hash = async (...words: string[]) => {
    expect(await main(['cook', scene, '-o', join(folder, 'a.weft'), '--json', ...words])).toBe(0);
    return JSON.parse(out.pop()!).hash;
  };
  const moved = await hash('--jitter', '2');
  expect(moved).not.toBe(await hash());
  expect(existsSync(join(folder, 'a.weft.pinch.json'))).toBe(false);
  expect(await main(['run', join(folder, 'a.weft'), '--jitter', '2'])).toBe(2);
  expect(complaints.join()).toContain('is cooked already');
});
