// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Choices live in the browser's history: back undoes the last one.
import { toChoices, type Choices } from '../choices';

/** A slider that is pulled makes one entry, not fifty: changes closer than this replace each other, ms. */
const TOGETHER = 800;

/** Reads and writes choices in history entries. */
export class ChoiceHistory {
  private lastKey = '';
  private lastTime = -Infinity;

  constructor(onBack: (choices: Choices | null) => void) {
    addEventListener('popstate', (e) => {
      this.lastKey = '';
      onBack(read(e.state));
    });
  }

  /** The choices of the entry that the page was opened on, for example after a reload. */
  current(): Choices | null {
    return read(history.state);
  }

  /** Notes a choice as a new entry, without the fragment of a link. */
  push(choices: Choices, key: string): void {
    const now = performance.now();
    const together = key === this.lastKey && now - this.lastTime < TOGETHER;
    const url = location.pathname + location.search;
    if (together) history.replaceState({ choices }, '', url);
    else history.pushState({ choices }, '', url);
    this.lastKey = key === 'wind' ? key : '';
    this.lastTime = now;
  }

  /** Notes the choices that the page starts with. */
  start(choices: Choices): void {
    history.replaceState({ choices }, '', location.href);
  }
}

function read(state: unknown): Choices | null {
  const choices = (state as { choices?: unknown } | null)?.choices;
  return choices ? toChoices(choices) : null;
}
