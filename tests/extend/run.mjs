// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Builds a method from the template in this folder, outside of the tree of the core, and lets cloth fall with it; and
// adds a fabric and a pattern to a copy of the tree, in as few files as core/docs/extend.md says:
// `node tests/extend/run.mjs`. The last line is `N passed, N failed`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { cook } from 'weft-scenes';
import { addFabric, addPattern, copyTree } from './tree.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const away = mkdtempSync(join(tmpdir(), 'weft-extend-'));
const tree = join(away, 'tree');
const added = {};
const program = join(away, 'build/wasm_bindings/weft_native');
const HEIGHT = 0.25;

/** A copy of the tree with a fabric and a pattern; a method and a build folder, both far from the sources. */
function build() {
  copyTree(tree);
  added.fabric = addFabric(tree);
  added.pattern = addPattern(tree);
  for (const name of ['plane.c', 'rows.h']) {
    cpSync(new URL(name, import.meta.url), join(away, name));
  }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
  const options = [
    '-DCMAKE_BUILD_TYPE=Debug',
    '-DCMAKE_C_FLAGS_DEBUG=-O0',
    '-DWEFT_LAB=ON',
    '-DWEFT_TESTS=OFF',
    `-DWEFT_EXTRA_METHODS=${join(away, 'plane.c')}`,
    `-DWEFT_EXTRA_ROWS=${join(away, 'rows.h')}`,
  ];
  execFileSync('cmake', ['-G', 'Ninja', '-S', tree, '-B', join(away, 'build'), ...options], quiet);
  execFileSync('cmake', ['--build', join(away, 'build'), '--target', 'weft_native'], quiet);
  const environment = { ...process.env, WEFT_NATIVE: program };
  execFileSync('node', ['scripts/generate_registry.mjs'], {
    ...quiet,
    cwd: tree,
    env: environment,
  });
}

/** A module of the copy. */
const ofCopy = (path) => tsImport(pathToFileURL(join(tree, path)).href, import.meta.url);

/** Cooks a scene in the copy and runs it on its program: what the run says, step by step. */
async function run(scene, steps) {
  const { cook: cookThere } = await ofCopy('scenes/src/cook/cook.ts');
  const { buildAvatar, loadAvatarAsset } = await ofCopy('scenes/src/avatar/index.ts');
  const file = readFileSync(join(ROOT, 'scenes/assets/avatar/avatar.bin'));
  const asset = await loadAvatarAsset(Uint8Array.from(file).buffer);
  const cooked = join(away, `${scene.name}.weft`);
  const { bytes, info } = cookThere(scene, { avatar: (name) => buildAvatar(asset, name) });
  writeFileSync(cooked, bytes);
  const said = spawnSync(program, [cooked, '--steps', String(steps)], { encoding: 'utf8' });
  assert.equal(said.status, 0, said.stderr);
  const lines = said.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { info, lines, hash: lines.at(-1).hash };
}

/** Lowest and highest vertex after the last step of a sheet that falls where no body is. */
function fall(...words) {
  const sheet = { kind: 'grid', size: [0.3, 0.3], columns: 9, rows: 9, at: [0, 0.4, 0] };
  const scene = join(away, 'sheet.weft');
  writeFileSync(scene, cook({ name: 'sheet', cloths: [sheet] }).bytes);
  const dump = mkdtempSync(join(away, 'dump-'));
  const said = spawnSync(
    program,
    [scene, '--steps', '60', '--every', '60', '--dump', dump, ...words],
    {
      encoding: 'utf8',
    },
  );
  if (said.status !== 0) return { problem: said.stderr.trim() };
  const [name] = readFileSync(join(dump, 'manifest.txt'), 'utf8').split(' ');
  const bytes = readFileSync(join(dump, `${name}.00001.f32`));
  const places = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  const heights = [...places].filter((_, i) => i % 3 === 1);
  return { low: Math.min(...heights), high: Math.max(...heights), out: said.stdout };
}

const tests = {
  'the registry has the row with its parameters'() {
    const { methods } = JSON.parse(execFileSync(program, ['--describe'], { encoding: 'utf8' }));
    const row = methods.find(({ name }) => name === 'plane');
    assert.equal(row.stage, 'response');
    assert.deepEqual(
      row.parameters.map(({ name, usual }) => [name, usual]),
      [
        ['height', 0],
        ['stiffness', 100],
      ],
    );
    assert.equal(methods.filter(({ stage }) => stage === 'response')[0].name, 'filter');
  },
  'without it the sheet falls'() {
    assert.ok(fall().high < -0.5);
  },
  'its forces take the place of touches'() {
    const { low, high } = fall('--method', 'response=plane', '--set', `response.height=${HEIGHT}`);
    assert.ok(low > HEIGHT - 0.02 && high < HEIGHT + 0.1, `from ${low} to ${high} m`);
  },
  'its parameters are checked like all others'() {
    const { problem } = fall('--method', 'response=plane', '--set', 'response.height=9');
    assert.match(problem, /"height" of "plane" cannot have this value.* is 4\./);
    assert.match(fall('--method', 'response=plan').problem, /nearest name is "plane"/);
  },
  async 'a fabric is three files, and everything that is asked for fabrics has it'() {
    assert.ok(new Set(added.fabric).size <= 3, added.fabric.join(', '));
    const schema = JSON.parse(readFileSync(join(tree, 'scenes/schema.json'), 'utf8'));
    assert.ok(JSON.stringify(schema).includes('"felt"'));
    const { FABRICS } = await ofCopy('web/src/choices.ts');
    assert.deepEqual(FABRICS.at(-1), { value: 'felt', label: 'Felt' });
    const sheet = { kind: 'grid', size: [0.3, 0.3], columns: 9, rows: 9, at: [0, 0.4, 0] };
    const felt = await run({ name: 'felt', cloths: [{ ...sheet, fabric: 'felt' }] }, 20);
    const cotton = await run({ name: 'cotton', cloths: [sheet] }, 20);
    assert.match(felt.hash, /^[0-9a-f]{16}$/);
    assert.notEqual(felt.hash, cotton.hash);
  },
  async 'a pattern is two files, is worn, and is in the menu'() {
    assert.ok(new Set(added.pattern).size <= 3, added.pattern.join(', '));
    const schema = JSON.parse(readFileSync(join(tree, 'scenes/schema.json'), 'utf8'));
    assert.ok(JSON.stringify(schema).includes('"sarong"'));
    const { GARMENTS } = await ofCopy('web/src/choices.ts');
    const offered = Object.fromEntries(GARMENTS.map(({ value, label }) => [value, label]));
    assert.equal(offered.sarong, 'Sarong');
    assert.equal(offered['tshirt+sarong'], 'T-shirt, sarong');
    const woman = { kind: 'avatar', name: 'wearer', body: 'woman', motion: 'stand' };
    const worn = { kind: 'garment', pattern: 'sarong', wearer: 'wearer', resolution: 26 };
    const { info, lines } = await run({ name: 'sarong', bodies: [woman], cloths: [worn] }, 70);
    assert.ok(info.cloths[0].garment.start.gap >= 0.004);
    const crossed = lines.filter((line) => line.crossings_body + line.crossings_cloth > 0);
    assert.ok(lines.filter(({ step }) => step > 0).length >= 70);
    assert.deepEqual(crossed, []);
  },
  'the pages know how to show both'() {
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const said = spawnSync(tsc, ['-p', 'web', '--noEmit'], { cwd: tree, encoding: 'utf8' });
    assert.equal(said.status, 0, said.stdout);
  },
};

let [passed, failed] = [0, 0];
try {
  build();
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      passed++;
    } catch (error) {
      failed++;
      console.log(`FAIL  ${name}\n      ${String(error.stack ?? error)}`);
    }
  }
} catch (error) {
  failed++;
  console.log(`FAIL  the build\n      ${String(error)}`);
}
rmSync(away, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
