// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Fetches a file that the page needs and opens it; tries twice, then says in one sentence what failed and what to do.
// A connection that brings nothing for a while counts as broken; the second try does not trust the browser's cache.

/** What is fetched, and what a visitor would call it. */
export interface Source {
  url: string | URL;
  /** As the begin of a sentence, such as "The bodies". */
  what: string;
  /** What the page can do without for a while: it waits for what is needed at once, and longer until it gives up. */
  later?: boolean;
  /** Not without asking whether it has changed. */
  fresh?: boolean;
}

/** Hears how many bytes are there, of how many; 0 when the server did not say. */
export type OnBytes = (received: number, total: number) => void;

/** A file that cannot be had; the message is a sentence for the visitor. */
export class LoadError extends Error {
  override name = 'LoadError';
}

/** Why a try failed, and what may help. */
class Problem extends Error {
  constructor(
    readonly why: string,
    readonly advice: string,
  ) {
    super(why);
  }
}

const TRIES = 2;
/** Before the second try, ms. */
const PAUSE = 600;
/** A connection that brings nothing for so long is broken, ms. */
const STALL = 20_000;
const LATER_STALL = 120_000;
const CONNECTION = 'Check the connection, then try again.';

/** Fetches and opens a file; throws a LoadError when that fails twice. */
export function loadFile<T>(
  source: Source,
  open: (bytes: ArrayBuffer) => T | Promise<T>,
  onBytes: OnBytes = () => {},
): Promise<T> {
  return twice(source, async (afresh) => {
    const bytes = await download(source, afresh, onBytes, (body) =>
      new Response(body).arrayBuffer(),
    );
    return opened(() => open(bytes));
  });
}

/** The same of a WebAssembly module, which is compiled while it comes, whatever type the server says it has. */
export function loadModule<T>(
  source: Source,
  open: (module: WebAssembly.Module) => Promise<T>,
  onBytes: OnBytes = () => {},
): Promise<T> {
  return twice(source, async (afresh) => {
    const module = await download(source, afresh, onBytes, (body) => opened(() => compile(body)));
    return opened(() => open(module));
  });
}

function compile(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<WebAssembly.Module> {
  const answer = new Response(body, { headers: { 'content-type': 'application/wasm' } });
  return WebAssembly.compileStreaming
    ? WebAssembly.compileStreaming(answer)
    : answer.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
}

async function twice<T>(source: Source, get: (afresh: boolean) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await get(tried > 1);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (tried === TRIES) throw new LoadError(sentence(source, error));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** For example "The bodies could not be loaded (avatar.bin): the server answered 404. Try again, …". */
function sentence({ url, what }: Source, { why, advice }: Problem): string {
  const file = new URL(url, location.href).pathname.split('/').pop();
  return `${what} could not be loaded (${file}): ${why}. ${advice}`;
}

async function opened<T>(open: () => T | Promise<T>) {
  try {
    return await open();
  } catch {
    throw new Problem('what arrived is damaged or cut short', 'Try again, or reload the page.');
  }
}

async function download<T>(
  { url, later = false, fresh = false }: Source,
  afresh: boolean,
  onBytes: OnBytes,
  read: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<T>,
): Promise<T> {
  const stall = later ? LATER_STALL : STALL;
  const stop = new AbortController();
  const line = { broken: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), stall);
  };
  wait();
  try {
    const answer = await fetch(url, {
      signal: stop.signal,
      cache: afresh ? 'reload' : fresh ? 'no-cache' : 'default',
      priority: later ? 'low' : 'auto',
    });
    if (!answer.ok) {
      const advice = 'Try again, or reload the page: it may have been renewed meanwhile.';
      throw new Problem(`the server answered ${answer.status}`, advice);
    }
    const tell = (received: number, total: number) => {
      wait();
      onBytes(received, total);
    };
    return await read(counted(answer, tell, line));
  } catch (error) {
    // What cannot be opened since the rest of it never came is not damaged.
    throw error instanceof Problem && !line.broken
      ? error
      : new Problem(whyNot(stop.signal.aborted && stall), CONNECTION);
  } finally {
    clearTimeout(timer);
  }
}

function whyNot(stalled: number | false): string {
  if (stalled) return `nothing came for ${stalled / 1000} s`;
  return navigator.onLine ? 'the server could not be reached' : 'this device is offline';
}

/** The body of an answer; tells how much of it went through, and notes when it breaks off. */
function counted(
  answer: Response,
  onBytes: OnBytes,
  line: { broken: boolean },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const packed = answer.headers.has('content-encoding'); // then the length is that of the packed bytes
  const total = packed ? 0 : Number(answer.headers.get('content-length'));
  const reader = answer.body!.getReader();
  let received = 0;
  return new ReadableStream({
    async pull(out) {
      try {
        const { value: part, done } = await reader.read();
        if (done) return out.close();
        onBytes((received += part.length), total);
        out.enqueue(part);
      } catch (error) {
        line.broken = true;
        out.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
