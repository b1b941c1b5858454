// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Time stands still while nobody can see it pass: the page is hidden, or the graphics card took the picture away. It
// goes on when the last reason is gone, unless the visitor had paused it.

/** Why nobody sees anything. */
export type Reason = 'hidden' | 'no picture';

/** What is paused. */
export interface Clockwork {
  play(): void;
  pause(): void;
}

/** Pauses for reasons and goes on without them. */
export class Absence {
  private readonly reasons = new Set<Reason>();
  private paused = false;

  constructor(
    private readonly clockwork: Clockwork,
    /** Whether time runs, and pausing would lose nothing. */
    private readonly runs: () => boolean,
  ) {}

  begin(reason: Reason): void {
    this.reasons.add(reason);
    if (this.paused || !this.runs()) return;
    this.paused = true;
    this.clockwork.pause();
  }

  end(reason: Reason): void {
    this.reasons.delete(reason);
    if (!this.paused || this.reasons.size > 0) return;
    this.paused = false;
    this.clockwork.play();
  }
}
