// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Tests run on the sources, and on the module that CMake put into dist/. They share what they import.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/**/*.test.{ts,tsx}'], testTimeout: 60_000, isolate: false },
});
