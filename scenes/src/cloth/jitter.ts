// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A scene that starts a little differently each time: every free vertex of its cloths is moved by a random way that
// depends on the seed, the cloth and the vertex alone. Random numbers: a 32-bit mixer of Wellons, 2018 ("lowbias32").
import { PIN, type Cloth } from '../model.js';
import { snap } from '../math/snap.js';

/** What a scene says about it. */
export interface Jitter {
  seed: number;
  /** Longest way, m. */
  size?: number;
}

/** The longest way when a scene or a command names a seed alone, m. */
export const JITTER_SIZE = 0.001;

/** Moves the vertices of cloth number `index`, uniformly in a ball. What lies on each other by a seam stays so. */
export function jitterCloth(
  cloth: Cloth,
  index: number,
  { seed, size = JITTER_SIZE }: Jitter,
): Cloth {
  const held = new Set(cloth.pins.filter(isPrescribed).map((pin) => pin.vertex));
  const positions = cloth.positions.slice();
  const leaders = coincident(cloth);
  const still = new Set([...held].map((v) => leaders[v]));
  leaders.forEach((leader, v) => {
    if (still.has(leader)) return;
    const way = inBall(mixed(mixed(seed) ^ mixed(index + 1) ^ Math.imul(leader + 1, 0x9e3779b9)));
    for (let k = 0; k < 3; k++) {
      positions[3 * v + k] = snap(cloth.positions[3 * v + k] + size * way[k]);
    }
  });
  return { ...cloth, positions };
}

function isPrescribed({ kind }: { kind: number }): boolean {
  return kind === PIN.fixed || kind === PIN.body;
}

/** For every vertex the first of those that seams join to it and that lie where it lies. */
function coincident({ positions: p, seams }: Cloth): Uint32Array {
  const leaders = Uint32Array.from({ length: p.length / 3 }, (_, v) => v);
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 0; i < seams.length; i += 2) {
      const [a, b] = [seams[i], seams[i + 1]];
      if ([0, 1, 2].some((k) => p[3 * a + k] !== p[3 * b + k]) || leaders[a] === leaders[b])
        continue;
      leaders[a] = leaders[b] = Math.min(leaders[a], leaders[b]);
      changed = true;
    }
  }
  return leaders;
}

/** A point of the unit ball; points of the cube that are outside of it are thrown away. */
function inBall(start: number): [number, number, number] {
  let state = start;
  const next = () => {
    state = mixed(state + 0x9e3779b9);
    return state / 2147483648 - 1;
  };
  for (;;) {
    const [x, y, z] = [next(), next(), next()];
    if (x * x + y * y + z * z <= 1) return [x, y, z];
  }
}

function mixed(value: number): number {
  let x = value >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}
