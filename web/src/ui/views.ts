// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Buttons for views: the figure from its front, its side, its back, and the cloth from near.
import type { SideName } from '../view/camera_view';
import { h } from './dom';

export type ViewName = SideName | 'detail';

/** Names, words and keys. */
export const VIEW_BUTTONS: readonly { name: ViewName; label: string; key: string }[] = [
  { name: 'front', label: 'Front', key: '1' },
  { name: 'side', label: 'Side', key: '2' },
  { name: 'back', label: 'Back', key: '3' },
  { name: 'detail', label: 'Detail', key: '4' },
];

/** The column of buttons beside the figure. */
export class Views {
  readonly element: HTMLElement;

  constructor(onLook: (view: ViewName) => void) {
    const buttons = VIEW_BUTTONS.map(({ name, label, key }) =>
      h(
        'button',
        { type: 'button', title: `${label} (${key})`, onclick: () => onLook(name) },
        label,
      ),
    );
    const attributes = { class: 'views', role: 'group', 'aria-label': 'Views' };
    this.element = h('div', attributes, ...buttons);
  }
}
