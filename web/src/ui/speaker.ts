// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a screen reader says by itself: events, each once. What ticks on the screen is not here.
import { h } from './dom';

/** Things said within this time go into one sentence, because the later would cut the earlier off, ms. */
const BREATH = 120;

/** A region that is read when it changes. */
export class Speaker {
  readonly element = h('div', { class: 'unseen', role: 'status' });
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Has a sentence read when the reader has time. */
  say(sentence: string): void {
    if (!sentence || this.waiting.at(-1) === sentence) return;
    this.waiting.push(sentence);
    this.timer ??= setTimeout(() => this.speak(), BREATH);
  }

  private speak(): void {
    this.timer = undefined;
    // A new element is read even when its words are those of the last one.
    this.element.replaceChildren(h('p', {}, this.waiting.join(' ')));
    this.waiting = [];
  }
}
