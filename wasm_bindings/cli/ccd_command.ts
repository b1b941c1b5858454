// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft ccd: a file of continuous collision queries with their true answers, and how the core's answers compare.
import { readFile } from 'node:fs/promises';
import { Lab, type CcdKind } from 'weft-cloth/lab';
import { Arguments } from './arguments.js';
import { parseCcd, type CcdQueries } from './ccd_file.js';
import { BadInput } from './failures.js';
import { readLabModule } from './lab_module.js';

const KINDS = ['ee', 'vf'] as const;
const BATCH = 4096;

/** Runs the command. */
export async function ccdCommand(words: readonly string[]): Promise<void> {
  const given = new Arguments(words, { '--kind': 'text', '--verdicts': 'flag', '--json': 'flag' });
  if (given.names.length !== 1) {
    throw new BadInput(`ccd: one file is needed, ${given.names.length} were given`);
  }
  const [path] = given.names;
  const kind = given.has('--kind') ? given.choice('--kind', KINDS) : kindOf(path);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new BadInput(`${path}: cannot be read`);
  });
  const queries = parseCcd(path, text);
  const verdicts = await decide(kind, queries);
  if (given.has('--verdicts')) {
    verdicts.forEach((verdict, i) => console.log(`${i + 1} ${verdict} ${queries.truth[i]}`));
  }
  console.log(JSON.stringify(tally(verdicts, queries.truth)));
}

/** Files of the public set lie in folders `edge-edge` and `vertex-face`. */
function kindOf(path: string): CcdKind {
  const says = (words: string) => new RegExp(`(^|[^a-z])(${words})([^a-z]|$)`, 'i').test(path);
  const [edges, faces] = [says('edge[-_]?edge|ee'), says('vertex[-_]?face|vf')];
  if (edges === faces) {
    throw new BadInput(`--kind: is needed, ee or vf, since the name ${path} does not say`);
  }
  return edges ? 'ee' : 'vf';
}

async function decide(kind: CcdKind, queries: CcdQueries): Promise<Uint8Array> {
  const lab = await Lab.load({ bytes: await readLabModule() });
  const verdicts = new Uint8Array(queries.count);
  for (let from = 0; from < queries.count; from += BATCH) {
    const to = Math.min(from + BATCH, queries.count);
    const points = queries.points.subarray(24 * from, 24 * to);
    verdicts.set(lab.ccd(kind, points, queries.rounding.subarray(from, to)), from);
  }
  return verdicts;
}

function tally(verdicts: Uint8Array, truth: Uint8Array) {
  const count = (said: number, is: number) =>
    verdicts.reduce((sum, verdict, i) => sum + Number(verdict === said && truth[i] === is), 0);
  return {
    queries: verdicts.length,
    true_positive: count(1, 1),
    true_negative: count(0, 0),
    false_positive: count(1, 0),
    false_negative: count(0, 1),
  };
}
