// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The tables that are generated from the core are those of the core as it is.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describe as describeCore, generate } from '../../scripts/generate_registry.mjs';

const built = new URL('../../build/native/wasm_bindings/weft_native', import.meta.url);
const hasNative = existsSync(process.env.WEFT_NATIVE ?? built);

test.runIf(hasNative)('no generated file is stale', async () => {
  expect(await generate({ check: true })).toEqual([]);
});

test.runIf(hasNative)('a change of the core makes files stale', async () => {
  const core = describeCore();
  core.methods[0].parameters[0].high += 1;
  expect(await generate({ check: true, core })).toEqual([
    'wasm_bindings/src/registry.ts',
    'scenes/src/registry.ts',
  ]);
  const fabric = describeCore();
  fabric.fabrics[0].name = 'calico';
  expect(await generate({ check: true, core: fabric })).toContain('web/src/registry.ts');
});
