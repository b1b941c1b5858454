// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the tests of the command line share: a folder to write to, and an ear at the console.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/** A folder of this test file's own, gone when it is through. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'weft-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What the command line prints and complains of, anew for each test. */
export function listen(): { out: string[]; complaints: string[] } {
  const out: string[] = [];
  const complaints: string[] = [];
  beforeEach(() => {
    out.length = complaints.length = 0;
    vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text));
    vi.spyOn(console, 'error').mockImplementation((text) => void complaints.push(text));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return { out, complaints };
}
