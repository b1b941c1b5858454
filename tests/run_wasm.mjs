// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs a standalone WebAssembly program under Node: `node run_wasm.mjs PROGRAM.wasm [ARGUMENT ...]`. It runs in a
// process of its own, which tells the program's exit code before it ends: Node 20 now and then dies of a signal while
// it shuts down, long after the last test.
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

async function run([program, ...args]) {
  const wasi = new WASI({ version: 'preview1', args: [program, ...args], returnOnExit: true });
  const { instance } = await WebAssembly.instantiate(await readFile(program), {
    wasi_snapshot_preview1: wasi.wasiImport,
    env: { emscripten_notify_memory_growth() {} },
  });
  return wasi.start(instance);
}

function runApart(words) {
  const child = fork(process.argv[1], words, { execArgv: [...process.execArgv, '--no-warnings'] });
  let told;
  child.on('message', (code) => (told = code));
  child.on('exit', (code, signal) => {
    if (signal && told !== undefined) console.error(`Node ended by ${signal} after the program`);
    process.exitCode = told ?? code ?? 1;
  });
}

const words = process.argv.slice(2);
if (process.send) {
  const code = await run(words);
  process.send(code, () => process.exit(code));
} else {
  runApart(words);
}
