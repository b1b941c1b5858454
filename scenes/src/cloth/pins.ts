// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which vertices of a sheet are held: a named corner, a side, or a box in material coordinates.
import { PIN, type Pin } from '../model.js';
import { unknownValue } from '../errors.js';
import { dot, minus, point, type Vec3 } from '../math/vec3.js';
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

/** A body that may carry pins. */
export interface Carrier {
  name: string;
  positions: ArrayLike<number>;
}

/** Pins of a sheet of `size`; positions are where spring pins pull to, and what the vertices of carriers are near. */
export function sheetPins(
  pins: ScenePin[],
  size: [number, number],
  material: ArrayLike<number>,
  positions: ArrayLike<number>,
  carriers: Carrier[],
): Pin[] {
  const chosen = new Map<number, Pin>();
  for (const pin of pins) {
    for (let v = 0; v < material.length / 2; v++) {
      if (!holds(pin.where, size, material[2 * v], material[2 * v + 1])) continue;
      const place = point(positions, v);
      chosen.set(
        v,
        pin.body === undefined ? placed(pin, v, place) : carried(pin, v, place, carriers),
      );
    }
  }
  return [...chosen.values()].sort((a, b) => a.vertex - b.vertex);
}

function placed(pin: ScenePin, vertex: number, offset: Vec3): Pin {
  const kind = pin.stiffness === undefined ? PIN.fixed : PIN.spring;
  return { vertex, kind, body: 0, element: 0, offset, stiffness: pin.stiffness ?? 0 };
}

/** A pin on the nearest vertex of its body. */
function carried(pin: ScenePin, vertex: number, place: Vec3, carriers: Carrier[]): Pin {
  const body = carriers.findIndex(({ name }) => name === pin.body);
  if (body < 0)
    throw new Error(
      unknownValue(
        'body',
        pin.body!,
        carriers.map((c) => c.name),
      ),
    );
  const { positions } = carriers[body];
  let element = 0;
  let least = Infinity;
  for (let v = 0; v < positions.length / 3; v++) {
    const far = minus(point(positions, v), place);
    const square = dot(far, far);
    if (square < least) [element, least] = [v, square];
  }
  return { vertex, kind: PIN.body, body, element, offset: [0, 0, 0], stiffness: 0 };
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
