// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which vertices of a sheet are held: a named corner, a side, or a box in material coordinates.
import { PIN, type Pin } from '../cook/model.js';
import type { ScenePin, Where } from '../scene.js';

/** Names that `where` may use. */
export const WHERE_NAMES = [
  'corners',
  'top',
  'bottom',
  'left',
  'right',
  'top_left',
  'top_right',
  'bottom_left',
  'bottom_right',
];

type Range = [number, number];
const EDGE = 1e-6;

/** Pins of a sheet of `size`; positions are where spring pins pull to. */
export function sheetPins(
  pins: ScenePin[],
  size: [number, number],
  material: ArrayLike<number>,
  positions: ArrayLike<number>,
): Pin[] {
  const chosen = new Map<number, Pin>();
  for (const pin of pins) {
    for (let v = 0; v < material.length / 2; v++) {
      if (!holds(pin.where, size, material[2 * v], material[2 * v + 1])) continue;
      chosen.set(v, {
        vertex: v,
        kind: pin.stiffness === undefined ? PIN.fixed : PIN.spring,
        body: 0,
        element: 0,
        offset: [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]],
        stiffness: pin.stiffness ?? 0,
      });
    }
  }
  return [...chosen.values()].sort((a, b) => a.vertex - b.vertex);
}

function holds(where: Where, [w, h]: [number, number], x: number, y: number): boolean {
  const inside = (v: number, [low, high]: Range) => v >= low - EDGE && v <= high + EDGE;
  if (typeof where !== 'string') {
    return inside(x, where.weft ?? [0, w]) && inside(y, where.warp ?? [0, h]);
  }
  const sides: Record<string, boolean> = {
    left: inside(x, [0, 0]),
    right: inside(x, [w, w]),
    bottom: inside(y, [0, 0]),
    top: inside(y, [h, h]),
  };
  if (where === 'corners') return (sides.left || sides.right) && (sides.top || sides.bottom);
  return where.split('_').every((side) => sides[side]);
}
