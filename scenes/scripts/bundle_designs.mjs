// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Puts the pattern library into dist/garment/designs.js, so that whoever installs the package needs none of it: its
// packages ask for @freesewing/snapseries 4.10.2, which does not exist, and what the root of this repository says
// against that does not travel with a package. Nothing is renamed or shortened; the drafted numbers stay the same.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const TO = fileURLToPath(new URL('../dist/garment/designs.js', import.meta.url));
const HERE = fileURLToPath(new URL('../', import.meta.url));

const { outputFiles } = await build({
  absWorkingDir: HERE,
  entryPoints: ['src/garment/designs.ts'],
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  legalComments: 'inline',
  write: false,
  logLevel: 'error',
});
const text = `// The designs of FreeSewing and all they need; licences in NOTICE.\n${outputFiles[0].text}`;
if (readFileSync(TO, 'utf8') !== text) writeFileSync(TO, text); // what is newer makes the pages be built again
