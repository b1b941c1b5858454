// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Keys. A control that has the focus keeps the keys that it needs itself.

/** What the keys do. */
export interface KeyActions {
  toggle(): void;
  step(): void;
  restart(): void;
  share(): void;
  marks(): void;
  meter(): void;
  help(): void;
  orbit(right: number, up: number): void;
  zoom(factor: number): void;
  frame(): void;
}

const TURN = 0.12;

/** Listens to the whole page. */
export function listenToKeys(actions: KeyActions): void {
  const keys: Record<string, () => void> = {
    ' ': actions.toggle,
    '.': actions.step,
    r: actions.restart,
    s: actions.share,
    h: actions.marks,
    m: actions.meter,
    '?': actions.help,
    '+': () => actions.zoom(0.9),
    '=': () => actions.zoom(0.9),
    '-': () => actions.zoom(1.1),
    '0': actions.frame,
    arrowleft: () => actions.orbit(-TURN, 0),
    arrowright: () => actions.orbit(TURN, 0),
    arrowup: () => actions.orbit(0, TURN / 2),
    arrowdown: () => actions.orbit(0, -TURN / 2),
  };
  addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
    const key = e.key.toLowerCase();
    const act = keys[key];
    if (!act || ownedByFocus(key, e.target as HTMLElement)) return;
    e.preventDefault();
    act();
  });
}

/** Whether the focused control needs this key. */
function ownedByFocus(key: string, target: HTMLElement): boolean {
  const control = target.closest('button, input, summary, a');
  if (!control) return false;
  if (key.startsWith('arrow')) {
    return control instanceof HTMLInputElement || control.closest('[data-arrows]') !== null;
  }
  return key === ' ';
}
