// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The line that says which points of the cloth are held and why, with the mark that they have on the cloth.
import { h, setText } from './dom';

/** It stays this long after the last held point, so that a stride does not make it blink, ms. */
const LINGER = 2500;
/** The words change this often, ms. */
const CALM = 1000;

/** The line under the status. */
export class CapturedNote {
  readonly element: HTMLElement;
  private readonly glyph = h('i', { class: 'mark', 'aria-hidden': 'true' });
  private readonly words = h('span');
  private seen = -Infinity;
  private changed = -Infinity;

  constructor() {
    this.element = h('p', { class: 'held', hidden: true }, this.glyph, this.words);
  }

  /** Takes what there is to say of now; nothing when nothing is held. */
  show(sentence: string, now: number): void {
    if (sentence && now - this.changed > CALM) {
      this.changed = now;
      setText(this.words, sentence);
    }
    if (sentence) this.seen = now;
    this.element.hidden = now - this.seen > LINGER;
  }

  /** Whether the marks are drawn. */
  setMarked(marked: boolean): void {
    this.glyph.hidden = !marked;
  }

  /** Takes the line away, with the scene that it was about. */
  clear(): void {
    this.seen = this.changed = -Infinity;
    this.element.hidden = true;
  }
}
