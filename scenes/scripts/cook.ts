// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// usage: tsx scripts/cook.ts SCENE.json -o FILE     cooks one scene and prints what it holds
import { readFileSync, writeFileSync } from 'node:fs';
import { cook } from '../src/cook/cook.js';
import type { Scene } from '../src/scene.js';

const [input, flag, output] = process.argv.slice(2);
if (input === undefined || (flag !== undefined && (flag !== '-o' || output === undefined))) {
  console.error('usage: tsx scripts/cook.ts SCENE.json -o FILE');
  process.exit(2);
}
const { bytes, info } = cook(JSON.parse(readFileSync(input, 'utf8')) as Scene);
if (output !== undefined) writeFileSync(output, bytes);
console.log(JSON.stringify(info, null, 2));
