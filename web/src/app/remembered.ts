// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What this browser remembers from visit to visit. It may forbid that, or have something else under the name: then a visit
// begins as the first one.

/** Where it is kept; null where the browser has no such place. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The value of a key, if it is one of those that are known. */
export function recall<T extends string>(
  store: Store | null,
  key: string,
  known: readonly T[],
): T | undefined {
  try {
    const kept = store?.getItem(key);
    return known.find((value) => value === kept);
  } catch {
    return undefined;
  }
}

export function remember(store: Store | null, key: string, value: string): void {
  try {
    store?.setItem(key, value);
  } catch {
    // the next visit begins as the first one
  }
}
