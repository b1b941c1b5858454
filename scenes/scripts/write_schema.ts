// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Writes scenes/schema.json from src/schema.ts.
import { writeFileSync } from 'node:fs';
import { SCENE_SCHEMA } from '../src/schema.js';

const target = new URL('../schema.json', import.meta.url);
writeFileSync(target, JSON.stringify(SCENE_SCHEMA, null, 2) + '\n');
