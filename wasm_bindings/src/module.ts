// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Finds, compiles and starts the module. There is no generated glue: the module imports two functions, and the
// same few lines serve browsers, Node and bundlers.
import type { Exports } from './exports.js';

/** Where the module comes from; without any, `weft.wasm` next to this file. */
export interface LoadOptions {
  /** Address of the module, for example from Vite's `import url from 'weft-cloth/weft.wasm?url'`. */
  url?: string | URL;
  /** The module itself, already read or compiled. */
  bytes?: BufferSource | WebAssembly.Module;
  /** Maps a file name to an address, for hosts that keep their assets elsewhere. */
  locateFile?: (name: string) => string | URL;
}

/** Compiles the module and starts a fresh instance of it. */
export async function instantiate(options: LoadOptions): Promise<Exports> {
  const module = await compile(options);
  const instance = await WebAssembly.instantiate(module, {
    env: {
      emscripten_notify_memory_growth: () => {}, // views check their buffer by themselves
      weft_clock: () => performance.now(),
    },
  });
  const exports = instance.exports as unknown as Exports;
  exports._initialize?.();
  exports.weft_js_start();
  return exports;
}

async function compile(options: LoadOptions): Promise<WebAssembly.Module> {
  if (options.bytes instanceof WebAssembly.Module) {
    return options.bytes;
  }
  if (options.bytes) {
    return WebAssembly.compile(options.bytes);
  }
  const url = moduleUrl(options);
  return isNodeFile(url) ? WebAssembly.compile(await readNodeFile(url)) : compileFrom(url);
}

function moduleUrl(options: LoadOptions): URL {
  const given = options.url ?? options.locateFile?.('weft.wasm');
  const base = typeof location === 'undefined' ? import.meta.url : location.href;
  return given ? new URL(given, base) : new URL('./weft.wasm', import.meta.url);
}

function isNodeFile(url: URL): boolean {
  return url.protocol === 'file:' && typeof process === 'object' && !!process.versions?.node;
}

async function readNodeFile(url: URL): Promise<BufferSource> {
  const name = 'node:fs/promises'; // a variable, so that bundlers leave it alone
  const { readFile } = await import(/* @vite-ignore */ name);
  return readFile(url);
}

// Streaming needs the right content type; a server that does not know wasm still works, only slower.
async function compileFrom(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url.href}: the server answered ${response.status} ${response.statusText}`);
  }
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  return streams
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

declare const process: { versions?: { node?: string } } | undefined;
