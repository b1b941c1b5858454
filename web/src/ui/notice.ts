// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One sentence for the visitor: something went wrong, or something was confirmed. It stays until it is closed or
// the next one comes.
import { h } from './dom';
import { icon } from './icons';

export type NoticeKind = 'error' | 'good' | 'info';

/** What the visitor can do about it. */
export interface NoticeAction {
  label: string;
  act(): void;
}

/** The place where sentences appear. */
export class Notice {
  readonly element: HTMLElement;
  private readonly text = h('p');
  private readonly button = h('button', { type: 'button', class: 'action', hidden: true });

  constructor() {
    const close = h(
      'button',
      { type: 'button', 'aria-label': 'Close', onclick: () => this.hide() },
      icon('close'),
    );
    const body = h('div', {}, this.text, this.button);
    this.element = h('div', { class: 'notice', hidden: true }, body, close);
  }

  /** Shows a sentence; errors interrupt a screen reader, the rest waits its turn. */
  show(kind: NoticeKind, sentence: string, action?: NoticeAction): void {
    this.element.dataset.kind = kind;
    this.element.setAttribute('role', kind === 'error' ? 'alert' : 'status');
    this.element.hidden = false;
    this.text.textContent = sentence;
    this.button.hidden = !action;
    this.button.textContent = action?.label ?? '';
    this.button.onclick = () => {
      this.hide();
      action?.act();
    };
  }

  /** Shows a sentence with a text to copy by hand, where the clipboard is not allowed. */
  offer(sentence: string, text: string): void {
    this.show('info', sentence);
    const field = h('input', { type: 'text', readonly: true, value: text, 'aria-label': 'Link' });
    this.text.append(field);
    field.select();
  }

  /** What is shown, null when nothing is. */
  get kind(): NoticeKind | null {
    return this.element.hidden ? null : (this.element.dataset.kind as NoticeKind);
  }

  hide(): void {
    this.element.hidden = true;
  }
}
