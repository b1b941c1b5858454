// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes a built module as text beside itself, for bundlers that lose the file, the plain one for `weft-cloth/inline` too;
// and the types of that one's address. `node inline_module.mjs dist/weft.wasm` or `dist/weft-threads.wasm`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const HEAD = '// SPDX-FileCopyrightText: 2026 The Weft authors\n// SPDX-License-Identifier: MIT\n';

const path = process.argv[2];

/** What is newer makes others build again: nothing is written twice. */
function write(name, text) {
  const file = join(dirname(path), name);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== HEAD + text) {
    writeFileSync(file, HEAD + text);
  }
}

const text = gzipSync(readFileSync(path), { level: 9 }).toString('base64');
const isPlain = basename(path) === 'weft.wasm';
write(isPlain ? 'inlined_module.js' : 'inlined_shared_module.js', `export default '${text}';\n`);
if (isPlain) {
  write(
    'weft.wasm.d.ts',
    '/** Its address, where a bundler makes one of the import. */\ndeclare const url: string;\nexport default url;\n',
  );
}
