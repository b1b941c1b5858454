// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The module as the file beside this one. Bundlers that know `new URL(..., import.meta.url)` carry it along; others
// (esbuild, plain rollup, Vite's development server before version 8) move the code away from the file. Then there is
// nothing at that address, or a page that says so, and a copy that is only loaded in this case takes its place.
import { compileFrom } from './module.js';
import { compileText } from './module_text.js';

/** Finds and compiles it. */
export async function moduleBeside(): Promise<WebAssembly.Module> {
  try {
    return await compileFrom(new URL('./weft.wasm', import.meta.url));
  } catch (reason) {
    const { default: text } = await import('./inlined_module.js').catch(() => {
      throw reason; // the copy is not there either: what went wrong first is what helps
    });
    return compileText(text);
  }
}

/**
 * The module with every method. It has no copy in the code: only a program that names such a method fetches it.
 * webpack leaves it out, since it warns every program of a file of this size, also those that never ask for it.
 */
export function labBeside(): Promise<WebAssembly.Module> {
  return compileFrom(new URL(/* webpackIgnore: true */ './weft-lab.wasm', import.meta.url));
}
