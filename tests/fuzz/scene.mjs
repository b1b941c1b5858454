// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A small cooked scene that names methods.
import { cook } from 'weft-scenes';

/** A sheet of nine vertices over a cube; its structure is one of the module with every method. */
export function smallScene() {
  return cook({
    name: 'fuzz',
    bodies: [{ kind: 'cube', size: 0.2 }],
    cloths: [{ kind: 'grid', size: [0.2, 0.2], columns: 3, rows: 3, at: [0, 0.2, 0] }],
    methods: { structure: { name: 'uniform_grid', cell: 2 } },
  }).bytes;
}
