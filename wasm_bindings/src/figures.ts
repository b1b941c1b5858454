// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the methods of a world have counted, as plain objects.
import type { Heap } from './heap.js';
import type { Figure } from './types.js';

const NOBODY = 0xffffffff;

/** All figures after the last step; none in a module that counts nothing. */
export function readFigures(heap: Heap, world: number): Figure[] {
  const figureAt = heap.exports.weft_lab_figure_at;
  if (!figureAt) {
    return [];
  }
  return heap.scoped((scope) => {
    const at = scope.struct('weft_lab_figure');
    const found: Figure[] = [];
    while (figureAt(world, found.length, at)) {
      found.push(readFigure(heap, at));
    }
    return found;
  });
}

function readFigure(heap: Heap, at: number): Figure {
  const fields = heap.readStruct('weft_lab_figure', at) as Record<string, number>;
  const { value, body, segment } = fields;
  const [what, unit] = [heap.text(fields.what), heap.text(fields.unit)];
  return body === NOBODY
    ? { what, unit, value }
    : { what, unit, value, body, segment, part: heap.text(fields.part) };
}
