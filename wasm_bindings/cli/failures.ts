// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How a command ends: 0 done, 1 the run failed, 2 bad arguments or a bad file.

/** Bad arguments or a bad file: exit code 2, with file, place and reason. */
export class BadInput extends Error {}

/** The run itself failed: exit code 1. */
export class RunFailed extends Error {}

/** The sentence of anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
