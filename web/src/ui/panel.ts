// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The panel of choices: beside the figure on a wide screen, a sheet at the bottom of a phone.
import {
  BODIES,
  COLOURS,
  FABRICS,
  GARMENTS,
  MAX_WIND,
  MOTIONS,
  PRINTS,
  type Choices,
} from '../app/choices';
import { ChoiceGroup } from './choice_group';
import { h } from './dom';
import { icon } from './icons';

type ListKey = Exclude<keyof Choices, 'wind'>;

const GROUPS: [ListKey, string, readonly { value: string; label: string; hex?: string }[]][] = [
  ['garment', 'Garment', GARMENTS],
  ['fabric', 'Fabric', FABRICS],
  ['colour', 'Colour', COLOURS],
  ['print', 'Print', PRINTS],
  ['body', 'Body', BODIES],
  ['motion', 'Motion', MOTIONS],
];

/** All choices of the page. */
export class Panel {
  readonly element: HTMLElement;
  private readonly groups = new Map<ListKey, ChoiceGroup>();
  private readonly wind: HTMLInputElement;
  private readonly windText = h('output', { class: 'chosen' });
  private readonly handle: HTMLButtonElement;

  constructor(onChange: (change: Partial<Choices>) => void, onResize: () => void) {
    for (const [key, legend, options] of GROUPS) {
      const choose = (value: string) => onChange({ [key]: value });
      this.groups.set(key, new ChoiceGroup(key, legend, options, choose));
    }
    this.wind = h('input', {
      type: 'range',
      id: 'wind',
      min: 0,
      max: MAX_WIND,
      step: 0.5,
      oninput: () => onChange({ wind: Number(this.wind.value) }),
    });
    this.handle = h(
      'button',
      {
        class: 'handle',
        type: 'button',
        'aria-expanded': 'false',
        'aria-controls': 'choices',
        onclick: () => this.toggle(onResize),
      },
      h('span', {}, 'Choose'),
      icon('up'),
    );
    const groups = [...this.groups.values()].map((g) => g.element);
    const body = h('div', { id: 'choices', class: 'choices' }, ...groups, this.windRow());
    this.element = h('section', { class: 'panel', 'aria-label': 'Choices' }, this.handle, body);
  }

  /** Shows choices without telling anybody. Null: the scene is none that the panel can make. */
  set(choices: Choices | null): void {
    for (const [key, group] of this.groups) group.set(choices ? choices[key] : null);
    this.setWind(choices?.wind ?? 0);
  }

  private setWind(speed: number): void {
    this.wind.value = String(speed);
    const text = speed > 0 ? `${speed} m/s` : 'calm';
    this.windText.textContent = text;
    this.wind.setAttribute('aria-valuetext', text);
  }

  private windRow(): HTMLElement {
    const label = h('label', { for: 'wind', class: 'legend' }, 'Wind', this.windText);
    return h('div', { class: 'group' }, label, this.wind);
  }

  private toggle(onResize: () => void): void {
    const open = this.element.classList.toggle('open');
    this.handle.setAttribute('aria-expanded', String(open));
    onResize();
  }
}
