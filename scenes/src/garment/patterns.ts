// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The patterns, in the order of the menu of the page. One that is added here can be named by scenes, and is offered by
// the page once scripts/generate_registry.mjs has run.
import type { PatternSpec } from './pattern.js';
import { SKIRT } from './patterns/skirt.js';
import { TROUSERS } from './patterns/trousers.js';
import { TSHIRT } from './patterns/tshirt.js';

const ALL = [SKIRT, TSHIRT, TROUSERS];

/** All patterns by the name that a scene uses. */
export const PATTERNS: Record<string, PatternSpec> = Object.fromEntries(
  ALL.map((pattern) => [pattern.name, pattern]),
);
