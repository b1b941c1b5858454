// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The button under the status that helps against slow motion, and the way back.
import { h } from './dom';

/** What can be offered: a coarser mesh, a finer one again, or nothing. */
export type PaceOffer = 'coarser' | 'finer' | null;

const WORDS = { coarser: 'Coarser mesh, faster', finer: 'Fine mesh again' } as const;

/** The button; away while nothing is offered. */
export class PaceNote {
  readonly element: HTMLButtonElement;
  private offer: PaceOffer = null;

  constructor(onTake: (offer: 'coarser' | 'finer') => void) {
    const take = () => this.offer && onTake(this.offer);
    this.element = h('button', { type: 'button', class: 'pace', hidden: true, onclick: take });
  }

  /** Shows an offer. */
  show(offer: PaceOffer): void {
    if (offer === this.offer) return;
    this.offer = offer;
    this.element.hidden = offer === null;
    if (offer) this.element.textContent = WORDS[offer];
  }
}
