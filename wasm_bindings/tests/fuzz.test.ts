// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A short run of the fuzz of the typed API; tests/fuzz/api.mjs is the long one.
import { expect, test } from 'vitest';
import { ApiFuzz } from '../../tests/fuzz/api_fuzz.mjs';
import { makeCharacter } from '../../tests/fuzz/character.mjs';
import { WeftError } from '../src/main.js';
import * as three from '../src/three/index.js';
import { loadWeft } from './support.js';

const SEED = 20261123;

test(`wrong calls end in a WeftError or a right answer, without a leak (seed ${SEED})`, async () => {
  const weft = await loadWeft();
  const adapter = { ...three, character: makeCharacter };
  const round = (seed: number, calls: number) => {
    const fuzz = new ApiFuzz({ weft, WeftError, adapter, seed });
    fuzz.run(calls);
    fuzz.end();
    return fuzz.counts;
  };
  const { calls, errors } = round(SEED, 1500);
  expect(errors / calls).toBeGreaterThan(0.2);
  expect(errors / calls).toBeLessThan(0.8);
  const before = weft.memoryBytes;
  for (let again = 0; again < 5; ++again) {
    round(SEED + 1, 300);
  }
  expect(weft.memoryBytes).toBe(before);
});
