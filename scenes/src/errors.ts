// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What is wrong with a scene, for the person who wrote it.

/** One clear sentence: what is wrong, where (a JSON path), what to do about it. */
export class SceneError extends Error {
  constructor(
    /** Place in the scene, such as `cloths[0].fabric`. */
    readonly path: string,
    sentence: string,
  ) {
    super(path === '' ? sentence : `${path}: ${sentence}`);
    this.name = 'SceneError';
  }
}

/** The candidate that needs the fewest letter edits to become `word`, when few are enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.min(word.length, Math.max(3, Math.floor(word.length / 3) + 1));
  for (const c of candidates) {
    const d = editDistance(word.toLowerCase(), c.toLowerCase());
    if (d < least) [best, least] = [c, d];
  }
  return best;
}

/** "unknown X 'y'; use one of a, b, c (did you mean 'b'?)" */
export function unknownValue(what: string, word: string, allowed: readonly string[]): string {
  const hint = nearest(word, allowed);
  const list = allowed.length > 0 ? `use one of ${allowed.join(', ')}` : 'there is none to choose';
  return `unknown ${what} '${word}'; ${list}${hint ? ` (did you mean '${hint}'?)` : ''}`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
