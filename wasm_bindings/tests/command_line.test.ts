// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Command lines and statistics, without a simulator.
import { expect, test } from 'vitest';
import { Arguments } from '../cli/arguments.js';
import { BadInput } from '../cli/failures.js';
import { table } from '../cli/paint.js';
import { quantile, spread } from '../cli/summary.js';

const kinds = { '--steps': 'count', '--json': 'flag', '--method': 'texts', '-o': 'text' } as const;

test('options and names may come in any order', () => {
  const given = new Arguments(
    ['a.json', '--steps', '5', '--json', '--method', 'x=y', '--method=z=w'],
    kinds,
  );
  expect(given.names).toEqual(['a.json']);
  expect(given.count('--steps')).toBe(5);
  expect(given.has('--json')).toBe(true);
  expect(given.texts('--method')).toEqual(['x=y', 'z=w']);
  expect(given.text('-o')).toBeUndefined();
});

test.each([
  [['--nope'], '--nope: there is no such option'],
  [['--steps'], '--steps: its value is missing'],
  [['--steps', '0'], '--steps: "0" is not a whole number'],
  [['--steps', '1e3'], '--steps: "1e3" is not a whole number'],
  [['--steps', '-3'], '--steps: "-3" is not a whole number'],
])('%j is refused with a reason', (words, reason) => {
  expect(() => new Arguments(words, kinds)).toThrow(BadInput);
  expect(() => new Arguments(words, kinds)).toThrow(reason);
});

test('a choice is one of the allowed words', () => {
  const kinds = { '--engine': 'text' } as const;
  expect(new Arguments([], kinds).choice('--engine', ['wasm', 'native'])).toBe('wasm');
  const other = new Arguments(['--engine', 'gpu'], kinds);
  expect(() => other.choice('--engine', ['wasm', 'native'])).toThrow('"gpu" is not one of wasm');
});

test('quantiles are taken from the sorted series', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([], 0.5)).toBe(0);
  expect(spread([5, 1, 3])).toEqual({ median: 3, p95: 5, p99: 5, max: 5 });
});

test('table columns line up', () => {
  expect(
    table([
      ['a', 'long'],
      ['word', 1.5],
    ]),
  ).toBe('a      long\nword  1.500');
});
