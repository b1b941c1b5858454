// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { blockedSentence } from '../src/app/blocked';

const named = { cloths: [{ name: 'skirt' }], bodies: [{ name: 'wearer' }, { name: 'post' }] };

test('nothing is said while nothing blocks', () => {
  expect(blockedSentence([], named)).toBe('');
});

test('a block names cloth, vertex, what carries the pin, and the part', () => {
  const sentence = blockedSentence(
    [[{ cloth: 0, vertex: 7, pin: 3, body: 0, part: 2 }, { body: 1 }]],
    named,
  );
  expect(sentence).toContain('point 7 of the skirt, pinned to the left arm, and body “post”');
  expect(sentence).toMatch(/Choose another motion, or restart\.$/);
});

test('more pairs are counted', () => {
  const side = { cloth: 0, vertex: 1, pin: 0 };
  const sentence = blockedSentence(
    [
      [side, { body: 0 }],
      [side, { body: 1 }],
      [side, side],
    ],
    named,
  );
  expect(sentence).toContain('pinned in space');
  expect(sentence).toContain('and 2 more such pairs');
});
