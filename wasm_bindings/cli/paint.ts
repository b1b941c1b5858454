// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a person sees: a progress bar on standard error, tables on standard output.

const BAR_WIDTH = 30;

/** A bar that is drawn at most every 50 ms, and only on a terminal. */
export class ProgressBar {
  private drawn = 0;

  constructor(
    private readonly label: string,
    private readonly total: number,
    private readonly visible = process.stderr.isTTY === true,
  ) {}

  /** Shows that `done` of the total are done; of a total of 1 it is a part, shown in percent. */
  show(done: number): void {
    const now = performance.now();
    if (!this.visible || (now - this.drawn < 50 && done < this.total)) {
      return;
    }
    this.drawn = now;
    const filled = Math.round((BAR_WIDTH * done) / this.total);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    const part = this.total === 1 ? `${Math.round(100 * done)} %` : `${done}/${this.total}`;
    process.stderr.write(`\r${this.label} [${bar}] ${part}`);
  }

  /** Removes the bar. */
  clear(): void {
    if (this.visible) {
      process.stderr.write('\r\x1b[K');
    }
  }
}

/** Rows of text as columns: the first to the left, the rest to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => formatCell(cell)));
  const widths = cells.reduce<number[]>(
    (widest, row) => row.map((cell, i) => Math.max(widest[i] ?? 0, cell.length)),
    [],
  );
  return cells
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatCell(cell: string | number): string {
  return typeof cell === 'string' || Number.isInteger(cell) ? String(cell) : cell.toFixed(3);
}
