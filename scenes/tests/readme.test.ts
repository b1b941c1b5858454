// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the manual shows must work.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkScene } from '../src/check.js';
import { SCENE_SCHEMA } from '../src/schema.js';

const TEXT = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the scene of the manual is one', () => {
  const [, json] = /```json\n([^`]*)```/.exec(TEXT)!;
  expect(checkScene(JSON.parse(json)).name).toBe('walk-skirt');
});

it('the manual names every kind', () => {
  const defs = SCENE_SCHEMA.$defs as Record<string, { properties: Record<string, object> }>;
  for (const [def, key] of [
    ['body', 'kind'],
    ['cloth', 'kind'],
    ['event', 'do'],
  ]) {
    for (const name of (defs[def].properties[key] as { enum: string[] }).enum) {
      expect(TEXT).toContain(`\`${name}\``);
    }
  }
});
