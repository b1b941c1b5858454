// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the menus of the pages offer. Generated from the tables of the core: change those, build the native
// preset, and run node scripts/generate_registry.mjs.

/** Fabrics, in the order of weft_fabric_preset. */
export const FABRICS = ['cotton', 'denim', 'silk', 'wool', 'jersey', 'linen', 'leather'] as const;

/** Patterns, in the order of scenes/src/garment/patterns.ts; edge lengths of their meshes in mm. */
export const PATTERNS = [
  {
    name: 'skirt',
    label: 'Skirt',
    worn: 'bottom',
    resolution: { finest: 8, fine: 12, coarse: 20 },
  },
  {
    name: 'tshirt',
    label: 'T-shirt',
    worn: 'top',
    resolution: { finest: 12, fine: 18, coarse: 26 },
  },
  {
    name: 'trousers',
    label: 'Trousers',
    worn: 'bottom',
    resolution: { finest: 12, fine: 18, coarse: 26 },
  },
] as const;
