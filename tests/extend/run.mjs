// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Builds a method from the template in this folder, outside of the tree of the core, and lets cloth fall with it:
// `node tests/extend/run.mjs`. The last line is `N passed, N failed`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cook } from 'weft-scenes';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const away = mkdtempSync(join(tmpdir(), 'weft-extend-'));
const program = join(away, 'build/wasm_bindings/weft_native');
const HEIGHT = 0.25;

/** The template and a build folder, both far from the sources. */
function build() {
  for (const name of ['plane.c', 'rows.h']) {
    cpSync(new URL(name, import.meta.url), join(away, name));
  }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
  const options = [
    '-DCMAKE_BUILD_TYPE=Debug',
    '-DCMAKE_C_FLAGS_DEBUG=-O1',
    '-DWEFT_LAB=ON',
    '-DWEFT_TESTS=OFF',
    `-DWEFT_EXTRA_METHODS=${join(away, 'plane.c')}`,
    `-DWEFT_EXTRA_ROWS=${join(away, 'rows.h')}`,
  ];
  execFileSync('cmake', ['-G', 'Ninja', '-S', ROOT, '-B', join(away, 'build'), ...options], quiet);
  execFileSync('cmake', ['--build', join(away, 'build'), '--target', 'weft_native'], quiet);
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
};

let [passed, failed] = [0, 0];
try {
  build();
  for (const [name, test] of Object.entries(tests)) {
    try {
      test();
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
