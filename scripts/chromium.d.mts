// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// chromium.mjs as TypeScript sees it.
import type { Browser } from 'playwright-core';

export const CHROMIUM: string;
export function launchChromium(): Promise<Browser>;
