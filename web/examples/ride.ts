// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pins that ride on a body: each holds a vertex of a geometry at the nearest vertex of the body, at the distance that it
// has when it is made.
import type { BufferGeometry } from 'three';
import type { Body, Pin } from 'weft-cloth';

/** Pins for the first `count` vertices of a geometry, on the body of number `index`. */
export function rideOn(
  body: Pick<Body, 'positions'>,
  geometry: BufferGeometry,
  count: number,
  index = 0,
): Pin[] {
  const { positions } = body;
  const { position } = geometry.attributes;
  return Array.from({ length: count }, (_, vertex) => {
    let [element, least] = [0, Infinity];
    for (let v = 0; v < positions.length / 3; ++v) {
      const away = Math.hypot(
        positions[3 * v] - position.getX(vertex),
        positions[3 * v + 1] - position.getY(vertex),
        positions[3 * v + 2] - position.getZ(vertex),
      );
      if (away < least) [element, least] = [v, away];
    }
    return { vertex, kind: 'body', body: index, element };
  });
}
