// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Small trees of files, for tests of what reads the whole house.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A tree of files with these contents, for as long as the function runs. */
export function withTree(files, run) {
  const root = mkdtempSync(join(tmpdir(), 'weft-house-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return run(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}
