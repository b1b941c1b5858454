// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Both ends of the page's simulation, for tests: the worker that it starts and who listens to it.
import { vi } from 'vitest';
import type { SimulationListener } from '../src/app/simulation';

/** A worker that says what a test tells it to. */
export class FakeWorker {
  static made: FakeWorker[] = [];
  readonly heard: { type: string; session?: number }[] = [];
  ended = false;
  onmessage!: (e: { data: unknown }) => void;
  onerror!: (e: { message?: string; preventDefault(): void }) => void;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(message: { type: string; session?: number }) {
    this.heard.push(message);
  }
  terminate() {
    this.ended = true;
  }
  fail(message?: string) {
    this.onerror({ message, preventDefault: () => {} });
  }
  say(data: unknown) {
    this.onmessage({ data });
  }
}

/** Hears everything, and can be asked what. */
export const listener = () =>
  new Proxy({} as SimulationListener & Record<string, ReturnType<typeof vi.fn>>, {
    get: (target, name: string) => ((target as never)[name] ??= vi.fn() as never),
  });
