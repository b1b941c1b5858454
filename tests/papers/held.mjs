// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The figures of core/docs/papers.md about sheets that bodies hold: 300 frames of each scene under each response,
// crossings of every tenth frame counted by the independent checker.
//
//     node tests/papers/held.mjs [SCENE.json]... [--steps N] [--method METHODS]...
//
// METHODS are settings with blanks between them, as in "response=offset_surfaces narrow_phase.every=6".
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkDump } from '../crossings/check.mjs';
import { openDump } from '../crossings/dump.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const EVERY = 10;
const SCENES = ['tests/papers/sheet-on-woman.json', 'tests/papers/sheets-on-two.json'];
const RESPONSE = 'response=offset_surfaces';
const METHODS = [
  RESPONSE,
  `${RESPONSE} response.generator=1`,
  `${RESPONSE} response.smooth=0`,
  `${RESPONSE} narrow_phase.every=6`,
  'response=projection',
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { steps: { type: 'string' }, method: { type: 'string', multiple: true } },
});
const steps = Number(values.steps ?? 300);
for (const scene of positionals.length > 0 ? positionals : SCENES) {
  for (const method of values.method ?? METHODS) {
    console.log(`${scene}, ${method}: ${run(scene, method)}`);
  }
}

function run(scene, method) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-held-'));
  try {
    const [first, ...settings] = method.split(' ');
    const words = ['run', `${root}${scene}`, '--engine', 'native', '--json', '--method', first];
    words.push(...settings.flatMap((setting) => ['--set', setting]));
    words.push('--steps', String(steps), '--dump', folder, '--every', String(EVERY));
    const said = execFileSync('node', [`${root}wasm_bindings/bin/weft.mjs`, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { ms } = JSON.parse(said);
    return `${counted(folder)}; ${heights(folder)}; ${ms.total.median} ms a step`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function counted(folder) {
  const { frames, cloth_body, cloth_cloth, per_frame } = checkDump(folder);
  const last = per_frame.at(-1);
  return (
    `${cloth_body} crossings with bodies and ${cloth_cloth} of cloth with cloth in ${frames} frames ` +
    `(${last.cloth_body} and ${last.cloth_cloth} in the last)`
  );
}

/** How high each cloth is in the first and in the last frame. */
function heights(folder) {
  const dump = openDump(folder);
  const mean = (mesh, frame) => {
    const x = dump.positions(mesh, frame);
    return x.reduce((sum, y, i) => sum + (i % 3 === 1 ? y : 0), 0) / (x.length / 3);
  };
  return dump.meshes
    .filter(({ kind }) => kind === 'cloth')
    .map((mesh) =>
      [dump.frames[0], dump.frames.at(-1)]
        .map((frame) => mean(mesh, frame).toFixed(3))
        .join(' to '),
    )
    .map((way) => `${way} m`)
    .join(', ');
}
