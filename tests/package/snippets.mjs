// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Every JavaScript snippet of every README and manual: compiled strictly and run, in the order of the files, with the
// packed packages. What a snippet takes as given (a mesh, a character, a renderer) is in snippets_given.ts; a snippet of
// React is compiled only, with the repository's own React.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { freshFolder, ROOT, runIn, SCRATCH } from './fresh.mjs';

const GIVEN = new URL('./snippets_given.ts', import.meta.url);

/** All of them: { name, text, isReact }. */
function allSnippets() {
  const files = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' });
  return files
    .trim()
    .split('\n')
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [...text.matchAll(/^```(jsx?|tsx?)\n([\s\S]*?)^```/gm)].map((match, i) => ({
        name: `${file.replace(/\W/g, '_')}_${i + 1}`,
        file: `${file}, snippet ${i + 1}`,
        text: match[2],
        isReact: /x$/.test(match[1]),
      }));
    });
}

/** A snippet as a module: its imports first, then its lines with what is given around them. */
function moduleOf({ text }) {
  const imports = text.match(/^import .*;$/gm) ?? [];
  const lines = text.replace(/^import .*;$/gm, '');
  const given = readFileSync(GIVEN, 'utf8');
  // Several ways of the same call, each in a scope of its own.
  const names = [...lines.matchAll(/^const (\w+) =/gm)].map((m) => m[1]);
  const isList = new Set(names).size < names.length;
  const body = isList
    ? lines
        .trim()
        .split(/^(?=const )/m)
        .map((call) => `{ ${call}\n}`)
        .join('\n')
    : lines;
  const missing = ['Weft', 'BodyCollider', 'ClothMesh']
    .filter((name) => !imports.some((line) => line.includes(name)))
    .map((name) => `import { ${name} } from 'weft-cloth${name === 'Weft' ? '' : '/three'}';\n`);
  return `${missing.join('')}${imports.join('\n')}\n${given}\n{\n${body}}\nexport {};\n`;
}

const HOOKS = "import { useCloth, useWorld } from './use_cloth';\n";
const CONFIG = {
  compilerOptions: {
    strict: true,
    noImplicitAny: false, // they are JavaScript
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    skipLibCheck: true,
  },
  files: [],
};

/** Compiles all, runs those that are not React's. */
export async function runSnippets(typed) {
  const snippets = allSnippets();
  assert.ok(snippets.length >= 4, 'the snippets are found');
  const plain = snippets.filter((s) => !s.isReact);
  const files = Object.fromEntries(plain.map((s) => [`${s.name}.ts`, moduleOf(s)]));
  const calls = plain.map((s) => `await import('./${s.name}.js');`);
  const folder = freshFolder(typed, 'snippets', {
    ...files,
    'assets/weft.wasm': readFileSync(join(ROOT, 'wasm_bindings/dist/weft.wasm')),
    'all.js': `${calls.join('\n')}\nprocess.exit(0); // a worker may still be there\n`,
  });
  await compile(folder, Object.keys(files));
  await build({
    absWorkingDir: folder,
    entryPoints: Object.keys(files),
    outdir: '.',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  await runIn(folder, 'node', ['all.js']);
  await compileReact(snippets.filter((s) => s.isReact));
}

/** With the repository's own React, beside the hooks that they use. */
async function compileReact(snippets) {
  const folder = join(SCRATCH, 'snippets-react');
  mkdirSync(folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  cpSync(
    join(ROOT, 'wasm_bindings/examples/react_three_fiber/use_cloth.ts'),
    join(folder, 'use_cloth.ts'),
  );
  for (const snippet of snippets) {
    const declared =
      "import type { BufferGeometry, Material } from 'three';\n" +
      'declare const geometry: BufferGeometry;\ndeclare const material: Material;\n' +
      'const options = {};\n';
    const text = `${HOOKS}${declared}export function Snippet() {\n${snippet.text}}\n`;
    writeFileSync(join(folder, `${snippet.name}.tsx`), text);
  }
  await compile(
    folder,
    snippets.map((s) => `${s.name}.tsx`),
  );
}

async function compile(folder, files) {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...CONFIG, files }));
  await runIn(folder, 'node', [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', '.']);
}
