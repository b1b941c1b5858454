// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs a standalone WebAssembly program under Node: `node run_wasm.mjs PROGRAM.wasm [ARGUMENT ...]`. The program's exit
// ends the process: where `returnOnExit` throws through the program's frames instead, V8 of Node 20 now and then reads a
// handler table that has moved (HandlerTable::LookupRange under UnwindAndFindHandler) and dies of SIGSEGV.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program, ...args], returnOnExit: false });
const { instance } = await WebAssembly.instantiate(await readFile(program), {
  wasi_snapshot_preview1: wasi.wasiImport,
  env: { emscripten_notify_memory_growth() {} },
});
wasi.start(instance);
