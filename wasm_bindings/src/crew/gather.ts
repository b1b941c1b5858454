// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From the option `threads` to a memory with workers on it, or to a sentence that says why one thread does the work.
import { findSharedModule, instantiateOn, type LoadOptions } from '../module.js';
import type { Ground } from './crew.js';
import { countThreads, sharedMemory, whyNotShared } from './shared.js';

/** The workers, as who loads a module needs them. */
export interface CrewLike {
  readonly size: number;
  end(): void;
}

/** Starts workers until so many threads can step. */
export type CrewOpen = (ground: Ground, count: number) => Promise<CrewLike>;

/** A module with workers on its memory. */
export interface Team extends Ground {
  crew: CrewLike;
  /** Whether threads are only to be used where they pay. */
  isTried: boolean;
  note: string;
}

/** A team, or why there is none; an empty sentence where nobody asked for one. */
export async function gather(
  options: LoadOptions,
  open: CrewOpen | undefined,
): Promise<Team | string> {
  const { threads = 1 } = options;
  const count = await countThreads(threads);
  if (count === 1) {
    return threads === 'auto' ? 'This device has no core to spare; one thread does the work.' : '';
  }
  const why = whyNotThreads(options, open);
  if (why) {
    return said(why, threads);
  }
  try {
    return await assemble(options, open!, count);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return said(
      `Threads cannot be had: ${reason.replace(/\.$/, '')}; one thread does the work.`,
      threads,
    );
  }
}

function whyNotThreads({ detachViews }: LoadOptions, open: CrewOpen | undefined): string {
  if (!open) {
    return 'A worker starts no workers; one thread does the work.';
  }
  return detachViews
    ? 'Views on memory that is shared cannot be detached: with detachViews one thread does the work.'
    : whyNotShared();
}

// Who asked for a number is told at once; who left the choice to us can ask for `threadsNote`.
function said(note: string, threads: LoadOptions['threads']): string {
  if (threads !== 'auto') {
    console.warn(`weft-cloth: ${note}`);
  }
  return note;
}

async function assemble(options: LoadOptions, open: CrewOpen, count: number): Promise<Team> {
  const module = await findSharedModule(options);
  const memory = sharedMemory(options.shared?.maxBytes);
  const exports = await instantiateOn(module, memory);
  const crew = await open({ module, memory, exports }, count);
  const isTried = options.threads === 'auto';
  const note =
    crew.size < count ? said(`Only ${crew.size} of ${count} threads could be started.`, count) : '';
  return { module, memory, exports, crew, isTried, note };
}
