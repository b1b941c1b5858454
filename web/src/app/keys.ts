// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Keys. A control that was reached by keys keeps the keys that it needs itself; one that was clicked does not.
import type { ViewName } from '../ui/views';
import { VIEW_BUTTONS } from '../ui/views';

/** What the keys do. */
export interface KeyActions {
  toggle(): void;
  step(): void;
  restart(): void;
  share(): void;
  marks(): void;
  meter(): void;
  help(): void;
  grab(): void;
  orbit(right: number, up: number): void;
  pan(right: number, down: number): void;
  zoom(factor: number): void;
  look(view: ViewName): void;
  frame(): void;
}

/** A turn, radians, and a move, px, a press. */
const TURN = 0.12;
const MOVE = 30;

const ARROWS: Record<string, [number, number]> = {
  arrowleft: [-1, 0],
  arrowright: [1, 0],
  arrowup: [0, 1],
  arrowdown: [0, -1],
};

/** Listens to the whole page. `first` may take a key before all others. */
export function listenToKeys(actions: KeyActions, first: (e: KeyboardEvent) => boolean): void {
  const keys: Record<string, (e: KeyboardEvent) => void> = {
    ' ': actions.toggle,
    '.': actions.step,
    r: actions.restart,
    s: actions.share,
    h: actions.marks,
    m: actions.meter,
    g: actions.grab,
    '?': actions.help,
    '+': () => actions.zoom(0.9),
    '=': () => actions.zoom(0.9),
    '-': () => actions.zoom(1.1),
    '0': actions.frame,
  };
  for (const { name, key } of VIEW_BUTTONS) keys[key] = () => actions.look(name);
  for (const [key, [right, up]] of Object.entries(ARROWS)) {
    keys[key] = ({ shiftKey }) =>
      shiftKey
        ? actions.pan(MOVE * right, -MOVE * up)
        : actions.orbit(TURN * right, (TURN / 2) * up);
  }
  const focus = new FocusOrigin();
  const onKey = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
    const key = e.key.toLowerCase();
    if (focus.owns(key, e.target as HTMLElement)) return;
    if (!first(e)) {
      if (!keys[key]) return;
      keys[key](e);
    }
    e.preventDefault();
  };
  addEventListener('keydown', onKey);
}

/** Knows whether the focus came to where it is by keys or by a click. */
class FocusOrigin {
  private pointer = false;
  private clicked: EventTarget | null = null;

  constructor() {
    addEventListener('pointerdown', () => this.note(true), { capture: true });
    addEventListener('keydown', (e) => e.key === 'Tab' && this.note(false), { capture: true });
    // A click moves the focus, or leaves it where it came by keys before; now it is the pointer's.
    addEventListener('focusin', (e) => this.pointer && (this.clicked = e.target));
  }

  /** Whether the focused control needs this key. */
  owns(key: string, target: HTMLElement): boolean {
    const control = target.closest('button, input, select, textarea, summary, a');
    if (!control) return false;
    if (control.matches('textarea, input:not([type=radio], [type=range])')) return true;
    if (control === this.clicked) return false;
    if (!key.startsWith('arrow')) return key === ' ' || key === 'enter';
    return control instanceof HTMLInputElement || control.closest('[data-arrows]') !== null;
  }

  private note(pointer: boolean): void {
    this.pointer = pointer;
    this.clicked = pointer ? document.activeElement : null;
  }
}
