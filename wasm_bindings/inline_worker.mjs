// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes the scripts of workers as text beside themselves, each in one piece, for `weft-cloth/inline` and for bundlers that
// lose the file. `node inline_worker.mjs dist/worker/weft_worker.js ...`, after the packages are built.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const HEAD = '// SPDX-FileCopyrightText: 2026 The Weft authors\n// SPDX-License-Identifier: MIT\n';
/** What a script is called as text. */
const NAMES = {
  'weft_worker.js': 'inlined_worker.js',
  'crew_worker.js': 'inlined_crew_worker.js',
};

for (const path of process.argv.slice(2)) {
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
  const file = join(dirname(path), NAMES[basename(path)]);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    writeFileSync(file, text); // what is newer makes others build again: nothing is written twice
  }
}
