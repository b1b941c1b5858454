// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Types of api_fuzz.mjs, for the tests.

/** One run of the fuzz over a loaded module, here or in a worker. */
export class ApiFuzz {
  constructor(parts: {
    weft: unknown;
    WeftError: unknown;
    adapter: object;
    seed: number;
    scene?: Uint8Array;
    remote?: boolean;
    crossing?: boolean;
  });
  readonly counts: { calls: number; errors: number; answers: number };
  run(calls: number): Promise<void>;
  runEach(times: number): Promise<void>;
  end(): Promise<void>;
}
