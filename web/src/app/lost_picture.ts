// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the page says when the graphics card takes the picture away, as after a sleep or a crash of its driver, and when
// it never gives it back.
import type { Notice } from '../ui/notice';

/** Browsers that give the picture back do so at once; then the page offers to load again, ms. */
const PATIENCE = 6000;

/** The sentences of a lost picture. */
export class LostPicture {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly notice: Notice) {}

  /** Tells that the picture is gone or back. */
  tell(there: boolean): void {
    clearTimeout(this.timer);
    if (there) return this.notice.show('good', 'The picture is back.');
    this.notice.show('error', 'The graphics card took the picture away; waiting for it.');
    this.timer = setTimeout(() => this.offer(), PATIENCE);
  }

  private offer(): void {
    const sentence =
      'The graphics card took the picture away and has not given it back. Load the page again; what you chose is kept.';
    this.notice.show('error', sentence, { label: 'Load again', act: () => location.reload() });
  }
}
