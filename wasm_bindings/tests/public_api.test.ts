// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the headers promise of the core's functions: each says what it is, in words of its own directly above it. And
// the glossary, which says where every word of ours lives.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../core/include/weft/', import.meta.url);

interface Declaration {
  name: string;
  doc: string;
}

/** The functions that a header exports, each with the comment that stands directly above it. */
function declarations(text: string): Declaration[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (!line.startsWith('WEFT_API ')) return [];
    const name = /\b(weft_\w+)\(/.exec(lines.slice(at, at + 3).join(' '));
    if (!name) throw new Error(`no name in '${line}'`);
    let first = at;
    while (lines[first - 1]?.startsWith('///')) first--;
    const doc = lines.slice(first, at).map((words) => words.replace(/^\/\/\/ ?/, ''));
    return [{ name: name[1], doc: doc.join(' ').trim() }];
  });
}

const headers = readdirSync(folder).filter((file) => file.endsWith('.h'));
const all = headers.flatMap((file) => declarations(readFileSync(new URL(file, folder), 'utf8')));

/** What every docstring has at least: a sentence. */
const isTold = ({ doc }: Declaration) => /\w.*\.$/.test(doc);

test('every public function has a docstring of its own', () => {
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((one) => !isTold(one)).map(({ name }) => name)).toEqual([]);
});

test('a function without a docstring, or under that of another, is found', () => {
  const text = '/// Says a.\nWEFT_API int weft_a(void);\nWEFT_API int weft_b(void);\n';
  expect(declarations(text).map(isTold)).toEqual([true, false]);
});

test('what gives or takes numbers in an array says how many', () => {
  const quiet = all.filter(
    ({ name, doc }) =>
      /_(positions|velocities|normals|strain|pressure|captured|triangles|merge_map|set_pose|matrices|indices)$/.test(
        name,
      ) && !/count|bone|the same/i.test(doc),
  );
  expect(quiet.map(({ name }) => name)).toEqual([]);
});

test('the files that the glossary names are there', () => {
  const root = new URL('../../', import.meta.url);
  const text = readFileSync(new URL('core/docs/glossary.md', root), 'utf8');
  const where = text.split('\n').map((line) => line.split('|').at(-2) ?? '');
  const paths = where.flatMap((cell) =>
    [...cell.matchAll(/`([\w/.*]+)`/g)].map(([, path]) => path),
  );
  expect(paths.length).toBeGreaterThan(50);
  const isThere = (path: string) =>
    ['', 'core/src/'].some((at) => {
      const [folder, start] = path.includes('*') ? /^(.*\/)([^/]*)\*/.exec(path)!.slice(1) : [path];
      const url = new URL(at + folder, root);
      return existsSync(url) && (!start || readdirSync(url).some((name) => name.startsWith(start)));
    });
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
