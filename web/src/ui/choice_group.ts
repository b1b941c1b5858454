// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One choice out of a few: native radio buttons drawn as pills or swatches, so that keys and screen readers work.
import { h } from './dom';

/** An option as the group draws it. */
export interface GroupOption {
  value: string;
  label: string;
  /** Draws a swatch of this colour instead of the word. */
  hex?: string;
}

/** A set of radio buttons with a legend. */
export class ChoiceGroup {
  readonly element: HTMLFieldSetElement;
  private readonly inputs: HTMLInputElement[];
  private readonly chosen = h('span', { class: 'chosen' });

  constructor(
    name: string,
    legend: string,
    private readonly options: readonly GroupOption[],
    onChoose: (value: string) => void,
  ) {
    this.inputs = options.map(({ value }) =>
      h('input', { type: 'radio', name, value, onchange: () => onChoose(value) }),
    );
    const swatches = options.some((o) => o.hex);
    this.element = h(
      'fieldset',
      { class: swatches ? 'group swatches' : 'group' },
      h('legend', {}, legend, swatches && this.chosen),
      h('div', { class: 'options' }, ...options.map((o, i) => this.option(o, this.inputs[i]))),
    );
  }

  /** Shows a value without telling anybody; an unknown one leaves nothing chosen. */
  set(value: string | null): void {
    for (const input of this.inputs) input.checked = input.value === value;
    const label = this.options.find((o) => o.value === value)?.label ?? '';
    this.chosen.textContent = label;
  }

  private option({ label, hex }: GroupOption, input: HTMLInputElement): HTMLElement {
    if (!hex) return h('label', {}, input, h('span', { class: 'pill' }, label));
    const swatch = h('span', { class: 'swatch' });
    swatch.style.setProperty('--swatch', hex);
    input.setAttribute('aria-label', label);
    return h('label', { title: label }, input, swatch);
  }
}
