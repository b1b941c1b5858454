// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A simulation worker, and what it says before somebody listens: the page starts it with its first script, while the
// one that draws is still on its way.
import { ASSETS } from '../view/assets';
import type { FromWorker, ToWorker } from '../workers/protocol';

/** Hears a worker. */
export interface LineListener {
  onMessage(message: FromWorker): void;
  /** The worker failed; empty when nobody says why, as where its script did not arrive. */
  onError(why: string): void;
}

/** A worker that has been told to load. */
export class WorkerLine {
  private readonly worker: Worker;
  private listener: LineListener | null = null;
  private missed: ((listener: LineListener) => void)[] = [];

  constructor() {
    this.worker = new Worker(new URL('../workers/simulation.worker.ts', import.meta.url), {
      type: 'module',
    });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      this.tell((listener) => listener.onMessage(data));
    this.worker.onerror = (e) => {
      e.preventDefault();
      this.tell((listener) => listener.onError(e.message ?? ''));
    };
    this.send({ type: 'start', assets: ASSETS });
  }

  /** Hears everything from the beginning on. */
  listen(listener: LineListener): void {
    this.listener = listener;
    for (const tell of this.missed) tell(listener);
    this.missed = [];
  }

  send(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  end(): void {
    this.worker.terminate();
    this.listener = null;
    this.missed = [];
  }

  private tell(tell: (listener: LineListener) => void): void {
    if (this.listener) tell(this.listener);
    else this.missed.push(tell);
  }
}
