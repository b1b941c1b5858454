// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The progress bar: a thin line with a word, shown while something long is under way.
import { h, setText } from './dom';

/** A bar with its word. */
export class ProgressBar {
  readonly element: HTMLElement;
  private readonly bar = h('progress', { max: 1, 'aria-label': 'Progress' });
  private readonly word = h('span', { 'aria-hidden': 'true' });

  constructor() {
    this.element = h('div', { class: 'progress', hidden: true }, this.word, this.bar);
  }

  /** Shows a fraction 0..1. */
  show(word: string, fraction: number): void {
    this.element.hidden = false;
    this.bar.value = fraction;
    setText(this.word, word);
  }

  /** Takes it away. */
  hide(): void {
    this.element.hidden = true;
  }
}
