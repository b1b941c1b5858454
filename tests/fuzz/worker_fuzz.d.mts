// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

interface Parts {
  WeftError: unknown;
  adapter: object;
  scene?: Uint8Array;
}

/** Plays one round here and in a worker; throws where the two part. */
export function playBeside(
  parts: Parts,
  weft: unknown,
  remote: unknown,
  seed: number,
  calls: number,
): Promise<{ calls: number; errors: number; answers: number }>;

/** A burst of calls that nobody waits for, in a worker of its own, and what may happen meanwhile. */
export function playMany(
  parts: Parts,
  start: (wrap?: (worker: never) => unknown) => Promise<unknown>,
  seed: number,
): Promise<void>;
