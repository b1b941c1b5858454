// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes the script of the worker as text beside itself, in one piece, for `weft-cloth/inline` and for bundlers that
// lose the file. `node inline_worker.mjs dist/worker/weft_worker.js`, after the packages are built.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const HEAD = '// SPDX-FileCopyrightText: 2026 The Weft authors\n// SPDX-License-Identifier: MIT\n';

const path = process.argv[2];
const { outputFiles } = await build({
  entryPoints: [path],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  write: false,
});
const text = `${HEAD}export default ${JSON.stringify(outputFiles[0].text)};\n`;
const file = join(dirname(path), 'inlined_worker.js');
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  writeFileSync(file, text); // what is newer makes others build again: nothing is written twice
}
