// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Starts the worker that the simulator runs in.
import { refuse, shown } from '../checks.js';
import { attend, isNode, type AnyWorker, type Listener, type Thread } from './attend.js';
import type { WorkerChoice } from './remote.js';

/** The worker's script as text in the package's code, for programs that lost the file. */
export const INLINED = Symbol('inlined');
export type Inlined = typeof INLINED;

/** Starts the worker that the caller chose. */
export async function startThread(
  choice: WorkerChoice | Inlined,
  listener: Listener,
): Promise<Thread> {
  return attend(await makeWorker(choice), listener);
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
