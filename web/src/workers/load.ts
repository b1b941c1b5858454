// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the worker opens scenes with. The simulator and the list of cooked scenes are fetched at once, the file of the bodies
// when a scene needs it: what the page opens with does not.
import { Weft } from 'weft-cloth';
import labUrl from 'weft-cloth/weft-lab.wasm?url';
import threadsUrl from 'weft-cloth/weft-threads.wasm?url';
import wasmUrl from 'weft-cloth/weft.wasm?url';
import { buildAvatar } from 'weft-scenes/avatar';
import type { Avatar } from 'weft-scenes';
import { fetchAvatars } from './avatars';
import { loadModule, type OnBytes } from './download';
import { Pantry } from './pantry';
import type { LoadTimes } from './protocol';
import type { Supplies } from './scene_loader';

/** Fetches it all; tells how much of what is on its way is there, 0..1. */
export class Kitchen implements Supplies {
  /** When things were there, ms after the worker began. */
  readonly times: LoadTimes = { module: 0, bodies: 0 };
  readonly weft: Promise<Weft>;
  readonly pantry: Promise<Pantry>;
  private readonly tally: Tally;
  private readonly begin = performance.now();
  private coming: Promise<(name: string) => Avatar> | null = null;

  constructor(
    private readonly assets: string,
    onFraction: (fraction: number) => void,
  ) {
    this.tally = new Tally(onFraction);
    this.weft = this.timed('module', loadSimulator(this.tally.counter()));
    this.weft.catch(() => {}); // waits for the scene that is asked for
    this.pantry = Pantry.open(assets);
  }

  /** What builds bodies; asked for again after it could not be had. */
  bodies(): Promise<(name: string) => Avatar> {
    this.coming ??= this.fetchBodies().catch((error: unknown) => {
      this.coming = null;
      throw error;
    });
    return this.coming;
  }

  private async fetchBodies(): Promise<(name: string) => Avatar> {
    const avatars = await this.timed('bodies', fetchAvatars(this.assets, this.tally.counter()));
    return (name) => buildAvatar(avatars, name);
  }

  private async timed<T>(part: keyof LoadTimes, work: Promise<T>): Promise<T> {
    const result = await work;
    this.times[part] = performance.now() - this.begin;
    return result;
  }
}

/**
 * The module on shared memory where the page is isolated and has cores to spare, which tries whether threads are faster;
 * the plain one everywhere else. It is compiled while it comes.
 */
function loadSimulator(onBytes: OnBytes): Promise<Weft> {
  const lab = { url: labUrl };
  const spare = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency - 1 : 1;
  const what = 'The simulator';
  return spare > 1
    ? loadModule(
        { url: threadsUrl, what },
        (bytes) => Weft.load({ url: wasmUrl, lab, shared: { bytes }, threads: 'auto' }),
        onBytes,
      )
    : loadModule(
        { url: wasmUrl, what },
        (bytes) => Weft.load({ bytes, lab, threads: 'auto' }),
        onBytes,
      );
}

/** Adds up the bytes of several files; says nothing until the length of each is known. */
class Tally {
  private readonly files: { received: number; total: number }[] = [];

  constructor(private readonly onFraction: (fraction: number) => void) {}

  counter(): (received: number, total: number) => void {
    const file = { received: 0, total: 0 };
    this.files.push(file);
    return (received, total) => {
      Object.assign(file, { received, total });
      if (this.files.some((f) => f.total === 0)) return;
      const sum = (key: 'received' | 'total') => this.files.reduce((a, f) => a + f[key], 0);
      this.onFraction(sum('received') / sum('total'));
    };
  }
}
