// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Compiles and starts the module. There is no generated glue: the module imports two functions, and the same few lines
// serve browsers, Node and bundlers. Where the module comes from when nobody says so is the business of the package's
// entries: main.ts takes the file beside itself, inline.ts a copy in its own code.
import {
  bytes as readBytes,
  callback,
  flag,
  oneNumber,
  options as checkOptions,
  shown,
} from './checks.js';
import { invalidArgument, WeftError } from './error.js';
import { readThreads } from './crew/shared.js';
import type { Exports } from './exports.js';
import type { MethodOptions } from './methods.js';
import type { ThreadChoice } from './types.js';

/** An address, in programs with and without the types of a browser. */
export type Address = string | { readonly href: string };

/** A compiled module, where the program knows the types of WebAssembly. */
type CompiledModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : never;

/** Where the module comes from; without any, the file beside the package's own or the copy in its code. */
export interface LoadOptions {
  /** Address of the module, for example from Vite's `import url from 'weft-cloth/weft.wasm?url'`. */
  url?: Address;
  /** The module itself, already read or compiled. */
  bytes?: ArrayBuffer | ArrayBufferView | CompiledModule;
  /** Methods that worlds are going to have: their module is fetched too, see `weft.prepare`. */
  methods?: MethodOptions;
  /** Where the module with every method comes from, when one is asked for; without, the file beside the package's own. */
  lab?: { url?: Address; bytes?: LoadOptions['bytes'] };
  /**
   * How many threads step a world, 1 to 64; the result has the same bits. `'auto'` takes as many as the cores allow, tries
   * in the first steps of a world whether they are faster, and uses them only then. More than one needs memory that is
   * shared: Node, or a page that is isolated from other origins; elsewhere one thread does the work, and
   * `weft.threadsNote` says why. Default 1.
   */
  threads?: ThreadChoice;
  /** Where the module on shared memory comes from, when threads are asked for; without, the file beside the package's own. */
  shared?: {
    url?: Address;
    bytes?: LoadOptions['bytes'];
    /** The most that the memory may grow to, 16 MiB to 2 GiB; devices set it aside at once. Default 2 GiB, or what there is. */
    maxBytes?: number;
  };
  /** Maps a file name to an address, for hosts that keep their assets elsewhere. */
  locateFile?: (name: string) => Address;
  /**
   * For finding mistakes: whenever a world is disposed or something removed, every view on the module's memory that
   * was kept, such as an array that `cloth.positions` gave before, becomes empty instead of showing what takes the
   * place. The getters make new ones. Default false.
   */
  detachViews?: boolean;
}

let standard: (() => Promise<WebAssembly.Module>) | undefined;
let standardLab: (() => Promise<WebAssembly.Module>) | undefined;
let standardShared: (() => Promise<WebAssembly.Module>) | undefined;

/** Says where the module on shared memory comes from when `load` is told nothing. @internal */
export function setStandardShared(find: () => Promise<WebAssembly.Module>): void {
  standardShared = find;
}

/** Says where the module with every method comes from when `load` is told nothing. @internal */
export function setStandardLab(find: () => Promise<WebAssembly.Module>): void {
  standardLab = find;
}

/** Says where the module comes from when `load` is told nothing; `strong` wins over an entry that is not. @internal */
export function setStandardModule(find: () => Promise<WebAssembly.Module>, strong = false): void {
  standard = strong ? find : (standard ?? find);
}

const imports = (memory?: WebAssembly.Memory) => ({
  env: {
    ...(memory && { memory }),
    emscripten_notify_memory_growth: () => {}, // views check their buffer by themselves
    weft_clock: () => performance.now(),
  },
});

const LOAD_OPTIONS = [
  'url',
  'bytes',
  'methods',
  'lab',
  'threads',
  'shared',
  'locateFile',
  'detachViews',
  'worker',
];

/** Checks what is neither an address nor a module. @internal */
export function checkLoad<T extends LoadOptions>(given: T): T {
  const { lab, threads, shared, locateFile, detachViews } = checkOptions(
    'load',
    given,
    LOAD_OPTIONS,
  );
  if (lab !== undefined) {
    checkOptions('lab', lab, ['url', 'bytes']);
  }
  if (threads !== undefined) {
    readThreads(threads);
  }
  if (shared !== undefined) {
    const { maxBytes } = checkOptions('shared', shared, ['url', 'bytes', 'maxBytes']);
    if (maxBytes !== undefined) {
      oneNumber('shared.maxBytes', maxBytes, { least: 2 ** 24, most: 2 ** 31, whole: true });
    }
  }
  if (locateFile !== undefined) {
    callback('locateFile', locateFile);
  }
  if (detachViews !== undefined) {
    flag('detachViews', detachViews);
  }
  return given;
}

/** Compiles the module and starts a fresh instance of it. Throws `WeftError` when there is none, and says why. @internal */
export async function instantiate(options: LoadOptions): Promise<Exports> {
  return started(await WebAssembly.instantiate(await findModule(options), imports()));
}

/** Starts an instance of a compiled module at once: in a worker, where that may take its time. @internal */
export function instantiateNow(module: WebAssembly.Module): Exports {
  return started(new WebAssembly.Instance(module, imports()));
}

/** Starts an instance of the module on shared memory. @internal */
export async function instantiateOn(module: WebAssembly.Module, memory: WebAssembly.Memory) {
  const instance = await WebAssembly.instantiate(module, imports(memory));
  return started(instance, memory);
}

function started(instance: WebAssembly.Instance, memory?: WebAssembly.Memory): Exports {
  const own = instance.exports as unknown as Exports;
  const exports = memory ? { ...own, memory } : own;
  exports._initialize?.();
  exports.weft_js_start();
  return exports;
}

/** Compiles the module with every method, and starts nothing. @internal */
export async function findLabModule({ lab = {}, locateFile }: LoadOptions) {
  const { bytes, url = locateFile?.('weft-lab.wasm') } = lab;
  if (bytes !== undefined || url !== undefined) {
    return findModule({ bytes, url });
  }
  if (!standardLab) {
    throw notLoaded('nobody said where it is; give Weft.load the option lab: { url }');
  }
  return standardLab();
}

/** Compiles the module on shared memory, and starts nothing. @internal */
export async function findSharedModule({ shared = {}, locateFile }: LoadOptions) {
  const { bytes, url = locateFile?.('weft-threads.wasm') } = shared;
  if (bytes !== undefined || url !== undefined) {
    return findModule({ bytes, url });
  }
  if (!standardShared) {
    throw notLoaded('nobody said where it is; give Weft.load the option shared: { url }');
  }
  return standardShared();
}

/** Compiles the module, and starts nothing. @internal */
export async function findModule(options: LoadOptions): Promise<WebAssembly.Module> {
  const { bytes } = options;
  if (bytes !== undefined) {
    return (bytes as unknown) instanceof WebAssembly.Module
      ? (bytes as WebAssembly.Module)
      : compileBytes(readBytes('bytes', bytes) as BufferSource, 'bytes');
  }
  const address = options.url ?? options.locateFile?.('weft.wasm');
  if (address !== undefined) {
    const base = typeof location === 'undefined' ? import.meta.url : location.href;
    return compileFrom(readAddress(address, base));
  }
  if (!standard) {
    throw invalidArgument('load: no module was given; give url or bytes.');
  }
  return standard();
}

function readAddress(address: unknown, base: string): URL {
  try {
    return new URL(String(address), base);
  } catch {
    throw notLoaded(`url: ${shown(address)} is no address`);
  }
}

/** Reads and compiles the module at an address of the web, or at a file under Node. @internal */
export async function compileFrom(url: URL): Promise<WebAssembly.Module> {
  if (isNodeFile(url)) {
    return compileBytes(await reached(url, () => readNodeFile(url)), url.href);
  }
  const response = await reached(url, () => fetch(url));
  if (!response.ok) {
    throw notLoaded(`${url.href}: the server answered ${response.status} ${response.statusText}`);
  }
  // Streaming needs the right content type; a server that does not know wasm still works, only slower.
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('application/wasm')
    ? permitted(() => WebAssembly.compileStreaming(response))
    : compileBytes(await response.arrayBuffer(), `${url.href} (${type || 'of no type'})`);
}

async function reached<T>(url: URL, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw notLoaded(`${url.href}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Compiles bytes; `where` names them in the error when they are no module. @internal */
export function compileBytes(bytes: BufferSource, where: string): Promise<WebAssembly.Module> {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  const isModule = [0x00, 0x61, 0x73, 0x6d].every((byte, i) => view[i] === byte); // \0asm
  if (!isModule) {
    throw notLoaded(`${where}: is not a WebAssembly module; see "Where the module comes from"`);
  }
  return permitted(() => WebAssembly.compile(bytes));
}

/** Says in plain words when the page's own policy is what keeps the module from being compiled. */
async function permitted(compile: () => Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
  try {
    return await compile();
  } catch (error) {
    if (/unsafe-eval|security policy/i.test(String(error))) {
      throw notLoaded(
        "the content security policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src",
      );
    }
    throw error;
  }
}

function notLoaded(reason: string): WeftError {
  return new WeftError('WEFT_ERROR_INVALID_ARGUMENT', `The module cannot be loaded: ${reason}.`);
}

function isNodeFile(url: URL): boolean {
  return url.protocol === 'file:' && typeof process === 'object' && !!process.versions?.node;
}

async function readNodeFile(url: URL): Promise<BufferSource> {
  const name = 'node:fs/promises'; // a variable and three requests, so that every bundler leaves it alone
  const { readFile } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
  );
  return readFile(url);
}

declare const process: { versions?: { node?: string } } | undefined;
