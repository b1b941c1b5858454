// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A copy of this tree, in which a fabric and a pattern are added as core/docs/extend.md says.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What the repository does not keep, and the cook or the type check needs. */
const INSTALLED = ['', 'scenes/', 'wasm_bindings/', 'web/'].map((at) => `${at}node_modules`);

/** Copies the tree; what is installed is linked. */
export function copyTree(to) {
  const kept = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const path of kept.split('\0').filter((name) => name && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(ROOT, path), join(to, path));
  }
  for (const path of INSTALLED.filter((name) => existsSync(join(ROOT, name)))) {
    symlinkSync(join(ROOT, path), join(to, path));
  }
}

/** Puts `more` before a text that a file of the copy has once. */
function insert(tree, path, more, before) {
  const file = join(tree, path);
  const parts = readFileSync(file, 'utf8').split(before);
  if (parts.length !== 2) throw new Error(`${path} does not have '${before}' once`);
  writeFileSync(file, parts.join(more + before));
  return path;
}

/** The files that a fabric, felt, is added with: its number, its row, its look. */
export function addFabric(tree) {
  const types = 'core/include/weft/types.h';
  const number = /(\d+),\n *WEFT_FABRIC_PRESET_COUNT/.exec(readFileSync(join(tree, types), 'utf8'));
  const row = `[WEFT_FABRIC_FELT] = {"felt", {.density = 0.3f, .stretch_warp = 500.0f, .stretch_weft = 500.0f,
    .shear = 100.0f, .poisson = 0.2f, .compression = 0.3f, .bend_warp = 40e-6f, .bend_weft = 40e-6f,
    .damping = 0.02f, .strain_limit = 0.05f, .thickness = 0.002f, .friction_body = 0.5f,
    .friction_cloth = 0.5f, .drag = 1.2f, .lift = 0.02f}},\n`;
  const look = `felt: {
    surface: matt({ roughness: 1, sheen: 0.8, sheenRoughness: 0.8, smoothing: 2 }),
    weave: { sample: napped(woven(plain, 24, 0.3), 24, 0.9), yarns: 24, size: 0.04, relief: 0.6 },
    mottle: { across: 40, along: 40, depth: 0.06 },
    trim: trim({ hem: 0, hemRows: [0, 0], edge: 1.5 }),
  },\n`;
  return [
    insert(
      tree,
      types,
      `WEFT_FABRIC_FELT = ${Number(number[1]) + 1},\n`,
      'WEFT_FABRIC_PRESET_COUNT\n',
    ),
    insert(tree, 'core/src/cloth/fabric.c', row, '};\n\nweft_fabric weft_fabric_from_preset'),
    insert(tree, 'web/src/view/fabric_looks.ts', look, '};\n\nfunction matt('),
  ];
}

/** The files that a pattern, the sarong of the template, is added with: its own and the list. */
export function addPattern(tree) {
  const own = 'scenes/src/garment/patterns/sarong.ts';
  cpSync(new URL('sarong.ts', import.meta.url), join(tree, own));
  const list = 'scenes/src/garment/patterns.ts';
  insert(tree, list, "import { SARONG } from './patterns/sarong.js';\n", 'import { SKIRT }');
  insert(tree, list, ', SARONG', '];');
  return [own, list];
}
