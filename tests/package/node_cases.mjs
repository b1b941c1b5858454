// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is in the tarballs, and the packages under Node: import, require, a worker, the command.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder, readmeExample, runIn, SCRATCH } from './fresh.mjs';

const lastLine = (text) => text.trim().split('\n').at(-1);
const list = (tarball) =>
  execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');

export const nodeCases = [
  {
    name: 'tarballs hold what they should and nothing that is built with',
    quick: true,
    run({ tarballs, installed }) {
      for (const [name, tarball] of Object.entries(tarballs)) {
        const files = list(tarball).map((f) => f.replace('package/', ''));
        for (const wanted of ['LICENSE', 'NOTICE', 'README.md', 'package.json', 'dist/index.d.ts'])
          assert.ok(files.includes(wanted), `${name}: ${wanted}`);
        const foreign = files.filter((f) => /\.map$|tsbuildinfo|tsconfig|\.test\./.test(f));
        assert.deepEqual(foreign, [], name);
        const folder = join(installed, 'node_modules', name);
        for (const file of files.filter((f) => /\.(m?js|d\.ts)$/.test(f))) {
          const text = readFileSync(join(folder, file), 'utf8');
          assert.doesNotMatch(text, /^\/\/# sourceMappingURL/m, `${name}/${file}`);
        }
        const json = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        for (const key of ['repository', 'keywords', 'engines', 'license', 'description'])
          assert.ok(json[key], `${name}: ${key}`);
        assert.ok(
          !json.private && !Object.keys(json.dependencies ?? {}).some((d) => /freesewing/.test(d)),
        );
      }
    },
  },
  {
    name: 'node import',
    quick: true,
    async run({ installed, expected }) {
      const folder = freshFolder(installed, 'node', { 'main.js': readmeExample() });
      assert.equal(lastLine(await runIn(folder, 'node', ['main.js'])), expected);
    },
  },
  {
    name: 'node require',
    quick: true,
    async run({ installed }) {
      const text = `const { Weft } = require('weft-cloth');
Weft.load().then((weft) => console.log(weft.fabrics().includes(require('weft-cloth/inline') && 'cotton')));`;
      const folder = freshFolder(installed, 'require', { 'main.cjs': text });
      // Without a warning from 20.19 and 22.12 on, where require takes modules.
      assert.equal(lastLine(await runIn(folder, 'node', ['--no-warnings', 'main.cjs'])), 'true');
    },
  },
  {
    name: 'node worker thread, inlined module',
    async run({ installed, expected }) {
      const text = readmeExample().replace("'weft-cloth'", "'weft-cloth/inline'");
      const folder = freshFolder(installed, 'thread', {
        'worker.js': text,
        'main.js': `import { Worker } from 'node:worker_threads'; new Worker(new URL('./worker.js', import.meta.url));`,
      });
      assert.equal(lastLine(await runIn(folder, 'node', ['main.js'])), expected);
    },
  },
  {
    name: 'npx weft runs scenes with avatars and garments',
    quick: true,
    async run({ installed }) {
      const folder = freshFolder(installed, 'command');
      const json = async (...words) =>
        JSON.parse(await runIn(folder, 'npx', ['--no-install', 'weft', ...words, '--json']));
      const cloth = await json('run', 'table-cloth', '--steps', '2');
      assert.equal(cloth.cloth_vertices, 49);
      const skirt = await json('cook', 'walk-skirt', '-o', 'skirt.weft');
      assert.ok(skirt.bytes > 1e6);
      assert.equal((await json('run', 'skirt.weft', '--steps', '2')).crossings.cloth_body, 0);
    },
  },
  {
    name: 'npx weft without weft-scenes says what to install, and runs cooked scenes',
    async run({ tarballs }) {
      const folder = join(SCRATCH, 'alone');
      mkdirSync(folder);
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      writeFileSync(join(folder, 'scene.json'), '{ "name": "empty" }');
      await runIn(folder, 'npm', ['install', '--silent', '--no-audit', tarballs['weft-cloth']]);
      const failed = await runIn(folder, 'npx', ['--no-install', 'weft', 'run', 'scene.json']).then(
        () => assert.fail('it ran'),
        (error) => error.message,
      );
      assert.match(failed, /npm install weft-scenes/);
    },
  },
];
