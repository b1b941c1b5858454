// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Why points of the cloth are held: of the parts that close at that moment, those that lie nearest to the points.
import { GARMENTS } from '../choices';
import { pairUp, partsWords, type Parts } from './parts';
import type { Closing } from './pinches';

/** So many points are asked where they are; the others lie beside them. */
const ASKED = 24;
/** Parts further from a point than this do not hold it, m. */
const FAR = 0.04;
/** Parts that close by a millimetre more may be so many millimetres further away: a crotch is near to the trunk always. */
const DEPTH_COUNTS = 3;

/** The surface of a body, and the part that every vertex belongs to. */
export interface PartedBody {
  positions: Float32Array;
  names: readonly string[];
  of: Uint8Array;
}

/** The pairs that hold points (3 numbers each), of those that close; most points first. */
export function capturingPairs(
  points: Float32Array,
  body: PartedBody,
  closing: Closing[],
): Parts[] {
  if (closing.length === 0) return [];
  const count = points.length / 3;
  const votes = new Map<Parts, number>();
  for (let i = 0; i < count; i += Math.ceil(count / ASKED)) {
    const pair = pairAt(points.subarray(3 * i, 3 * i + 3), body, closing);
    if (pair) votes.set(pair, (votes.get(pair) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1]).map(([pair]) => pair);
}

/** Of the pairs that are both near, the one that is nearest and closes most. */
function pairAt(point: Float32Array, body: PartedBody, closing: Closing[]): Parts | null {
  const squares = squaresToParts(point, body);
  const [best] = closing
    .map(({ parts, least }) => {
      const far = Math.sqrt(Math.max(...parts.map((p) => squares[body.names.indexOf(p)])));
      return { parts, far, score: far + DEPTH_COUNTS * least };
    })
    .filter(({ far }) => far < FAR)
    .sort((a, b) => a.score - b.score);
  return best?.parts ?? null;
}

function squaresToParts(point: Float32Array, { positions: x, names, of }: PartedBody) {
  const squares = new Float64Array(names.length).fill(Infinity);
  for (let v = 0, k = 0; v < of.length; v++, k += 3) {
    const [dx, dy, dz] = [x[k] - point[0], x[k + 1] - point[1], x[k + 2] - point[2]];
    const square = dx * dx + dy * dy + dz * dz;
    if (square < squares[of[v]]) squares[of[v]] = square;
  }
  return squares;
}

/** For example "12 points of the trousers are held where the thighs press together." */
export function capturedSentence(held: { cloth: string; count: number }[], pairs: Parts[]): string {
  const some = held.filter(({ count }) => count > 0);
  const total = some.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '';
  const list = some.map(({ cloth, count }, i) => {
    const points = i > 0 ? '' : count === 1 ? ' point' : ' points';
    return `${count}${points} of the ${garmentWord(cloth)}`;
  });
  return `${list.join(' and ')} ${total === 1 ? 'is' : 'are'} held ${placeWords(pairs)}.`;
}

/** Where the most points are held; without pairs only that there is no room. */
function placeWords(pairs: Parts[]): string {
  const [first] = pairUp(pairs.map((parts) => ({ parts })));
  if (!first) return 'where the body leaves no room';
  return `where ${partsWords(first.pair.parts, first.both)} press together`;
}

/** A cloth of a scene, within a sentence. */
export function garmentWord(cloth: string): string {
  const label = GARMENTS.find(({ value }) => value === cloth)?.label;
  if (!label) return `cloth “${cloth}”`;
  return label === 'T-shirt' ? label : label.toLowerCase();
}
