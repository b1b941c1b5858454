// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The simulation worker: loads the module and the avatars, then opens one scene after the other.
import type { World } from 'weft-cloth';
import { LoadError } from './download';
import type { SceneLoader } from './scene_loader';
import { loadKitchen } from './load';
import type { FromWorker, ToWorker } from './protocol';
import { leavesRuins, sentenceOf } from './sentence';
import { Session } from './session';

/** The worker's side of the channel, which the DOM library knows as a port. */
const scope = self as unknown as MessagePort;
const post = (message: FromWorker, transfer: Transferable[] = []) =>
  scope.postMessage(message, transfer);

let session: Session | null = null;
/** The scene that was asked for last; the one that is open may be an earlier one. */
let wanted = -1;

let loader: Promise<SceneLoader>;

async function load(assets: string): Promise<SceneLoader> {
  const tell = (fraction: number) =>
    post({ type: 'progress', session: wanted, stage: 'load', fraction, what: '' });
  try {
    const { loader, times } = await loadKitchen(assets, tell);
    post({ type: 'ready', times });
    return loader;
  } catch (error) {
    post({
      type: 'unloaded',
      sentence: error instanceof LoadError ? error.message : String(error),
    });
    throw error;
  }
}

async function open(message: Extract<ToWorker, { type: 'open' }>): Promise<void> {
  const id = (wanted = message.session);
  const ready = await loader.catch(() => null);
  if (!ready) return; // and that was said
  try {
    if (id !== wanted) return;
    await ready.fetch(message.scene);
    if (id !== wanted) return;
    const tell = (fraction: number, what: string) =>
      post({ type: 'progress', session: id, stage: 'cook', fraction, what });
    // A shared moment is computed from its first step on, so that its hash says something.
    const draped = !message.goal && !message.anew;
    const { world, opened } = ready.prepare(message.scene, tell, draped);
    session?.close();
    post({ type: 'opened', session: id, opened });
    const keep = (hanging: World) => ready.keep(opened.scene, hanging);
    session = new Session(id, world, opened, post, { ...message, keep });
  } catch (error) {
    post({
      type: leavesRuins(error) ? 'failed' : 'refused',
      session: id,
      sentence: sentenceOf(error),
    });
  }
}

function handle(message: ToWorker): void {
  if (message.type === 'ping') return post({ type: 'pong' });
  if (message.type === 'start') {
    post({ type: 'pong' }); // the script is there and runs
    loader = load(message.assets);
    loader.catch(() => {}); // waits for the scene that is asked for
    return;
  }
  if (message.type === 'open') return void open(message);
  if (!session || message.session !== session.id) return;
  switch (message.type) {
    case 'play':
      return session.play();
    case 'pause':
      return session.pause();
    case 'step':
      return session.stepOnce();
    case 'shown':
      return session.seen();
    case 'event':
      return session.add(message.event);
    case 'record':
      return session.record(message.request);
    case 'recycle':
      return session.recycle(message.buffer);
  }
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
