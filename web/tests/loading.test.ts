// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What cannot be loaded is asked for twice and then told; nobody asks again before the visitor does.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Simulation as SimulationType } from '../src/app/simulation';
import { loadFile, loadModule, LoadError } from '../src/workers/download';
import { FakeWorker, listener } from './fake_worker';

const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const file = { url: 'http://host/a/thing.bin', what: 'The thing' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { href: 'http://host/' });
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a file', () => {
  async function load(fetch: (...args: never[]) => unknown, open: (b: ArrayBuffer) => unknown) {
    const asked = vi.fn(fetch);
    vi.stubGlobal('fetch', asked);
    const loaded = loadFile(file, open).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    return { asked, result: await loaded };
  }

  it('is opened', async () => {
    const { asked, result } = await load(() => Promise.resolve(new Response('cloth')), text);
    expect(result).toBe('cloth');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is asked for again, past the cache, when the first try fails', async () => {
    let tries = 0;
    const answer = () => new Response('x', { status: ++tries === 1 ? 503 : 200 });
    const { asked, result } = await load(() => Promise.resolve(answer()), text);
    expect(result).toBe('x');
    expect(asked.mock.lastCall?.[1]).toMatchObject({ cache: 'reload' });
  });

  const fails: [string, () => unknown, (b: ArrayBuffer) => unknown, RegExp][] = [
    ['missing', () => new Response('', { status: 404 }), text, /the server answered 404\. Try/],
    ['unreachable', () => Promise.reject(new TypeError('Failed to fetch')), text, /not be reached/],
    ['damaged', () => new Response('{"a'), (b) => JSON.parse(text(b)), /damaged or cut short/],
  ];
  for (const [name, answer, open, words] of fails) {
    it(`that is ${name} is told after two tries`, async () => {
      const { asked, result } = await load(() => Promise.resolve(answer()), open);
      expect(asked).toHaveBeenCalledTimes(2);
      expect(result).toBeInstanceOf(LoadError);
      const { message } = result as Error;
      expect(message).toMatch(/^The thing could not be loaded \(thing\.bin\): .+\. .+\.$/);
      expect(message).toMatch(words);
      expect(message).not.toMatch(/Failed to fetch/);
    });
  }

  it('that never comes is given up', async () => {
    const never = (_: never, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
    const { asked, result } = await load(never, text);
    expect(asked).toHaveBeenCalledTimes(2);
    expect((result as Error).message).toMatch(/nothing came for 20 s/);
  });
});

describe('a module', () => {
  const small = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const keep = (module: WebAssembly.Module) => Promise.resolve(module);

  async function load(answer: () => Response, onBytes?: (received: number) => void) {
    vi.useRealTimers();
    vi.stubGlobal('fetch', () => Promise.resolve(answer()));
    return loadModule(file, keep, onBytes).catch((error: unknown) => error);
  }

  it('is compiled while it comes, whatever type the server says it has', async () => {
    const counts: number[] = [];
    const headers = { 'content-type': 'text/plain' };
    const module = await load(
      () => new Response(small, { headers }),
      (n) => counts.push(n),
    );
    expect(module).toBeInstanceOf(WebAssembly.Module);
    expect(counts.at(-1)).toBe(small.length);
  });

  it('that is cut short is damaged, and one whose line breaks is not', async () => {
    const cut = (await load(() => new Response(small.subarray(0, 6)))) as Error;
    expect(cut.message).toMatch(/damaged or cut short/);
    const broken = () =>
      new Response(
        new ReadableStream({
          start: (out) => out.enqueue(small.subarray(0, 6)),
          pull: (out) => out.error(new TypeError('network error')),
        }),
      );
    expect(((await load(broken)) as Error).message).toMatch(/could not be reached/);
  });
});

describe('the worker', () => {
  const workers = () => FakeWorker.made;
  let Simulation: typeof SimulationType;

  beforeEach(async () => {
    FakeWorker.made = [];
    vi.stubGlobal('Worker', FakeWorker);
    vi.stubGlobal('document', { hidden: false, baseURI: 'http://host/' });
    ({ Simulation } = await import('../src/app/simulation'));
  });

  it('whose script does not come is started twice, and then when the visitor wants', async () => {
    const heard = listener();
    const simulation = new Simulation(heard);
    simulation.open({ name: 'sheet' }, { play: false });
    workers()[0].fail();
    await vi.advanceTimersByTimeAsync(5_000);
    workers()[1].fail();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(workers()).toHaveLength(2);
    expect(workers().every((w) => w.ended)).toBe(true);
    expect(heard.onUnloaded).toHaveBeenCalledTimes(1);
    simulation.reopen();
    expect(workers()[2].heard.map((m) => m.type)).toEqual(['start', 'open']);
  });

  it('that lacks a file is ended, and is there again with the next choice', () => {
    const heard = listener();
    const simulation = new Simulation(heard);
    workers()[0].say({ type: 'unloaded', sentence: 'The bodies could not be loaded.' });
    expect(heard.onUnloaded).toHaveBeenCalledWith('The bodies could not be loaded.');
    expect(workers()).toHaveLength(1);
    simulation.play();
    expect(workers()).toHaveLength(1);
    simulation.open({}, { play: true });
    expect(workers()).toHaveLength(2);
  });

  it('that dies takes the recording with it, and is not replaced before a scene is opened', async () => {
    const heard = listener();
    const simulation = new Simulation(heard);
    workers()[0].say({ type: 'pong' });
    const recorded = expect(simulation.record()).rejects.toThrow('not running');
    workers()[0].fail('out of memory');
    await recorded;
    expect(heard.onLost).toHaveBeenCalledWith('The simulation stopped (out of memory).');
    expect(workers()).toHaveLength(1);
    await expect(simulation.record()).rejects.toThrow('not running');
  });
});
