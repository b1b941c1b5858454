// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { isMoved } from '../src/moved.js';

/** Where the code is, what the bundler made of the file's address, and whether the code was moved away from it. */
const CASES: [string, string, string, boolean][] = [
  ['as it is', 'file:///app/dist/module_beside.js', './weft.wasm', false],
  ['a server of sources', 'http://a/dist/module_beside.js?v=1', './weft.wasm', false],
  [
    'webpack',
    'file:///app/node_modules/weft-cloth/dist/module_beside.js',
    'http://a/1f.wasm',
    false,
  ],
  ['built by Vite', 'http://a/assets/index-1f.js', '/assets/weft-2e.wasm', false],
  ['inlined by a bundler', 'http://a/index.js', 'data:application/wasm;base64,AGFzbQ==', false],
  ['esbuild, rollup', 'http://a/main.js', './weft.wasm', true],
  ['served by Vite 5', 'http://a/node_modules/.vite/deps/weft-cloth.js?v=1', './weft.wasm', true],
  ['a bundle for Node', 'file:///app/out/main.mjs', './weft.wasm', true],
];

test.each(CASES)('%s', (_, own, address, moved) => {
  expect(isMoved(own, 'module_beside', 'weft.wasm', new URL(address, own))).toBe(moved);
});
