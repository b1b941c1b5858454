// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { countedRows } from '../src/ui/meter';

it('figures of a segment stand in one row of the meter', () => {
  const hips = { body: 0, segment: 3, part: 'hips' };
  const rows = countedRows([
    { what: 'explicit steps', unit: 'a substep', value: 4 },
    { what: 'distance field', unit: 'MB', value: 3.61987, ...hips },
    { what: 'carrying it', unit: 'us a substep', value: 2.1049, ...hips },
    { what: 'distance field', unit: 'MB', value: 1, body: 1, segment: 0, part: '' },
  ]);
  expect(rows).toEqual([
    ['explicit steps', '4 a substep'],
    ['hips 0.3', '3.62 MB, 2.1 us a substep'],
    ['body 1.0', '1 MB'],
  ]);
});
