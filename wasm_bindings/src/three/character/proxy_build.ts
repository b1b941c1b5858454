// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Runs the making of an offset surface: in a worker where there are workers, otherwise here, a slice at a time so
// that the page or the process goes on meanwhile.
import { refuse, shown } from '../../checks.js';
import { WeftError } from '../../error.js';
import { offsetSurface, type OffsetOptions, type OffsetSurface } from './offset_surface.js';

/** What a worker is asked for. */
export interface ProxyOrder {
  positions: Float64Array;
  triangles: Uint32Array;
  options: OffsetOptions;
}

/** What a worker says. */
export type ProxyAnswer = { progress: number } | { surface: OffsetSurface } | { error: string };

/** Makes workers; false: none. */
export type ProxyWorker = boolean | (() => Worker);

/** Longest time that a slice takes in this thread, ms. */
const SLICE = 12;

/** Makes the surface; `onProgress` is told the part that is done, 0 to 1. */
export async function buildSurface(
  order: ProxyOrder,
  worker: ProxyWorker,
  onProgress: (part: number) => void,
): Promise<OffsetSurface> {
  const surface = await started(order, worker, onProgress);
  onProgress(1);
  return surface;
}

async function started(
  order: ProxyOrder,
  worker: ProxyWorker,
  onProgress: (part: number) => void,
): Promise<OffsetSurface> {
  if (typeof worker === 'function') {
    return inWorker(worker(), order, onProgress);
  }
  if (worker && typeof Worker === 'function') {
    try {
      return await inWorker(makeWorker(), order, onProgress);
    } catch (error) {
      // a bundler that lost the file, or a content policy: this thread can do it, too
      if (!(error instanceof NoWorker || error instanceof DOMException)) {
        throw error;
      }
    }
  }
  return here(order, onProgress);
}

const sentence = (reason: string) => `The worker of the proxy failed: ${reason}.`;

class NoWorker extends WeftError {
  constructor(reason: string) {
    super('WEFT_ERROR_WORKER_LOST', sentence(reason), 'worker');
  }
}

function makeWorker(): Worker {
  return new Worker(new URL('./proxy_worker.js', import.meta.url), { type: 'module' });
}

function inWorker(
  worker: Worker,
  order: ProxyOrder,
  onProgress: (part: number) => void,
): Promise<OffsetSurface> {
  if (typeof worker?.postMessage !== 'function' || typeof worker.terminate !== 'function') {
    refuse('worker', `the function made ${shown(worker)}, which is no worker`);
  }
  return new Promise<OffsetSurface>((resolve, reject) => {
    const hear = (answer: ProxyAnswer) => {
      if ('progress' in answer) {
        onProgress(answer.progress);
      } else if ('surface' in answer) {
        resolve(answer.surface);
      } else {
        reject(new WeftError('WEFT_ERROR_WORKER_LOST', sentence(answer.error), 'worker'));
      }
    };
    worker.onmessage = ({ data }: MessageEvent<ProxyAnswer>) => {
      try {
        hear(data ?? { error: 'it said nothing' });
      } catch (error) {
        reject(error as Error); // of onProgress
      }
    };
    worker.onerror = ({ message }) => reject(new NoWorker(message ?? 'it did not start'));
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}

async function here(order: ProxyOrder, onProgress: (part: number) => void): Promise<OffsetSurface> {
  const making = offsetSurface(order.positions, order.triangles, order.options);
  let since = performance.now();
  for (;;) {
    const step = making.next();
    if (step.done) {
      return step.value;
    }
    if (performance.now() - since > SLICE) {
      onProgress(step.value);
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = performance.now();
    }
  }
}
