// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One choice out of a few: native radio buttons drawn as pills or swatches, so that keys and screen readers work.
import { h } from './dom';

/** Who goes through a list by arrow keys has chosen when they rest for so long, ms. */
const REST = 600;

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
  private inputs: HTMLInputElement[] = [];
  private options: readonly GroupOption[] = [];
  private readonly list = h('div', { class: 'options' });
  private readonly chosen = h('span', { class: 'chosen' });
  /** The list is gone through by arrow keys; a choice waits for a rest. */
  private passing = false;
  private readonly swatches: boolean;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** `costly`: what is chosen starts something long, and is not chosen by merely passing it. */
  constructor(
    private readonly name: string,
    legend: string,
    options: readonly GroupOption[],
    private readonly onChoose: (value: string) => void,
    private readonly costly = false,
  ) {
    this.swatches = options.some((o) => o.hex);
    this.element = h(
      'fieldset',
      { class: this.swatches ? 'group swatches' : 'group' },
      h('legend', {}, legend, this.chosen),
      this.list,
    );
    this.setOptions(options);
    this.list.addEventListener('keydown', (e) => this.onKey(e));
    this.list.addEventListener('pointerdown', () => (this.passing = false));
    this.list.addEventListener('focusout', () => this.decide());
  }

  /** Offers other values. */
  setOptions(options: readonly GroupOption[]): void {
    const { name } = this;
    this.options = options;
    this.inputs = options.map(({ value }) =>
      h('input', { type: 'radio', name, value, onchange: () => this.onChange() }),
    );
    this.list.replaceChildren(...options.map((o, i) => this.option(o, this.inputs[i])));
  }

  /** Shows a value without telling anybody; an unknown one leaves nothing chosen. */
  set(value: string | null): void {
    if (this.rest) return; // the visitor is about to choose
    for (const input of this.inputs) input.checked = input.value === value;
    const chosen = this.options.find((o) => o.value === value);
    if (this.swatches) this.chosen.textContent = chosen?.label ?? '';
  }

  /** Says beside the legend what the choice came to. */
  tell(text: string): void {
    this.chosen.textContent = text;
  }

  private onKey({ key }: KeyboardEvent): void {
    this.passing = this.costly && key.startsWith('Arrow');
    if (key === 'Enter' || key === ' ') this.decide();
  }

  private onChange(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.decide(), REST);
    if (!this.passing) this.decide();
  }

  /** Takes what is checked for chosen, if it was not yet told. */
  private decide(): void {
    if (!this.rest) return;
    clearTimeout(this.rest);
    this.rest = undefined;
    const value = this.inputs.find((input) => input.checked)?.value;
    if (value !== undefined) this.onChoose(value);
  }

  private option({ label, hex }: GroupOption, input: HTMLInputElement): HTMLElement {
    if (!hex) return h('label', {}, input, h('span', { class: 'pill' }, label));
    const swatch = h('span', { class: 'swatch' });
    swatch.style.setProperty('--swatch', hex);
    input.setAttribute('aria-label', label);
    return h('label', { title: label }, input, swatch);
  }
}
