// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// No module of a TypeScript package imports itself by a detour, and no folder does. Reads every relative `import` and `export ... from` below
// the packages. What imports only types (`import type`) is gone when the code runs; it counts where a package is in order
// without that leave. A `new URL('x', import.meta.url)` starts another thread and is no import.
//
//     node tests/house/imports.mjs     prints the modules of every package; the last line is `N passed, N failed`
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTree } from './tree.mjs';

/** Packages, and whether types count. */
const packages = {
  'scenes/src': false,
  'wasm_bindings/src': false,
  'wasm_bindings/cli': true,
  'web/src': true,
};

/** `import ... from 'x'`, `export ... from 'x'`, `import 'x'` and `import('x')`. */
const reference = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)['"](\.[^'"]+)['"]/gm;

/** `import type ... from 'x';` and `export type ... from 'x';`, whatever lines they take. */
const typesOnly = /^\s*(?:import|export)\s+type\s+[^;]*?from\s*['"][^'"]+['"];?/gm;

/** The modules of a tree and what each imports from it: `{'a/b.ts': ['c.ts']}`. */
function graphOf(root, types) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
    .map((file) => relative(root, join(file.parentPath ?? file.path, file.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
    .sort();
  return Object.fromEntries(
    files.map((file) => [file, importsOf(root, file, types).filter((to) => files.includes(to))]),
  );
}

function importsOf(root, file, types) {
  const all = readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const text = types ? all : all.replace(typesOnly, '');
  const found = [...text.matchAll(reference)].map(([, to]) => resolved(root, file, to));
  return [...new Set(found.filter(Boolean))];
}

function resolved(root, file, to) {
  const bare = join(dirname(file), to).replace(/\.jsx?$/, '');
  const ways = [bare, `${bare}.ts`, `${bare}.tsx`, join(bare, 'index.ts')];
  return ways.find((way) => /\.tsx?$/.test(way) && existsSync(join(root, way)));
}

/** Takes away what imports only what is away already. What is left leads into a cycle. */
function knotted(graph) {
  const left = new Set(Object.keys(graph));
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const file of left) {
      if (graph[file].every((to) => !left.has(to))) left.delete(file);
    }
  }
  return left;
}

/** A shortest way from a module back to it, or null. */
function way(graph, left, start) {
  const from = new Map([[start, null]]);
  for (const file of from.keys()) {
    for (const to of graph[file].filter((each) => left.has(each))) {
      if (to === start) {
        const path = [start];
        for (let at = file; at !== null; at = from.get(at)) path.unshift(at);
        return path;
      }
      if (!from.has(to)) from.set(to, file);
    }
  }
  return null;
}

/** The folders of a tree and what each imports; modules that lie in no folder stand between all of them and do not count. */
function foldersOf(graph) {
  const folder = (file) => (file.includes('/') ? file.split('/')[0] : null);
  const all = new Map();
  for (const [file, imports] of Object.entries(graph).filter(([each]) => folder(each))) {
    const own = all.get(folder(file)) ?? new Set();
    all.set(folder(file), own);
    for (const to of imports.map(folder)) if (to && to !== folder(file)) own.add(to);
  }
  return Object.fromEntries([...all].map(([name, to]) => [name, [...to]]));
}

/** One sentence for the modules of a tree that import each other in a circle; null when none do. */
function complaint(root, types = true) {
  return circleIn(graphOf(root, types), 'modules');
}

/** The same for its folders; types count. */
function folderComplaint(root) {
  return circleIn(foldersOf(graphOf(root, true)), 'folders');
}

function circleIn(graph, what) {
  const left = knotted(graph);
  const ways = [...left].map((file) => way(graph, left, file)).filter(Boolean);
  const shortest = ways.sort((a, b) => a.length - b.length)[0];
  return shortest ? `these ${what} import each other: ${shortest.join(' -> ')}` : null;
}

const tests = {
  'a tree without a cycle is sound'() {
    const files = {
      'a.ts': "import { b } from './b/index.js';\n// import './c';\nimport fs from 'node:fs';\n",
      'b/index.ts': "export * from '../c';\nnew Worker(new URL('../a.ts', import.meta.url));\n",
      'c.ts': '',
    };
    assert.equal(withTree(files, complaint), null);
  },
  'a cycle is named, with types, detours and late imports'() {
    const files = {
      'a.ts': "import type {\n  B,\n} from './b/b.js';\n",
      'b/b.tsx': "export { c } from '../c';\n",
      'c.ts': "const a = () => import('./a');\nimport './d';\n",
      'd.ts': "import './e';\n",
      'e.ts': '',
    };
    assert.match(withTree(files, complaint), /a\.ts -> b\/b\.tsx -> c\.ts -> a\.ts/);
  },
  'types count or not, as asked'() {
    const files = {
      'a.ts': "import { type X, y } from './b.js';\nexport type { Z } from './c';\n",
      'b.ts': "import type { A } from './a.js';\n",
      'c.ts': "import {\n  type A,\n  b,\n} from './a.js';\n",
    };
    assert.match(withTree(files, complaint), /a\.ts -> b\.ts -> a\.ts/);
    assert.equal(
      withTree(files, (root) => complaint(root, false)),
      null,
    );
    files['b.ts'] = "import { a } from './a.js';\n";
    assert.match(
      withTree(files, (root) => complaint(root, false)),
      /a\.ts -> b\.ts -> a\.ts/,
    );
  },
  'folders that import each other are named, whatever modules and types'() {
    const files = {
      'a/one.ts': "import { two } from '../b/two';\nimport '../main';\n",
      'b/two.ts': '',
      'b/three.ts': "import type { Four } from '../a/four';\n",
      'a/four.ts': '',
      'main.ts': "import './a/four';\n",
    };
    assert.equal(withTree(files, complaint), null);
    assert.match(withTree(files, folderComplaint), /folders import each other: a -> b -> a/);
    files['b/three.ts'] = "import type { Main } from '../main';\n";
    assert.equal(withTree(files, folderComplaint), null);
  },
  'a module that imports itself is a cycle'() {
    assert.match(withTree({ 'a.ts': "import './a.js';\n" }, complaint), /a\.ts -> a\.ts/);
  },
};

for (const [each, types] of Object.entries(packages)) {
  tests[`no module and no folder of ${each} imports itself by a detour`] = () => {
    const root = fileURLToPath(new URL(`../../${each}/`, import.meta.url));
    assert.equal(complaint(root, types), null);
    assert.equal(folderComplaint(root), null);
    const graph = graphOf(root, types);
    const imports = Object.values(graph).flat().length;
    assert.ok(imports > 0);
    console.log(`${each}: ${Object.keys(graph).length} modules, ${imports} imports`);
  };
}

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
  } catch (error) {
    failed += 1;
    console.error(`${name}: ${error.actual ?? error.message}`);
  }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
