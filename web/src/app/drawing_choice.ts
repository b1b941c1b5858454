// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How the picture is to be drawn, as the visitor chose it, and what `auto` came to. It is a matter of the device and of no
// scene: links do not carry it, and a shared scene stays open when it changes.
import { DETAILS, DRAWINGS, type Detail, type Drawing } from '../choices';
import type { Store } from './auto_mesh';

const CHOICE_KEY = 'weft.drawing';
const DETAIL_KEY = 'weft.detail';

/** Remembers both; a browser may forbid it. */
export class DrawingChoice {
  drawing: Drawing;
  /** What `auto` came to last. */
  readonly kept: Detail;

  constructor(private readonly store: Store | null) {
    const known = DRAWINGS.map(({ value }) => value);
    this.drawing = this.read(CHOICE_KEY, known) ?? 'auto';
    this.kept = this.read(DETAIL_KEY, DETAILS) ?? 'fine';
  }

  /** The visitor chose. */
  choose(drawing: Drawing): void {
    this.drawing = drawing;
    this.write(CHOICE_KEY, drawing);
  }

  /** This is drawn now. */
  came(detail: Detail): void {
    if (this.drawing === 'auto') this.write(DETAIL_KEY, detail);
  }

  private read<T extends string>(key: string, known: readonly T[]): T | undefined {
    try {
      return known.find((value) => value === this.store?.getItem(key));
    } catch {
      return undefined;
    }
  }

  private write(key: string, value: string): void {
    try {
      this.store?.setItem(key, value);
    } catch {
      // the next visit begins as the first one
    }
  }
}

/** Words for the measurements. */
export function drawingText(drawing: Drawing, detail: Detail): string {
  return drawing === 'auto' ? `${detail}, by itself` : `${detail}, as chosen`;
}
