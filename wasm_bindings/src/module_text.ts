// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The module as text: deflated with a gzip head, in base64. inline_module.mjs of the sources writes it.
import { compileBytes } from './module.js';

/** Unpacks and compiles it. */
export async function compileText(text: string): Promise<WebAssembly.Module> {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return compileBytes(await new Response(plain).arrayBuffer(), 'the inlined module');
}
