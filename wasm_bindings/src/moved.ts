// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether a bundler took code away from a file that should lie beside it. Bundlers that carry such files along put
// another address in the place of `new URL('./file', import.meta.url)`, or keep that of the sources. Those that do not
// (esbuild, plain rollup, Vite's development server before version 8) leave a name that is now looked for beside a
// bundle: a request finds nothing there, or a page that says so, and the console of a program that works shows a mistake.

/**
 * @param own `import.meta.url` of the code
 * @param name what the code's own file is called, without its ending
 * @param file the name of the file beside it
 * @param address where that is, by the bundler
 * @internal
 */
export function isMoved(own: string, name: string, file: string, address: URL): boolean {
  const { pathname } = new URL(own);
  const called = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return called !== name && address.href === new URL(file, own).href;
}
