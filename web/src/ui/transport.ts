// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Play, single step, restart, share, marks, help.
import { h } from './dom';
import { icon, type IconName } from './icons';

/** What the buttons do. */
export interface TransportActions {
  toggle(): void;
  step(): void;
  restart(): void;
  share(): void;
  marks(): void;
  meter(): void;
  help(): void;
}

/** The row of buttons. */
export class Transport {
  readonly element: HTMLElement;
  private readonly playButton: HTMLButtonElement;
  private readonly marksButton: HTMLButtonElement;

  constructor(actions: TransportActions) {
    this.playButton = button('play', 'Play', 'Space', actions.toggle);
    this.playButton.classList.add('primary');
    this.marksButton = button('held', 'Marks on held points', 'H', actions.marks);
    this.element = h(
      'div',
      { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
      this.playButton,
      button('step', 'One step', '.', actions.step),
      button('restart', 'Restart', 'R', actions.restart),
      h('span', { class: 'rule' }),
      button('share', 'Share', 'S', actions.share, true),
      this.marksButton,
      button('chart', 'Measurements', 'M', actions.meter),
      button('help', 'Help', '?', actions.help),
    );
  }

  /** Shows whether time runs. */
  setPlaying(playing: boolean): void {
    const name = playing ? 'Pause' : 'Play';
    this.playButton.replaceChildren(icon(playing ? 'pause' : 'play'));
    this.playButton.setAttribute('aria-label', name);
    this.playButton.title = `${name} (Space)`;
  }

  /** Shows whether held points are marked. */
  setMarked(marked: boolean): void {
    this.marksButton.setAttribute('aria-pressed', String(marked));
  }
}

function button(name: IconName, label: string, key: string, act: () => void, word = false) {
  return h(
    'button',
    {
      type: 'button',
      class: word ? 'worded' : undefined,
      'aria-label': label,
      title: `${label} (${key})`,
      onclick: act,
    },
    icon(name),
    word && h('span', {}, label),
  );
}
