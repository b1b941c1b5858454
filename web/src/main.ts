// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The start of the page, unless check.js found something missing.
import { App } from './app/app';

declare global {
  interface Window {
    /** A sentence from check.js: why the page cannot run here. */
    weftBlocked?: string;
  }
}

if (!window.weftBlocked) new App(document.getElementById('app')!);
