// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import type { Member } from './public_surface.mjs';

/** Notes which public members are used, and with which options. */
export class Recorder {
  watchClass(kind: abstract new (...args: never[]) => object): void;
  watched<T extends object>(key: string, call: T): T;
  stop(): void;
  missing(surface: readonly Member[]): string[];
}
