// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The page's end of the simulation worker: opens scenes, hands out frames, and notices when the worker dies.
import type { Deed } from '../workers/live_events';
import type { Frame, FromWorker, Goal, OpenedScene, Stage, ToWorker } from '../workers/protocol';
import type { Scene } from 'weft-scenes';
import { ASSETS } from '../view/textures';

/** A worker that does not answer for so long is taken for dead, ms. Cooking may take a few seconds. */
const SILENCE = 45_000;
const PING_EVERY = 5_000;

/** What the page wants to hear. */
export interface SimulationListener {
  /** Module and bodies are loaded. */
  onReady(): void;
  onProgress(stage: Stage, fraction: number, what: string): void;
  onOpened(opened: OpenedScene): void;
  onFrame(frame: Frame): void;
  onState(playing: boolean, step: number, hash: string): void;
  onVerdict(goal: Goal, hash: string): void;
  /** The scene was not accepted; what was open goes on. */
  onRefused(sentence: string): void;
  /** The worker is gone and a new one is there, with nothing open. */
  onLost(sentence: string): void;
}

/** A recorded run, ready to be shared. */
export interface Recorded {
  scene: Scene;
  step: number;
  hash: string;
}

/** How to open a scene. */
export interface OpenOptions {
  play: boolean;
  goal?: Goal;
  stillFirst?: boolean;
}

/** The simulation as the page sees it. */
export class Simulation {
  private worker!: Worker;
  private session = 0;
  private openSession = 0;
  private lastHeard = 0;
  private requests = new Map<number, (recorded: Recorded) => void>();
  private requestCount = 0;

  constructor(private readonly listener: SimulationListener) {
    this.start();
    setInterval(() => this.watch(), PING_EVERY);
  }

  /** Opens a scene; what is open stays until the new one is ready. */
  open(scene: unknown, options: OpenOptions): void {
    this.session++;
    this.send({ type: 'open', session: this.session, scene, ...options });
  }

  play(): void {
    this.send({ type: 'play', session: this.openSession });
  }

  pause(): void {
    this.send({ type: 'pause', session: this.openSession });
  }

  step(): void {
    this.send({ type: 'step', session: this.openSession });
  }

  /** Something the visitor did; it happens before the next step. */
  do(deed: Deed): void {
    this.send({ type: 'event', session: this.openSession, deed });
  }

  /** Asks for the scene with everything done so far. */
  record(): Promise<Recorded> {
    const request = this.requestCount++;
    this.send({ type: 'record', session: this.openSession, request });
    return new Promise((resolve) => this.requests.set(request, resolve));
  }

  /** Gives the buffer of a frame back. */
  recycle(frame: Frame): void {
    const { session, buffer } = frame;
    if (buffer.byteLength > 0) this.send({ type: 'recycle', session, buffer }, [buffer]);
  }

  private start(): void {
    this.worker = new Worker(new URL('../workers/simulation.worker.ts', import.meta.url), {
      type: 'module',
    });
    this.send({ type: 'start', assets: ASSETS });
    this.lastHeard = performance.now();
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = (e) => {
      e.preventDefault();
      this.lose(e.message ? `The simulation stopped (${e.message}).` : 'The simulation stopped.');
    };
  }

  private send(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  private hear(message: FromWorker): void {
    this.lastHeard = performance.now();
    if ('session' in message && message.session < this.openSession) return;
    const { listener } = this;
    switch (message.type) {
      case 'ready':
        return listener.onReady();
      case 'progress':
        return listener.onProgress(message.stage, message.fraction, message.what);
      case 'opened':
        this.openSession = message.session;
        return listener.onOpened(message.opened);
      case 'frame':
        return listener.onFrame(message);
      case 'state':
        return listener.onState(message.playing, message.step, message.hash);
      case 'verdict':
        return listener.onVerdict(message.goal, message.hash);
      case 'recorded':
        this.requests.get(message.request)?.(message);
        this.requests.delete(message.request);
        return;
      case 'refused':
        if (message.session === this.session) listener.onRefused(message.sentence);
        return;
      case 'failed':
        return this.lose(message.sentence);
    }
  }

  private watch(): void {
    const silent = performance.now() - this.lastHeard;
    if (document.hidden) this.lastHeard = performance.now();
    else if (silent > SILENCE) this.lose('The simulation no longer answers.');
    else this.send({ type: 'ping' });
  }

  private lose(sentence: string): void {
    this.worker.terminate();
    this.requests.clear();
    this.openSession = ++this.session;
    this.start();
    this.listener.onLost(sentence);
  }
}
