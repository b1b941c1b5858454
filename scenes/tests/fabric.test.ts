// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FABRIC_FIELDS, FABRIC_NAMES, fabricPreset } from '../src/cloth/fabric.js';

const CORE = readFileSync(new URL('../../core/src/cloth/fabric.c', import.meta.url), 'utf8');
const TYPES = readFileSync(new URL('../../core/include/weft/types.h', import.meta.url), 'utf8');

describe('fabrics', () => {
  it('are those of the core, in its order', () => {
    const names = [...TYPES.matchAll(/WEFT_FABRIC_(\w+) = \d/g)].map((m) => m[1].toLowerCase());
    expect(FABRIC_NAMES).toEqual(names);
  });

  it.each(FABRIC_NAMES)('%s has the numbers of the core', (name) => {
    const block = CORE.slice(CORE.indexOf(`[WEFT_FABRIC_${name.toUpperCase()}]`)).split('}}')[0];
    const fabric = fabricPreset(name);
    for (const field of FABRIC_FIELDS) {
      const value = new RegExp(`\\.${field} = ([0-9.e+-]+)f`).exec(block);
      expect(fabric[field], field).toBe(Number(value?.[1]));
    }
  });
});
