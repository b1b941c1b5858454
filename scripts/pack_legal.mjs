// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs before a package is packed, in its folder: puts the licence and what comes from others beside it.
import { copyFileSync } from 'node:fs';

for (const name of ['LICENSE', 'NOTICE']) {
  copyFileSync(new URL(`../${name}`, import.meta.url), name);
}
