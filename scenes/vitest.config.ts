// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Tests work on whole bodies and motions; on a busy machine the limit of five seconds says nothing of them. They share
// their modules, and so the bodies, which take a second each to build.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000, isolate: false },
});
