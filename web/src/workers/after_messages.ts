// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Lets messages in between two pieces of work. A message to oneself comes at once; a timer would wait 4 ms.

const channel = new MessageChannel();
let next: (() => void) | null = null;
channel.port1.onmessage = () => {
  const run = next;
  next = null;
  run?.();
};

/** Runs `work` after the messages that are waiting; only the last one asked for is run. */
export function afterMessages(work: () => void): void {
  next = work;
  channel.port2.postMessage(null);
}
