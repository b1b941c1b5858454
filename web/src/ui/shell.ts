// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where things are on the page, and how much of the canvas they cover.
import type { Insets } from '../view/camera_rig';
import { h, setText } from './dom';

/** A part of the page. */
interface Part {
  readonly element: HTMLElement;
}

type PartName =
  'notice' | 'progress' | 'meter' | 'help' | 'pinches' | 'transport' | 'panel' | 'held';

/** The frame of the page. */
export class Shell {
  readonly canvas = h('canvas', {
    id: 'stage',
    tabindex: 0,
    role: 'img',
    'aria-label': 'The wearer and the cloth. Arrow keys turn the view.',
  });
  onInsets: (insets: Insets) => void = () => {};

  private readonly status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  private readonly controls: HTMLElement;
  private readonly dock: HTMLElement;
  private readonly panel: HTMLElement;

  constructor(root: HTMLElement, parts: Record<PartName, Part>) {
    const { notice, progress, meter, help, pinches, transport, panel, held } = parts;
    const brand = h('header', { class: 'brand' }, h('h1', {}, 'Weft'), this.status, held.element);
    const corner = h('div', { class: 'corner' }, brand, meter.element);
    this.panel = panel.element;
    this.controls = h('div', { class: 'controls' }, pinches.element, transport.element);
    this.dock = h('div', { class: 'dock' }, progress.element, this.controls, panel.element);
    const main = h('main', {}, this.canvas, corner, this.dock);
    root.replaceChildren(main, notice.element, help.element);
    addEventListener('resize', () => this.measure());
    const watch = new ResizeObserver(() => this.measure());
    for (const part of [this.dock, this.controls]) watch.observe(part);
  }

  /** Shows what is going on. */
  setStatus(text: string): void {
    setText(this.status, text);
  }

  /** Looks how much of the canvas is covered. */
  measure(): void {
    const all = this.canvas.getBoundingClientRect();
    const panel = this.panel.getBoundingClientRect();
    const dock = this.dock.getBoundingClientRect();
    const beside = panel.width < 0.6 * all.width;
    const top = 28;
    const bottom = all.bottom - this.controls.getBoundingClientRect().top + 8;
    if (beside) this.onInsets({ left: 0, right: all.right - panel.left, top, bottom });
    else this.onInsets({ left: 0, right: 0, top: 96, bottom: all.bottom - dock.top });
  }
}
