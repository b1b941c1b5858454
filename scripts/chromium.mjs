// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The Chromium that tests and pictures run in: headless, talking to nobody, WebGL drawn in software.
import { chromium } from 'playwright-core';

/** Where Debian puts it. */
export const CHROMIUM = '/usr/bin/chromium';

const FLAGS = [
  '--no-sandbox', // containers and root have none to offer
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization', // Debian's asks for it, and texts take longer so where software draws
];

/** Starts it. */
export function launchChromium() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}
