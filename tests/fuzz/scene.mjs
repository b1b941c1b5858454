// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A small cooked scene that names methods.
import { cook } from 'weft-scenes';

/** A sheet of nine vertices over a cube and a cone that is a solid; its structure is one of the module with every method. */
export function smallScene() {
  return cook({
    name: 'fuzz',
    bodies: [
      { kind: 'cube', size: 0.2 },
      { kind: 'cone', radius: 0.1, height: 0.2, at: [0.5, 0, 0], convex: true },
    ],
    cloths: [{ kind: 'grid', size: [0.2, 0.2], columns: 3, rows: 3, at: [0, 0.2, 0] }],
    methods: { structure: { name: 'uniform_grid', cell: 2 } },
  }).bytes;
}
