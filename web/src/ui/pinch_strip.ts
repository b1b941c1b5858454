// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The strip over the buttons: one round of the motion from left to right, with marks where parts of the body close on
// what is worn. Pointing at a mark, or reaching it by keys, says which parts and how far.
import { h, setText } from './dom';

/** A mark on the strip. */
export interface Mark {
  /** Shares of the motion, 0..1. */
  from: number;
  to: number;
  text: string;
}

/** Marks nearer to the pointer than this answer to it, px. */
const NEAR = 24;

/** The strip; hidden while there is nothing to mark. */
export class PinchStrip {
  readonly element: HTMLElement;
  /** What the strip tells about a mark; it stands where the page has sentences. */
  readonly tip = { element: h('p', { class: 'tip', 'aria-hidden': 'true', hidden: true }) };
  private readonly list = h('div', {
    class: 'track',
    role: 'toolbar',
    'aria-label': 'Tight spots of this motion',
    'data-arrows': true,
  });
  private readonly head = h('i', { class: 'playhead', hidden: true });
  private marks: Mark[] = [];
  private buttons: HTMLButtonElement[] = [];
  /** The mark that is told, by its number. */
  private told = -1;

  private readonly strip: HTMLElement[];

  constructor() {
    const track = h('div', { class: 'tracks' }, this.list, this.head);
    const label = h('span', { class: 'name', 'aria-hidden': 'true' }, 'Tight spots');
    this.strip = [label, track];
    this.element = h('div', { class: 'pinches', hidden: true }, ...this.strip);
    track.addEventListener('pointermove', (e) => this.point(e));
    track.addEventListener('pointerdown', (e) => this.point(e));
    track.addEventListener('pointerleave', (e) => e.pointerType === 'mouse' && this.tell(-1));
    addEventListener('pointerdown', (e) => !track.contains(e.target as Node) && this.tell(-1));
    this.list.addEventListener('keydown', (e) => this.onKey(e));
  }

  /** Shows the marks of a motion. */
  show(marks: Mark[]): void {
    this.element.hidden = marks.length === 0;
    if (!this.strip[0].isConnected) this.element.replaceChildren(...this.strip);
    this.marks = marks;
    this.tell(-1);
    this.buttons = marks.map((mark, i) => this.button(mark, i));
    this.list.replaceChildren(...this.buttons);
  }

  /** Says that there is nothing to show because a file is missing; the reason is told on pointing at it. */
  fail(reason: string, retry: () => void): void {
    const button = h('button', { type: 'button', class: 'retry', onclick: retry }, 'Try again');
    const words = h('span', { class: 'name', title: reason }, 'Tight spots could not be loaded.');
    this.element.replaceChildren(words, button);
    this.element.hidden = false;
  }

  /** Moves the line that says where the motion is, 0..1; null takes it away. */
  setPlace(share: number | null): void {
    this.head.hidden = share === null;
    if (share === null) return;
    this.head.style.left = `${100 * share}%`;
    this.buttons.forEach((button, i) => {
      const { from, to } = this.marks[i];
      button.classList.toggle('now', from <= share && share <= to);
    });
  }

  private button({ from, to, text }: Mark, i: number): HTMLButtonElement {
    const button = h('button', {
      type: 'button',
      'aria-label': text,
      tabindex: i === 0 ? 0 : -1,
      onfocus: () => this.tell(i),
      onblur: () => this.tell(-1),
    });
    button.style.left = `${100 * from}%`;
    button.style.width = `${100 * (to - from)}%`;
    return button;
  }

  private point({ clientX }: PointerEvent): void {
    const { left, width } = this.list.getBoundingClientRect();
    const at = (clientX - left) / width;
    const far = this.marks.map(({ from, to }) => Math.max(from - at, at - to, 0));
    const nearest = far.indexOf(Math.min(...far));
    this.tell(far[nearest] * width <= NEAR ? nearest : -1);
  }

  private tell(i: number): void {
    this.told = i;
    this.tip.element.hidden = i < 0;
    this.buttons.forEach((button, k) => button.classList.toggle('told', k === i));
    if (i >= 0) setText(this.tip.element, this.marks[i].text);
  }

  private onKey(e: KeyboardEvent): void {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (e.key === 'Escape') this.tell(-1);
    if (!way) return;
    e.preventDefault();
    const next = this.buttons[this.told + way] ?? this.buttons[this.told];
    for (const button of this.buttons) button.tabIndex = button === next ? 0 : -1;
    next?.focus();
  }
}
