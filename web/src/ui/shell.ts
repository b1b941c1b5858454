// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where things are on the page, and which places of the canvas they cover. Sentences stand in one corner, one under the
// other; nothing lies over anything else, and the figure gets the largest place that is left.
import type { Place } from '../view/free_place';
import { h, setText } from './dom';

/** A part of the page. */
interface Part {
  readonly element: HTMLElement;
}

type PartName =
  | 'notice'
  | 'progress'
  | 'pace'
  | 'meter'
  | 'help'
  | 'pinches'
  | 'tip'
  | 'hint'
  | 'transport'
  | 'views'
  | 'panel'
  | 'held'
  | 'speaker'
  | 'cursor';

/** The frame of the page. */
export class Shell {
  readonly canvas = h('canvas', {
    id: 'stage',
    tabindex: 0,
    role: 'application',
    'aria-label': 'The wearer and the cloth',
    'aria-description':
      'Arrow keys turn the view, with Shift they move it, plus and minus zoom. G takes hold of the cloth. Question mark: all keys.',
  });
  onCovered: (covered: Place[]) => void = () => {};

  private readonly status = h('p', { class: 'status', 'aria-hidden': 'true' });
  private readonly corner: HTMLElement;
  private readonly covering: HTMLElement[];

  constructor(root: HTMLElement, parts: Record<PartName, Part>) {
    const { notice, progress, pace, meter, help, pinches, tip, hint, transport } = parts;
    const { views, panel, held, speaker, cursor } = parts;
    const words = h('div', { class: 'words' }, this.status, progress.element);
    const brand = h('header', { class: 'brand' }, h('h1', {}, 'Weft'), words);
    const sentences = [pace, notice, held, tip, hint].map((part) => part.element);
    const corner = (this.corner = h('div', { class: 'corner' }, brand, ...sentences));
    const controls = h('div', { class: 'controls' }, pinches.element, transport.element);
    const around = [corner, views.element, controls, meter.element, panel.element];
    const main = h('main', {}, this.canvas, cursor.element, h('div', { class: 'hud' }, ...around));
    root.replaceChildren(main, speaker.element, help.element);
    this.covering = [brand, ...sentences, views.element, pinches.element, transport.element];
    this.covering.push(meter.element, panel.element);
    addEventListener('resize', () => this.measure());
    const watch = new ResizeObserver(() => this.measure());
    for (const element of [corner, controls, ...this.covering]) watch.observe(element);
  }

  /** Shows what is going on. */
  setStatus(text: string): void {
    setText(this.status, text);
  }

  /** Looks which places of the canvas are covered. */
  measure(): void {
    const canvas = this.canvas.getBoundingClientRect();
    const corner = this.corner.getBoundingClientRect();
    const places = this.covering.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      // What the corner scrolls out of sight covers nothing.
      const end = this.corner.contains(element) ? Math.min(bottom, corner.bottom) : bottom;
      const [x, y] = [canvas.left, canvas.top];
      return { left: left - x, top: top - y, right: right - x, bottom: end - y };
    });
    this.onCovered(places.filter((p) => p.left < p.right && p.top < p.bottom));
  }
}
