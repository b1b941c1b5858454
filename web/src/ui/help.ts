// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The help dialog: what the page is, what the keys do.
import { h } from './dom';
import { makeLinks } from './links';

const POINTER: [string, string][] = [
  ['drag the cloth', 'pull it'],
  ['click a garment', 'choose what it is made of'],
  ['drag beside it', 'turn the view'],
  ['wheel, pinch', 'closer, further, towards the pointer'],
  ['right button, two fingers', 'move the view'],
];

const KEYS: [string, string][] = [
  ['Space', 'play, pause'],
  ['.', 'one step'],
  ['R', 'restart'],
  ['S', 'copy a link to this moment'],
  ['← → ↑ ↓', 'turn the view'],
  ['Shift ← → ↑ ↓', 'move the view'],
  ['+  −', 'closer, further'],
  ['1  2  3  4', 'front, side, back, the cloth from near'],
  ['0', 'the first view'],
  ['G', 'grab cloth: arrows aim, Enter holds, arrows pull, Enter lets go'],
  ['H', 'marks on held points, on or off'],
  ['M', 'measurements'],
  ['?', 'this help'],
];

/** A modal dialog that Escape or its button closes. */
export class HelpDialog {
  readonly element: HTMLDialogElement;
  private readonly title = h('h2', { id: 'help-title', tabindex: -1 }, 'Cloth, computed here');

  constructor() {
    const keys = KEYS.flatMap(([key, what]) => [
      h(
        'dt',
        {},
        ...key
          .split(' ')
          .filter(Boolean)
          .map((k) => h('kbd', {}, k)),
      ),
      h('dd', {}, what),
    ]);
    const pointer = POINTER.flatMap(([how, what]) => [h('dt', {}, how), h('dd', {}, what)]);
    this.element = h(
      'dialog',
      { 'aria-labelledby': 'help-title' },
      this.title,
      h(
        'p',
        {},
        'A sewing pattern is drafted to the measurements of the body, meshed, sewn together around it and worn. ' +
          'Everything happens in this browser.',
      ),
      h(
        'p',
        {},
        'The simulation gives the same bits on every machine. A shared link opens the same scene at the same step, ' +
          'and the page says whether its hash was reproduced.',
      ),
      h(
        'p',
        {},
        'Where the body leaves cloth no room, such as between closing thighs, points of it are held and marked until ' +
          'there is room again. The strip of tight spots shows when the motion does that.',
      ),
      h('h3', {}, 'Mouse and fingers'),
      h('dl', { class: 'keys' }, ...pointer),
      h('h3', {}, 'Keys'),
      h('dl', { class: 'keys' }, ...keys),
      makeLinks(),
      h('form', { method: 'dialog' }, h('button', { class: 'primary', type: 'submit' }, 'Close')),
    );
  }

  /** Opens it at its beginning; left to itself the browser would go to the first link, at the end. */
  open(): void {
    this.element.showModal();
    this.title.focus();
    this.element.scrollTop = 0;
  }
}
