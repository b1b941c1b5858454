// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Everything that the worker needs before it can open any scene, fetched at the same time.
import { Weft } from 'weft-cloth';
import labUrl from 'weft-cloth/weft-lab.wasm?url';
import threadsUrl from 'weft-cloth/weft-threads.wasm?url';
import wasmUrl from 'weft-cloth/weft.wasm?url';
import { buildAvatar } from 'weft-scenes/avatar';
import { fetchAvatars } from './avatars';
import { loadFile, type OnBytes } from './download';
import { Pantry } from './pantry';
import type { LoadTimes } from './protocol';
import { SceneLoader } from './scene_loader';

/** Loads module and bodies; hears how much of them is there, 0..1. Throws a LoadError. */
export async function loadKitchen(
  assets: string,
  onFraction: (fraction: number) => void,
): Promise<{ loader: SceneLoader; times: LoadTimes }> {
  const tally = new Tally(onFraction);
  const begin = performance.now();
  const times = { module: 0, bodies: 0 };
  const timed = async <T>(part: keyof LoadTimes, work: Promise<T>) => {
    const result = await work;
    times[part] = performance.now() - begin;
    return result;
  };
  const [weft, avatars, pantry] = await Promise.all([
    timed('module', loadSimulator(tally.counter())),
    timed('bodies', fetchAvatars(assets, tally.counter())),
    Pantry.open(assets),
  ]);
  const loader = new SceneLoader(weft, (name) => buildAvatar(avatars, name), pantry);
  return { loader, times };
}

/**
 * The module on shared memory where the page is isolated and has cores to spare, which tries whether threads are faster;
 * the plain one everywhere else.
 */
function loadSimulator(onBytes: OnBytes): Promise<Weft> {
  const lab = { url: labUrl };
  const spare = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency - 1 : 1;
  return spare > 1
    ? loadFile(
        { url: threadsUrl, what: 'The simulator' },
        (bytes) => Weft.load({ url: wasmUrl, lab, shared: { bytes }, threads: 'auto' }),
        onBytes,
      )
    : loadFile(
        { url: wasmUrl, what: 'The simulator' },
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
