// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the menus of the pages offer. Generated from the tables of the core: change those, build the native
// preset, and run node scripts/generate_registry.mjs.

/** Fabrics, in the order of weft_fabric_preset. */
export const FABRICS = ['cotton', 'denim', 'silk', 'wool', 'jersey', 'linen', 'leather'] as const;
