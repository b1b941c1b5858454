// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The guards: what a faster step must not cost, measured by the native engine and printed as one table. A campaign of
// about half an hour, not a test:
//     node tests/bench/guards/run.mjs [--only WORD]... [--tree DIR]... [--set STAGE.PARAMETER=VALUE]... [--json]
// Every `--tree` is another built checkout, and a column of its own; without one it is this one.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GUARDS } from './measures.mjs';
import { Native } from './native.mjs';

const here = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    tree: { type: 'string', multiple: true, default: [here] },
    set: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});

const chosen = GUARDS.filter(({ name }) => options.only.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(
    `no guard has '${options.only}' in its name: ${GUARDS.map((g) => g.name).join(', ')}`,
  );
  process.exit(2);
}

function measure(guard, native) {
  try {
    return guard.measure(native);
  } catch (error) {
    console.error(`${guard.name}: ${error.message.split('\n')[0]}`);
    return guard.rows.map(() => undefined);
  }
}

const number = (x) =>
  x === undefined ? '-' : x === 0 || Math.abs(x) >= 100 ? x.toFixed(0) : x.toPrecision(3);

function bound([, , low, high]) {
  return low === undefined ? '' : low === high ? `${low}` : `${low} to ${high}`;
}

const holds = ([, , low, high], value) => low === undefined || (value >= low && value <= high);

const lines = [];
let off = 0;
const natives = options.tree.map((tree) => new Native(resolve(tree), options.set));
for (const guard of chosen) {
  const columns = natives.map((native) => measure(guard, native));
  guard.rows.forEach((row, i) => {
    const values = columns.map((column) => column[i]);
    off += values.filter((value) => !holds(row, value)).length;
    lines.push({ guard: row[0], unit: row[1], bound: bound(row), values });
    const shown = values.map((v) => `${number(v)}${holds(row, v) ? '' : ' OFF'}`).join(' | ');
    if (!options.json)
      console.log(`| ${row[0]}${row[1] && `, ${row[1]}`} | ${bound(row)} | ${shown} |`);
  });
}
natives.forEach((native) => native.close());
if (options.json) console.log(JSON.stringify(lines));
process.exitCode = off > 0 ? 1 : 0;
