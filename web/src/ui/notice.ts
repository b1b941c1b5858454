// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One sentence for the visitor: something went wrong, or something was confirmed. It stays until it is closed or
// the next one comes.
import { h } from './dom';
import { icon } from './icons';

export type NoticeKind = 'error' | 'good' | 'info';

/** The place where sentences appear. */
export class Notice {
  readonly element: HTMLElement;
  private readonly text = h('p');

  constructor() {
    const close = h(
      'button',
      { type: 'button', 'aria-label': 'Close', onclick: () => this.hide() },
      icon('close'),
    );
    this.element = h('div', { class: 'notice', hidden: true }, this.text, close);
  }

  /** Shows a sentence; errors interrupt a screen reader, the rest waits its turn. */
  show(kind: NoticeKind, sentence: string): void {
    this.element.dataset.kind = kind;
    this.element.setAttribute('role', kind === 'error' ? 'alert' : 'status');
    this.element.hidden = false;
    this.text.textContent = sentence;
  }

  /** Shows a sentence with a text to copy by hand, where the clipboard is not allowed. */
  offer(sentence: string, text: string): void {
    this.show('info', sentence);
    const field = h('input', { type: 'text', readonly: true, value: text, 'aria-label': 'Link' });
    this.text.append(field);
    field.select();
  }

  hide(): void {
    this.element.hidden = true;
  }
}
