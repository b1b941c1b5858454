// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The script of a worker that helps to step, in browsers and in Node: an instance of the module on the same memory, which
// takes its part of every loop and never comes back. It imports nothing, so that its text can travel in the code.

/** What it is told. */
export interface CrewOrder {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Its number, from 1 on; the thread that steps is 0. */
  index: number;
  /** Where its stack begins: the highest address. */
  stack: number;
}

interface CrewExports {
  stackRestore(pointer: number): void;
  weft_crew_work(index: number): void;
  weft_crew_word(index: number): number;
}

// core/include/weft/threads.h, weft_crew_word
const READY = 1;
const LOST = 3;

async function join(order: CrewOrder, post: (message: string) => void): Promise<void> {
  const { module, memory, index, stack } = order;
  const { exports } = await WebAssembly.instantiate(module, {
    env: {
      memory,
      emscripten_notify_memory_growth: () => {},
      weft_clock: () => performance.now(),
    },
  });
  const crew = exports as unknown as CrewExports;
  const tell = (state: number) =>
    Atomics.store(new Int32Array(memory.buffer), crew.weft_crew_word(index) / 4, state);
  crew.stackRestore(stack);
  tell(READY);
  post('ready');
  try {
    crew.weft_crew_work(index);
  } finally {
    tell(LOST); // only a trap ends it: who waits for it must know
  }
}

interface NodePort {
  postMessage(message: string): void;
  once(event: 'message', listen: (order: CrewOrder) => void): void;
}

if (typeof process === 'object' && process.versions?.node && typeof self === 'undefined') {
  const name = 'node:worker_threads'; // a variable, so that bundlers leave it alone
  void import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name).then(
    ({ parentPort }: { parentPort: NodePort }) => {
      parentPort.once('message', (order) => void join(order, (m) => parentPort.postMessage(m)));
    },
  );
} else {
  const scope = self as unknown as {
    postMessage(message: string): void;
    onmessage: (event: { data: CrewOrder }) => void;
  };
  scope.onmessage = ({ data }) => void join(data, (message) => scope.postMessage(message));
}

declare const process: { versions?: { node?: string } } | undefined;
