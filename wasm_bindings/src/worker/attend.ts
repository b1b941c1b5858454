// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A worker of a browser or of Node behind one face, and the news of its end. It starts none, so that scripts of workers can
// use it: what starts one knows the text of such a script.
import { WeftError } from '../error.js';

/** What is used of a worker. */
export interface Thread {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Whether the program waits for it: a worker that has nothing to do keeps no process alive. */
  hold(busy: boolean): void;
  end(): void;
}

/** Who listens to a worker. */
export interface Listener {
  onMessage(message: unknown): void;
  /** It will not answer any more. */
  onDeath(error: WeftError): void;
}

type Listen = (event: string, listener: (event: never) => void) => void;

/** A worker of either kind. */
export interface AnyWorker {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  terminate(): unknown;
  addEventListener?: Listen;
  on?: Listen;
  ref?(): void;
  unref?(): void;
}

/** Listens to a worker. */
export function attend(worker: AnyWorker, listener: Listener): Thread {
  const lost = (reason: unknown) => listener.onDeath(lostWorker(reason));
  if (worker.on) {
    worker.on('message', (message: unknown) => listener.onMessage(message));
    worker.on('error', lost);
    worker.on('messageerror', lost);
    worker.on('exit', (code: number) => lost(`it ended with code ${code}`));
  } else {
    worker.addEventListener?.('message', ({ data }: { data: unknown }) => listener.onMessage(data));
    worker.addEventListener?.('error', (event: { message?: string; preventDefault?(): void }) => {
      event.preventDefault?.(); // whoever waits for an answer is told
      lost(event.message || 'its script cannot be loaded');
    });
    worker.addEventListener?.('messageerror', () => lost('a message could not be read'));
  }
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (busy) => (busy ? worker.ref?.() : worker.unref?.()),
    end: () => void worker.terminate(),
  };
}

/** What calls are answered with when nobody is there. */
export function lostWorker(reason: unknown): WeftError {
  const sentence = reason instanceof Error ? reason.message : String(reason);
  return new WeftError(
    'WEFT_ERROR_WORKER_LOST',
    `The worker is gone: ${sentence}. Its worlds are lost; Weft.load starts a new one.`,
  );
}

/** Whether workers are threads of Node here. */
export function isNode(): boolean {
  return typeof Worker === 'undefined' && typeof process === 'object' && !!process.versions?.node;
}

declare const process: { versions?: { node?: string } } | undefined;
