// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the keys do at the moment, for those who see; others hear it.
import { h, setText } from './dom';

/** A sentence that is there for as long as it holds. */
export class Hint {
  readonly element = h('p', { class: 'hint', 'aria-hidden': 'true', hidden: true });

  show(sentence: string): void {
    this.element.hidden = sentence === '';
    setText(this.element, sentence);
  }
}
