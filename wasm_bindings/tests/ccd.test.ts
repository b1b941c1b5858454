// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// `weft ccd` from files to counts: fractions, bad files, and generated queries of every degenerate kind whose truth is
// found in exact arithmetic.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCcd } from '../cli/ccd_file.js';
import { roundFraction } from '../cli/rational.js';
import { main } from '../dist/cli/main.js';
import { exactCcd, type ExactQuery } from './exact_ccd.js';
import { listen, scratchFolder } from './listen.js';

const folder = scratchFolder();
const { out, complaints } = listen();

/** splitmix64, as the C tests have it. */
function randomBits(seed: bigint): () => number {
  let state = seed;
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) >> 32n);
  };
}

class Random {
  private readonly bits: () => number;

  constructor(seed: number) {
    this.bits = randomBits(BigInt(seed));
  }

  below(count: number): number {
    return Math.floor((this.bits() * count) / 2 ** 32);
  }

  /** Up to 2^bits, of either sign. */
  whole(bits: number): bigint {
    const digits = (BigInt(this.bits()) << 32n) | BigInt(this.bits());
    const value = digits >> BigInt(64 - bits);
    return this.below(2) ? value : -value;
  }
}

type Grid = number[][][]; // start and end, point, axis

const KINDS = [
  'any',
  'in one plane at both ends',
  'in one plane that moves',
  'two equal points',
  'nothing moves',
  'one feature does not move',
  'contact at the start',
  'contact at the end',
  'on one line',
  'crowded',
];

/** Four points on a grid of at most five by five by five. */
function gridQuery(random: Random, kind: 'ee' | 'vf', degenerate: number): Grid {
  const extent = degenerate === 9 ? 3 : 5;
  const point = () => [0, 1, 2].map(() => random.below(extent));
  const grid = [0, 1].map(() => [0, 1, 2, 3].map(point));
  const each = (change: (x: number[], end: number, i: number) => number[]) =>
    grid.forEach((points, end) => points.forEach((x, i) => (points[i] = change(x, end, i))));
  const [z0, z1] = [random.below(5), random.below(5)];
  const one = random.below(4);
  const other = (one + 1 + random.below(3)) % 4;
  const first = kind === 'vf' ? 0 : random.below(2);
  const second = kind === 'vf' ? 1 + random.below(3) : 2 + random.below(2);
  const still = kind === 'vf' ? 1 : 2;
  const changes: Record<number, () => void> = {
    1: () => each(([x, y], end) => [x, y, end ? z1 : z0]),
    2: () => each(([x, y]) => [x % 3, y % 3, (x % 3) + (y % 3)]),
    3: () => grid.forEach((points) => (points[one] = points[other])),
    4: () => (grid[1] = grid[0]),
    5: () => each((x, _, i) => (i < still ? grid[0][i] : x)),
    6: () => (grid[0][first] = grid[0][second]),
    7: () => (grid[1][first] = grid[1][second]),
    8: () => each(([x]) => [x, 4 - x, 1]),
  };
  changes[degenerate]?.();
  return grid;
}

/** A linear map with whole entries keeps what is hit; then sometimes one point moves by the least that there is. */
function mapped(random: Random, grid: Grid, bits: number): ExactQuery {
  const entry = () => random.whole(bits);
  const rows = [0, 1, 2].map(() => [entry(), entry(), entry(), entry()]);
  const place = (x: number[]): [bigint, bigint, bigint] => {
    const at = (row: bigint[]) => x.reduce((sum, value, k) => sum + row[k] * BigInt(value), row[3]);
    return [at(rows[0]), at(rows[1]), at(rows[2])];
  };
  const query = grid.map((points) => points.map(place));
  if (random.below(4) === 0) {
    query[random.below(2)][random.below(4)][random.below(3)] += 1n;
  }
  return [query[0], query[1]];
}

/** Fractions with one denominator, sometimes expanded, sometimes with both signs turned. */
function rowsOf(random: Random, query: ExactQuery, denominator: bigint, truth: boolean): string {
  return query
    .flat()
    .map((point) => {
      const words = point.flatMap((numerator) => {
        const factor = [1n, 3n, -1n, 10n ** 25n + 1n][random.below(4)];
        return [numerator * factor, denominator * factor];
      });
      return [...words, truth ? 1 : 0].join();
    })
    .join('\n');
}

async function ccd(name: string, text: string, ...words: string[]) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const code = await main(['ccd', path, ...words]);
  return { code, said: code === 0 ? JSON.parse(out.pop()!) : undefined };
}

const DENOMINATORS = [1n, 1n << 60n, 3n, 7n ** 40n];

/** Numbers that doubles hold, and numbers that need rounding. */
const SORTS = {
  exact: { bits: [2, 20, 48], denominators: [1n, 1n << 60n] },
  rounded: { bits: [20, 48, 60], denominators: [3n, 7n ** 40n, 10n ** 30n + 1n] },
};

describe.each([
  ['vf', 'exact', 71],
  ['ee', 'exact', 72],
  ['vf', 'rounded', 73],
  ['ee', 'rounded', 74],
] as const)('%s, %s, seed %i', (kind, sort, seed) => {
  test('no false negative in 1000 queries of every degenerate kind', async () => {
    const random = new Random(seed);
    const pick = <T>(choices: T[]): T => choices[random.below(choices.length)];
    const { bits, denominators } = SORTS[sort];
    const blocks: string[] = [];
    let hits = 0;
    for (let i = 0; i < 1000; ++i) {
      const grid = gridQuery(random, kind, i % KINDS.length);
      const query = mapped(random, grid, pick(bits));
      const truth = exactCcd(kind, query);
      hits += Number(truth);
      blocks.push(rowsOf(random, query, pick(denominators), truth));
    }
    const { code, said } = await ccd(`${kind}-${seed}.csv`, `${blocks.join('\n')}\n`);
    expect(code).toBe(0);
    process.stdout.write(`${kind}, ${sort}, seed ${seed}: ${JSON.stringify(said)}\n`);
    expect(said).toMatchObject({ queries: 1000, true_positive: hits, false_negative: 0 });
    expect(said.true_negative + said.false_positive).toBe(1000 - hits);
    expect(hits).toBeGreaterThan(500);
    expect(said.false_positive).toBeLessThan((sort === 'exact' ? 0.02 : 0.06) * (1000 - hits));
  });
});

const APART = '0,1,0,1,1,1,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,1,1,0,1,0\n'.repeat(2);
const THROUGH =
  `0,1,0,1,1,1,1\n${APART.slice(14, 56)}0,1,0,1,-1,1,1\n${APART.slice(14, 56)}`.replaceAll(
    ',0\n',
    ',1\n',
  );

test('one object is printed, after the verdicts when these are asked for', async () => {
  const { said } = await ccd('vf-two.csv', APART + THROUGH, '--verdicts');
  expect(said).toEqual({
    queries: 2,
    true_positive: 1,
    true_negative: 1,
    false_positive: 0,
    false_negative: 0,
  });
  expect(out).toEqual(['1 0 0', '2 1 1']);
  const wrong = await ccd('vf-wrong.csv', APART.replaceAll(',0\n', ',1\n'));
  expect(wrong.said).toMatchObject({ queries: 1, false_negative: 1, true_positive: 0 });
});

test('line ends, empty lines, spaces and names of the columns are no matter', () => {
  const plain = parseCcd('a.csv', APART);
  const dressed = `xn,xd,yn,yd,zn,zd,truth\r\n${APART.replaceAll('\n', ' \r\n').replaceAll(',', ' , ')}\r\n`;
  expect(parseCcd('b.csv', dressed)).toEqual(plain);
});

test('a bad file is refused with file, line and reason', async () => {
  const rows = APART.trim().split('\n');
  const withRow = (i: number, row: string) =>
    rows.map((old, k) => (k === i ? row : old)).join('\n');
  const cases: [string, string][] = [
    ['', 'bad.csv: has no queries'],
    [rows.slice(0, 7).join('\n'), 'bad.csv:7: the file ends after row 7 of 8 of query 1'],
    [`${APART}\n${rows[0]}`, 'bad.csv:10: the file ends after row 1 of 8 of query 2'],
    [withRow(2, '1,1,0,1,0,1'), 'bad.csv:3: has 6 columns, not 7'],
    [withRow(3, '1,1,0.5,1,0,1,0'), 'bad.csv:4: yn is "0.5", not a whole number'],
    [withRow(3, '1,1,,1,0,1,0'), 'bad.csv:4: yn is "", not a whole number'],
    [withRow(4, '1,1,2,1,0,-0,0'), 'bad.csv:5: zd is 0'],
    [withRow(5, '1,1,2,1,0,1,2'), 'bad.csv:6: truth is "2", not 0 or 1'],
    [withRow(5, '1,1,2,1,0,1,1'), 'bad.csv:6: truth differs from that of the rows before'],
    [withRow(6, `1${'0'.repeat(400)},1,2,1,0,1,0`), 'bad.csv:7: x is too large for a double'],
  ];
  for (const [text, reason] of cases) {
    complaints.length = 0;
    expect((await ccd('bad.csv', text, '--kind', 'vf')).code, reason).toBe(2);
    expect(complaints.join()).toContain(reason);
  }
});

test('bad words are refused', async () => {
  const cases: [string[], string][] = [
    [[], 'one file is needed, 0 were given'],
    [['none.csv', '--kind', 'ee'], 'none.csv: cannot be read'],
    [['none.csv', '--kind', 'fv'], '--kind: "fv" is not one of ee, vf'],
    [['none.csv'], '--kind: is needed, ee or vf'],
    [['a/edge-edge/none.csv'], 'none.csv: cannot be read'],
  ];
  for (const [words, reason] of cases) {
    complaints.length = 0;
    expect(await main(['ccd', ...words])).toBe(2);
    expect(complaints.join()).toContain(reason);
  }
});

describe('fractions', () => {
  test.each([
    ['0', '5', 0],
    ['-3', '4', -0.75],
    ['3', '-4', -0.75],
    ['+6004799503160661', '36028797018963968', 6004799503160661 / 2 ** 55],
    ['1', `${2n ** 60n}`, 2 ** -60],
    [`${3n * 10n ** 40n}`, `${10n ** 40n * 16n}`, 0.1875],
    [`${2n ** 1000n * 5n}`, `${2n ** 1000n}`, 5],
  ])('%s / %s is exact', (n, d, value) => {
    expect(roundFraction(n, d)).toEqual({ value, rounding: 0 });
  });

  test('others are rounded to the nearest double, with a bound', () => {
    const random = new Random(73);
    for (let i = 0; i < 2000; ++i) {
      const [n, d] = [random.whole(64), random.whole(1 + random.below(64)) || 1n];
      const { value, rounding } = roundFraction(String(n), String(d));
      // |value - n / d| <= rounding, in whole numbers of 2^-1200
      const scale = 2n ** 1200n;
      const fixed = (x: number): bigint => {
        let [digits, shift] = [x, 0];
        for (; !Number.isInteger(digits); ++shift) {
          digits *= 2;
        }
        return (BigInt(digits) * scale) >> BigInt(shift);
      };
      const error = n * scale - fixed(value) * d;
      const [gap, bound] = [error < 0n ? -error : error, fixed(rounding) * (d < 0n ? -d : d)];
      expect(gap <= bound, `${n} / ${d}`).toBe(true);
      expect(rounding).toBeLessThanOrEqual(Math.abs(value) * 2 ** -53 + 1e-300);
    }
    expect(roundFraction('1', '3').value).toBe(1 / 3);
    expect(roundFraction(String(10n ** 30n), '7').value).toBe(1e30 / 7);
    expect(roundFraction('1', String(10n ** 400n))).toEqual({ value: 0, rounding: 2 ** -1074 });
    expect(roundFraction(String(10n ** 400n), '1').value).toBe(Infinity);
  });
});
