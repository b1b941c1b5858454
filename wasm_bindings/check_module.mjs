// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Checks a built module: its imports against those that the loader gives, and the size of weft.wasm, which
// pages load, against the budget. `node check_module.mjs MODULE.wasm`; exit code 1 and a sentence on failure.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const BUDGET_BYTES = 320_000;
const IMPORTS = ['env.emscripten_notify_memory_growth', 'env.weft_clock'];

const path = process.argv[2];
const given = /-threads\.wasm$/.test(path) ? [...IMPORTS, 'env.memory'] : IMPORTS;
const bytes = await readFile(path);
const module = await WebAssembly.compile(bytes);
const imports = WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`);
const foreign = imports.filter((name) => !given.includes(name));
const errors = [];
if (basename(path) === 'weft.wasm' && bytes.length > BUDGET_BYTES) {
  errors.push(`${bytes.length} bytes are more than the budget of ${BUDGET_BYTES}`);
}
if (foreign.length > 0) {
  errors.push(`imports that the loader does not give: ${foreign.join(', ')}`);
}

const exported = WebAssembly.Module.exports(module).length;
console.log(`${basename(path)}: ${(bytes.length / 1000).toFixed(1)} kB, ${exported} exports`);
for (const error of errors) {
  console.error(`${basename(path)}: ${error}`);
}
process.exitCode = errors.length > 0 ? 1 : 0;
