// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The public format of continuous collision queries (Wang et al., "A large-scale benchmark and an inclusion-based
// algorithm for continuous collision detection", 2021): eight rows a query, four points at the start and the same at
// the end, each `xn,xd,yn,yd,zn,zd,truth` with whole numerators and denominators of any size.
import { BadInput } from './failures.js';
import { roundFraction } from './rational.js';

/** Queries as the lab module takes them. */
export interface CcdQueries {
  count: number;
  /** 24 a query, in the order of the rows. */
  points: Float64Array;
  /** By how much any coordinate of a query may differ from what the file says. */
  rounding: Float64Array;
  /** 1 where the features meet. */
  truth: Uint8Array;
}

const ROWS = 8;
const COLUMNS = ['xn', 'xd', 'yn', 'yd', 'zn', 'zd', 'truth'];
const WHOLE = /^\s*[+-]?[0-9]+\s*$/;

/** Reads a file that was read already; `name` is for messages. */
export function parseCcd(name: string, text: string): CcdQueries {
  const lines = rowsOf(text);
  const count = Math.floor(lines.length / ROWS);
  if (lines.length % ROWS !== 0) {
    const [number] = lines[lines.length - 1];
    throw new BadInput(
      `${name}:${number}: the file ends after row ${lines.length % ROWS} of ${ROWS} of query ${count + 1}`,
    );
  }
  if (count === 0) {
    throw new BadInput(`${name}: has no queries`);
  }
  const queries: CcdQueries = {
    count,
    points: new Float64Array(24 * count),
    rounding: new Float64Array(count),
    truth: new Uint8Array(count),
  };
  lines.forEach(([number, line], row) => readRow(`${name}:${number}`, line, row, queries));
  return queries;
}

/** Lines that are not empty, with their numbers; a first line that names the columns is left out. */
function rowsOf(text: string): [number, string][] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line, i): [number, string] => [i + 1, line])
    .filter(([, line]) => line.trim() !== '');
  const names = lines[0]?.[1].split(',').map((word) => word.trim().toLowerCase());
  return names?.join() === COLUMNS.join() ? lines.slice(1) : lines;
}

function readRow(place: string, line: string, row: number, queries: CcdQueries): void {
  const words = line.split(',');
  if (words.length !== COLUMNS.length) {
    throw new BadInput(`${place}: has ${words.length} columns, not ${COLUMNS.length}`);
  }
  words.forEach((word, i) => {
    if (!WHOLE.test(word)) {
      throw new BadInput(`${place}: ${COLUMNS[i]} is "${word.trim()}", not a whole number`);
    }
  });
  const query = Math.floor(row / ROWS);
  for (let axis = 0; axis < 3; ++axis) {
    readCoordinate(place, words, axis, row, queries);
  }
  const truth = words[6].trim();
  if (truth !== '0' && truth !== '1') {
    throw new BadInput(`${place}: truth is "${truth}", not 0 or 1`);
  }
  if (row % ROWS > 0 && queries.truth[query] !== Number(truth)) {
    throw new BadInput(`${place}: truth differs from that of the rows before, of the same query`);
  }
  queries.truth[query] = Number(truth);
}

function readCoordinate(
  place: string,
  words: string[],
  axis: number,
  row: number,
  queries: CcdQueries,
): void {
  const [numerator, denominator] = [words[2 * axis].trim(), words[2 * axis + 1].trim()];
  if (/^[+-]?0+$/.test(denominator)) {
    throw new BadInput(`${place}: ${COLUMNS[2 * axis + 1]} is 0`);
  }
  const { value, rounding } = roundFraction(numerator, denominator);
  if (!Number.isFinite(value)) {
    throw new BadInput(`${place}: ${'xyz'[axis]} is too large for a double`);
  }
  const query = Math.floor(row / ROWS);
  queries.points[3 * row + axis] = value;
  queries.rounding[query] = Math.max(queries.rounding[query], rounding);
}
