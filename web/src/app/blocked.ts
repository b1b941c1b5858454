// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Why a body waits, in words: pins and parts that two bodies, or two parts of one, drive through each other.
import type { BlockSide } from 'weft-cloth';
import { garmentWord } from './captured';

/** What a body's triangles are labelled with. */
const PARTS = [
  'trunk',
  'head',
  'left arm',
  'right arm',
  'left leg',
  'right leg',
  'left foot',
  'right foot',
];

/** The names that the numbers of a block stand for. */
export interface Named {
  cloths: readonly { name: string }[];
  bodies: readonly { name: string }[];
}

/** For example "The body waits: a pin of the skirt on the left arm and the trunk are in each other's way. …" */
export function blockedSentence(blocks: readonly (readonly BlockSide[])[], named: Named): string {
  const [first] = blocks;
  if (!first) return '';
  const [a, b] = first.map((side) => sideWords(side, named));
  const more = blocks.length > 1 ? `, and ${blocks.length - 1} more such pairs` : '';
  return `The motion waits: ${a} and ${b} are in each other’s way${more}. Choose another motion, or restart.`;
}

function sideWords(side: BlockSide, named: Named): string {
  const carrier = side.body === undefined ? '' : bodyWords(side.body, side.part, named);
  if (side.cloth === undefined) return carrier;
  const cloth = garmentWord(named.cloths[side.cloth]?.name ?? String(side.cloth));
  const vertex = `point ${side.vertex} of the ${cloth}`;
  if (side.pin === undefined) return vertex;
  return carrier ? `${vertex}, pinned to ${carrier},` : `${vertex}, pinned in space,`;
}

function bodyWords(body: number, part: number | undefined, named: Named): string {
  const word = part === undefined ? undefined : PARTS[part];
  return word ? `the ${word}` : `body “${named.bodies[body]?.name ?? body}”`;
}
