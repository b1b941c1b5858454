// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The types as strict programs see them, and the two checkers of packages.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { freshFolder, readmeExample, ROOT, runIn } from './fresh.mjs';
import { runSnippets } from './snippets.mjs';

const BASE = {
  strict: true,
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
  types: [],
};

/** Imports all that the packages offer. */
const EVERYTHING = `import { Weft, World, Cloth, Body, WeftError, type LoadOptions, type StepReport } from 'weft-cloth';
import { Weft as Inlined } from 'weft-cloth/inline';
import { Lab } from 'weft-cloth/lab';
import url from 'weft-cloth/weft.wasm';
import { cook, SceneError, type Scene } from 'weft-scenes';
import { buildAvatar, loadAvatarAsset } from 'weft-scenes/avatar';
const options: LoadOptions = { url };
const weft: Weft = await Inlined.load(options);
const world: World = weft.createWorld();
const report: StepReport = world.step();
export { world, report, Cloth, Body, WeftError, Lab, cook, SceneError, buildAvatar, loadAvatarAsset, type Scene };
`;
/** The same for a resolver that knows no \`exports\`, where only types and the main entry can be found. */
const NODE10 = `import { Weft } from 'weft-cloth';
import { Weft as Inlined } from 'weft-cloth/inline';
import { Lab } from 'weft-cloth/lab';
import { cook } from 'weft-scenes';
import { buildAvatar } from 'weft-scenes/avatar';
export { Weft, Inlined, Lab, cook, buildAvatar };
`;

async function compile(folder, name, tool, text, options) {
  const config = { compilerOptions: { ...BASE, ...options }, files: ['main.ts'] };
  const here = freshFolder(folder, `types-${name}`, {
    'main.ts': text,
    'tsconfig.json': JSON.stringify(config),
  });
  await runIn(here, 'node', [tool, '-p', '.']);
}

const OWN = join(ROOT, 'node_modules/typescript/lib/tsc.js');
const other = (version) =>
  join(ROOT, `tests/package/bundlers/node_modules/typescript-${version}/bin/tsc`);

const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] };
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] };

export const typeCases = [
  {
    name: 'types with lib es2022 alone, libraries checked',
    quick: true,
    run: ({ installed }) => compile(installed, 'es2022', OWN, EVERYTHING, NODENEXT),
  },
  {
    name: 'README example in strict TypeScript',
    quick: true,
    run: ({ typed }) => compile(typed, 'readme', OWN, readmeExample(), BUNDLER),
  },
  {
    name: 'snippets of every README',
    quick: true,
    run: ({ typed }) => runSnippets(typed),
  },
  {
    name: 'types with resolution node10',
    run: ({ installed }) =>
      compile(installed, 'node10', OWN, NODE10, {
        module: 'esnext',
        moduleResolution: 'node10',
        ignoreDeprecations: '5.0',
        lib: ['es2022'],
      }),
  },
  ...['5.4', '5.7', '7'].map((version) => ({
    name: `types with TypeScript ${version}`,
    run: ({ installed }) =>
      compile(installed, `ts-${version}`, other(version), EVERYTHING, NODENEXT),
  })),
  {
    name: 'publint',
    quick: true,
    async run({ tarballs }) {
      const { publint } = await import('publint');
      const { readFileSync } = await import('node:fs');
      for (const [name, path] of Object.entries(tarballs)) {
        const file = readFileSync(path);
        const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
        const { messages } = await publint({ pack: { tarball }, strict: true });
        assert.deepEqual(
          messages.map((m) => `${m.code} ${m.path}`),
          [],
          name,
        );
      }
    },
  },
  {
    name: 'attw',
    quick: true,
    async run({ tarballs }) {
      // ESM only, as the README says: require works where Node takes modules, and TypeScript warns of it.
      const words = ['--ignore-rules', 'cjs-resolves-to-esm', '--format', 'ascii', '--no-color'];
      const attw = join(ROOT, 'node_modules/.bin/attw');
      for (const path of Object.values(tarballs)) await runIn(ROOT, attw, [path, ...words]);
    },
  },
];
