// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The folders of the core form floors: what a file includes lies in its own folder or on a floor below. Reads every
// `#include "..."` below core/src, joins them by folder, and fails on a cycle, naming the includes that close it.
//
//     node tests/house/folders.mjs [FOLDER]     prints the floors; the last line is `N passed, N failed`
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTree } from './tree.mjs';

/** The files that lie in no folder stand on top. */
const TOP = 'top';

/** Arrows from folder to folder, each with the includes that make it: `{from: {to: ['a/b.c -> c/d.h']}}`. */
function arrows(root) {
  const found = {};
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && /\.[ch]$/.test(file.name),
  );
  for (const file of files
    .map((each) => relative(root, join(each.parentPath ?? each.path, each.name)))
    .sort()) {
    const from = folderOf(file);
    found[from] ??= {};
    for (const [, to] of readFileSync(join(root, file), 'utf8').matchAll(/^#include "([^"]+)"/gm)) {
      const isPublic = to.startsWith('weft/');
      if (!isPublic && folderOf(to) !== from) {
        (found[from][folderOf(to)] ??= []).push(`${file} -> ${to}`);
      }
    }
  }
  return found;
}

function folderOf(file) {
  const folder = dirname(file).split('/')[0];
  return folder === '.' ? TOP : folder;
}

/** Takes away, floor by floor, what includes only what is away already. What is left holds every cycle. */
function floors(graph) {
  const left = new Set(Object.keys(graph));
  const order = [];
  for (;;) {
    const floor = [...left].filter((folder) =>
      Object.keys(graph[folder]).every((to) => !left.has(to)),
    );
    if (floor.length === 0) {
      return { order, left };
    }
    floor.forEach((folder) => left.delete(folder));
    order.push(floor.sort());
  }
}

/** A shortest cycle among some folders, or null. */
function cycle(graph, left) {
  const walk = (at, end, path) => {
    const next = Object.keys(graph[at]).filter(
      (to) => left.has(to) && (to === end || !path.includes(to)),
    );
    const ways = next
      .map((to) => (to === end ? [...path, to] : walk(to, end, [...path, to])))
      .filter(Boolean);
    return ways.sort((a, b) => a.length - b.length)[0] ?? null;
  };
  const all = [...left].sort().map((folder) => walk(folder, folder, [folder]));
  return all.filter(Boolean).sort((a, b) => a.length - b.length)[0] ?? null;
}

/** One sentence for the folders of a tree that include each other in a circle; null when none do. */
function complaint(root) {
  const graph = arrows(root);
  const { left } = floors(graph);
  if (left.size === 0) {
    return null;
  }
  const way = cycle(graph, left);
  const closing = way.slice(1).map((to, n) => `  ${graph[way[n]][to].slice(0, 3).join('\n  ')}`);
  return `the folders ${way.join(' -> ')} include each other:\n${closing.join('\n')}`;
}

const tests = {
  'a tree without a cycle is sound'() {
    const files = {
      'step.c': '#include "b/b.h"\n',
      'b/b.h': '#include "a/a.h"\n#include <math.h>\n',
      'a/a.h': '',
    };
    assert.equal(withTree(files, complaint), null);
  },
  'a cycle of three folders is named with its includes'() {
    const files = {
      'a/a.h': '#include "b/b.h"\n',
      'b/b.h': '',
      'b/b.c': '#include "c/c.h"\n',
      'c/c.h': '#include "a/other.h"\n',
      'd/d.h': '#include "a/a.h"\n',
    };
    assert.match(withTree(files, complaint), /a -> b -> c -> a/);
    assert.match(withTree(files, complaint), /c\/c\.h -> a\/other\.h/);
  },
  'a folder that includes what stands on top is a cycle'() {
    const files = { 'world.h': '#include "a/a.h"\n', 'a/a.h': '', 'a/a.c': '#include "world.h"\n' };
    assert.match(withTree(files, complaint), /a -> top -> a/);
  },
  'the folders of the core form floors'() {
    const root = process.argv[2] ?? fileURLToPath(new URL('../../core/src/', import.meta.url));
    assert.equal(complaint(root), null);
    floors(arrows(root)).order.forEach((floor, n) =>
      console.log(`floor ${n}: ${floor.join(', ')}`),
    );
  },
};

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
