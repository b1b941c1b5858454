// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How many threads are wanted, and whether they can be had here: memory is shared only in Node and on pages that are
// isolated from other origins. Where it cannot be, one sentence says why and one thread does all the work.
import { oneNumber, refuse, shown } from '../checks.js';
import type { ThreadChoice } from '../types.js';
import { isNode } from '../worker/attend.js';

/** WEFT_MAX_THREADS of core/include/weft/threads.h. */
export const MAX_THREADS = 64;

/** More never paid where they were measured. */
const MOST_BY_ITSELF = 4;

const PAGE_BYTES = 65_536;
/** What the module begins with. */
const FIRST_PAGES = 256;
/** What it may grow to, largest first: a small device refuses to set aside as much as the module could use. */
const MOST_PAGES = [32_768, 16_384, 8_192, 4_096];

/** Checks the option `threads`. */
export function readThreads(threads: unknown): ThreadChoice {
  if (threads === 'auto') {
    return threads;
  }
  return typeof threads === 'number'
    ? oneNumber('threads', threads, { least: 1, most: MAX_THREADS, whole: true })
    : refuse('threads', `${shown(threads)} is neither a whole number from 1 to 64 nor 'auto'`);
}

/** How many threads a choice means here: on a page one core is left to what draws. */
export async function countThreads(choice: ThreadChoice): Promise<number> {
  if (choice !== 'auto') {
    return choice;
  }
  const spare = isNode() ? await coresOfNode() : (navigator.hardwareConcurrency ?? 1) - 1;
  return Math.max(1, Math.min(MOST_BY_ITSELF, spare));
}

async function coresOfNode(): Promise<number> {
  const name = 'node:os'; // a variable, so that bundlers leave it alone
  const { availableParallelism } = (await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
  )) as { availableParallelism(): number };
  return availableParallelism();
}

/** Why memory cannot be shared here; empty where it can. */
export function whyNotShared(): string {
  if (typeof SharedArrayBuffer === 'undefined' || globalThis.crossOriginIsolated === false) {
    return (
      'Threads need memory that is shared, and this page is not isolated: its host sends no headers ' +
      'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp. One thread does the work.'
    );
  }
  return '';
}

/** Memory that may grow to `most` bytes, or to as much as the device sets aside. */
export function sharedMemory(most = MOST_PAGES[0] * PAGE_BYTES): WebAssembly.Memory {
  const limit = Math.floor(most / PAGE_BYTES);
  const sizes = [limit, ...MOST_PAGES.filter((pages) => pages < limit)];
  for (const maximum of sizes.slice(0, -1)) {
    try {
      return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    } catch {
      // less may do
    }
  }
  return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: sizes.at(-1)!, shared: true });
}
