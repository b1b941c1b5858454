// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The module as the file beside this one. Bundlers that know `new URL(..., import.meta.url)` carry it along; where
// another one moved the code away from the file, a copy that is only loaded in this case takes its place.
import { compileFrom } from './module.js';
import { compileText } from './module_text.js';
import { isMoved } from './moved.js';

const fromFile = () => compileFrom(new URL('./weft.wasm', import.meta.url));
const fromCopy = async () => compileText((await import('./inlined_module.js')).default);

/** Whether the file, and with it the script of the worker, is not where this code is. */
export function isFileLost(): boolean {
  const here: string = import.meta.url; // apart from the URL, where bundlers would take the name for an asset
  return isMoved(here, 'module_beside', 'weft.wasm', new URL('./weft.wasm', import.meta.url));
}

/** Finds and compiles it. */
export function moduleBeside(): Promise<WebAssembly.Module> {
  return fileOrCopy(fromFile, fromCopy);
}

const sharedFromFile = () => compileFrom(new URL('./weft-threads.wasm', import.meta.url));
const sharedFromCopy = async () =>
  compileText((await import('./inlined_shared_module.js')).default);

/** The module on shared memory; only a program that asks for threads fetches it. */
export function sharedBeside(): Promise<WebAssembly.Module> {
  return fileOrCopy(sharedFromFile, sharedFromCopy);
}

type Find = () => Promise<WebAssembly.Module>;

async function fileOrCopy(file: Find, copy: Find): Promise<WebAssembly.Module> {
  const [first, second] = isFileLost() ? [copy, file] : [file, copy];
  return first().catch((reason) =>
    second().catch(() => {
      throw reason; // that is not there either: what went wrong first is what helps
    }),
  );
}

/**
 * The module with every method. It has no copy in the code: only a program that names such a method fetches it.
 * webpack leaves it out, since it warns every program of a file of this size, also those that never ask for it.
 */
export function labBeside(): Promise<WebAssembly.Module> {
  return compileFrom(new URL(/* webpackIgnore: true */ './weft-lab.wasm', import.meta.url));
}
