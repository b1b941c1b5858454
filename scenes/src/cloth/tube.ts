// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A tube of cloth: a sheet rolled about Y, weft round it and warp upward, its face outward. Its two sides lie on each
// other and are a seam that only has to be welded.
import { cos, PI, sin } from '../math/trig.js';
import { gridSheet, type Sheet } from './grid.js';

/** A tube with its middle at the origin: `around` vertices round it, `rows` rings. */
export function tubeSheet(
  radius: number,
  height: number,
  around: number,
  rows: number,
): Sheet & { seams: Uint32Array } {
  const columns = around + 1;
  const flat = gridSheet([2 * PI * radius, height], columns, rows);
  const positions = new Float64Array(flat.positions.length);
  const seams: number[] = [];
  for (let r = 0; r < rows; r++) {
    const y = (height * r) / (rows - 1) - height / 2;
    for (let c = 0; c < columns; c++) {
      const angle = (2 * PI * (c % around)) / around;
      positions.set([radius * cos(angle), y, -radius * sin(angle)], 3 * (r * columns + c));
    }
    seams.push(r * columns, r * columns + around);
  }
  return { ...flat, positions, seams: Uint32Array.from(seams) };
}
