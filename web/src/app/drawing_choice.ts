// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How the picture is to be drawn, as the visitor chose it, and what `auto` came to. It is a matter of the device and of no
// scene: links do not carry it, and a shared scene stays open when it changes.
import { DETAILS, DRAWINGS, type Detail, type Drawing } from '../choices';
import { recall, remember, type Store } from './remembered';

const CHOICE_KEY = 'weft.drawing';
const DETAIL_KEY = 'weft.detail';

/** Remembers both. */
export class DrawingChoice {
  drawing: Drawing;
  /** What `auto` came to last. */
  readonly kept: Detail;

  constructor(private readonly store: Store | null) {
    const known = DRAWINGS.map(({ value }) => value);
    this.drawing = recall(store, CHOICE_KEY, known) ?? 'auto';
    this.kept = recall(store, DETAIL_KEY, DETAILS) ?? 'fine';
  }

  /** The visitor chose. */
  choose(drawing: Drawing): void {
    this.drawing = drawing;
    remember(this.store, CHOICE_KEY, drawing);
  }

  /** This is drawn now. */
  came(detail: Detail): void {
    if (this.drawing === 'auto') remember(this.store, DETAIL_KEY, detail);
  }
}

/** Words for the measurements. */
export function drawingText(drawing: Drawing, detail: Detail): string {
  return drawing === 'auto' ? `${detail}, by itself` : `${detail}, as chosen`;
}
