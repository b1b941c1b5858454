// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { DrawingChoice, drawingText } from '../src/app/drawing_choice';

class Memory {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}

it('the drawing is remembered: what was chosen, and what auto came to', () => {
  const memory = new Memory();
  const first = new DrawingChoice(memory);
  expect([first.drawing, first.kept]).toEqual(['auto', 'fine']);
  first.came('medium');
  first.choose('coarse');
  first.came('coarse'); // as chosen, which says nothing of the device
  const second = new DrawingChoice(memory);
  expect([second.drawing, second.kept]).toEqual(['coarse', 'medium']);
});

it('a browser that forbids memory, or has something else in it, does no harm', () => {
  const forbid = () => {
    throw new Error('forbidden');
  };
  const choice = new DrawingChoice({ getItem: forbid, setItem: forbid });
  choice.choose('fine');
  expect(choice.drawing).toBe('fine');
  const odd = new DrawingChoice({ getItem: () => 'splendid', setItem: () => {} });
  expect([odd.drawing, odd.kept]).toEqual(['auto', 'fine']);
});

it('the measurements say what is drawn and who chose it', () => {
  expect(drawingText('auto', 'medium')).toBe('medium, by itself');
  expect(drawingText('coarse', 'coarse')).toBe('coarse, as chosen');
});
