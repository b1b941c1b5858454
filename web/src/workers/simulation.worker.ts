// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The simulation worker: loads the module and what scenes need, and opens one scene after the other.
import type { World } from 'weft-cloth';
import { LoadError } from './download';
import { Kitchen } from './load';
import type { FromWorker, ToWorker } from './protocol';
import { SceneLoader } from './scene_loader';
import { leavesRuins, sentenceOf } from './sentence';
import { Session } from './session';

/** The worker's side of the channel, which the DOM library knows as a port. */
const scope = self as unknown as MessagePort;
const post = (message: FromWorker, transfer: Transferable[] = []) =>
  scope.postMessage(message, transfer);

let session: Session | null = null;
/** The scene that was asked for last; the one that is open may be an earlier one. */
let wanted = -1;

let kitchen: Kitchen;
let loader: SceneLoader;
/** Everything was there for a scene: the page has been told. */
let loaded = false;

function start(assets: string): void {
  const tell = (fraction: number) => {
    if (!loaded) post({ type: 'progress', session: wanted, stage: 'load', fraction, what: '' });
  };
  kitchen = new Kitchen(assets, tell);
  loader = new SceneLoader(kitchen);
}

function tellLoaded(): void {
  if (loaded) return;
  loaded = true;
  post({ type: 'ready', times: kitchen.times });
}

async function open(message: Extract<ToWorker, { type: 'open' }>): Promise<void> {
  const id = (wanted = message.session);
  try {
    await loader.fetch(message.scene);
    tellLoaded();
    if (id !== wanted) return;
    const tell = (fraction: number, what: string) =>
      post({ type: 'progress', session: id, stage: 'cook', fraction, what });
    // A shared moment is computed from its first step on, so that its hash says something.
    const draped = !message.goal && !message.anew;
    const { world, opened } = await loader.prepare(message.scene, tell, draped);
    if (id !== wanted) return world.dispose();
    session?.close();
    post({ type: 'opened', session: id, opened });
    const keep = (hanging: World) => loader.keep(opened.scene, hanging);
    session = new Session(id, world, opened, post, { ...message, keep });
  } catch (error) {
    if (error instanceof LoadError) return post({ type: 'unloaded', sentence: error.message });
    post({
      type: leavesRuins(error) ? 'failed' : 'refused',
      session: id,
      sentence: sentenceOf(error),
    });
  }
}

/** Once something is on the stage: what the next choice is going to need. */
function fetchAhead(): void {
  loader.fetchBodies().catch(() => {}); // asked for again, and told, by the scene that needs it
}

function handle(message: ToWorker): void {
  if (message.type === 'ping') return post({ type: 'pong' });
  if (message.type === 'start') {
    post({ type: 'pong' }); // the script is there and runs
    return start(message.assets);
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
      session.seen();
      return fetchAhead();
    case 'event':
      return session.add(message.event);
    case 'record':
      return session.record(message.request);
    case 'recycle':
      return session.recycle(message.buffer);
  }
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
