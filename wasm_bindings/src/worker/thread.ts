// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A worker of a browser or of Node behind one face, and the news of its end.
import { refuse, shown } from '../checks.js';
import { WeftError } from '../error.js';
import type { WorkerChoice } from './remote.js';

/** The worker's script as text in the package's code, for programs that lost the file. */
export const INLINED = Symbol('inlined');
export type Inlined = typeof INLINED;

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

/** Starts the worker that the caller chose. */
export async function startThread(
  choice: WorkerChoice | Inlined,
  listener: Listener,
): Promise<Thread> {
  return attend(await makeWorker(choice), listener);
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

async function makeWorker(choice: WorkerChoice | Inlined): Promise<AnyWorker> {
  if (typeof choice === 'function') {
    const made = choice() as AnyWorker;
    return typeof made?.postMessage === 'function' && typeof made.terminate === 'function'
      ? made
      : refuse('worker', `the function made ${shown(made)}, which is no worker`);
  }
  if (isNode()) {
    const name = 'node:worker_threads'; // a variable, so that bundlers leave it alone
    const { Worker: NodeWorker } = (await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
    )) as { Worker: new (url: URL) => AnyWorker };
    return new NodeWorker(await nodeAddress(choice));
  }
  if (choice === true) {
    // As bundlers look for it. The name is nobody else's: where a bundle is moved away from the script, the address must
    // not be that of a script of the program, which would start itself again and again.
    const worker = new Worker(new URL('./weft_worker.js', import.meta.url), { type: 'module' });
    return worker as unknown as AnyWorker;
  }
  const address =
    choice === INLINED
      ? URL.createObjectURL(new Blob([await inlinedText()], { type: 'text/javascript' }))
      : String(choice);
  return new Worker(address, { type: 'module' }) as unknown as AnyWorker;
}

async function nodeAddress(choice: Exclude<WorkerChoice, () => unknown> | Inlined): Promise<URL> {
  if (choice === INLINED) {
    return new URL(`data:text/javascript,${encodeURIComponent(await inlinedText())}`);
  }
  const name = choice === true ? './weft_worker.js' : String(choice);
  const here: string = import.meta.url; // apart from the URL, where webpack would take the name for an asset
  return new URL(name, here);
}

async function inlinedText(): Promise<string> {
  return (await import('./inlined_worker.js')).default;
}

/** Whether workers are threads of Node here. */
export function isNode(): boolean {
  return typeof Worker === 'undefined' && typeof process === 'object' && !!process.versions?.node;
}

declare const process: { versions?: { node?: string } } | undefined;
