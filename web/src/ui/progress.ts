// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The progress bar: a thin line under the status, which has the words, while something long is under way. Its
// room is kept while it is away, so that nothing moves when it comes.
import { h } from './dom';

/** The bar. */
export class ProgressBar {
  readonly element = h('progress', { max: 1, 'aria-label': 'Progress', class: 'idle' });

  /** Shows a fraction 0..1 of what the word says. */
  show(word: string, fraction: number): void {
    this.element.classList.remove('idle');
    this.element.value = fraction;
    this.element.setAttribute('aria-label', word);
  }

  /** Takes it away. */
  hide(): void {
    this.element.classList.add('idle');
  }
}
