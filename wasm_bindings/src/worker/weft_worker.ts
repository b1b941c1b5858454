// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The script of the worker, in browsers (a module worker) and in Node (worker_threads).
import { Host } from './host.js';
import type { ToWorker } from './protocol.js';

interface Port {
  postMessage(message: unknown, transfer: readonly unknown[]): void;
}

interface NodePort extends Port {
  on(event: 'message', listen: (message: ToWorker) => void): void;
}

if (typeof process === 'object' && process.versions?.node && typeof self === 'undefined') {
  const name = 'node:worker_threads'; // a variable, so that bundlers leave it alone
  // Not awaited: some bundlers put workers in a form that cannot wait. The port keeps what comes before.
  void import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name).then(
    ({ parentPort }: { parentPort: NodePort }) => {
      const host = new Host((answer, transfer) => parentPort.postMessage(answer, transfer));
      parentPort.on('message', (message) => void host.handle(message));
    },
  );
} else {
  const scope = self as unknown as Port & { onmessage: (event: { data: ToWorker }) => void };
  const host = new Host((answer, transfer) => scope.postMessage(answer, transfer));
  scope.onmessage = ({ data }) => void host.handle(data);
}

declare const process: { versions?: { node?: string } } | undefined;
