// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What others may import of this package has a name; everything else is free to move.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>;
};
const modules = Object.entries(exports).flatMap(([name, to]) =>
  typeof to === 'string' ? [] : [[name, to] as const],
);

test('no pattern opens the modules of the package', () => {
  const open = Object.entries(exports).filter(
    ([name, to]) => name.includes('*') && JSON.stringify(to).includes('dist'),
  );
  expect(open).toEqual([]);
});

test('every module that is named is there', () => {
  expect(modules.map(([name]) => name)).toContain('.');
  for (const [, { default: built }] of modules) {
    const source = built.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts');
    expect(existsSync(new URL(source, root)), source).toBe(true);
  }
});
