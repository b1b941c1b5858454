// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The page's end of the simulation worker: opens scenes, hands out frames, and notices when the worker dies.
import type { LiveEvent } from '../workers/live_events';
import type {
  LoadTimes,
  Frame,
  FromWorker,
  Goal,
  OpenedScene,
  Stage,
  ToWorker,
} from '../workers/protocol';
import type { Scene } from 'weft-scenes';
import { WorkerLine } from './worker_line';

/** A worker that does not answer for so long is taken for dead, ms. Cooking may take a few seconds. */
const SILENCE = 45_000;
const PING_EVERY = 5_000;
/** A worker whose own script does not arrive in so long has failed, ms. */
const SCRIPT_SILENCE = 120_000;
/** A script that cannot be loaded is asked for so often, with a pause between, ms. */
const TRIES = 2;
const PAUSE = 600;

const UNLOADED =
  'The simulation could not be loaded: its script did not arrive. Check the connection, then try again.';
const GONE = 'The simulation is not running. Restart, and share again.';
const REPLACED = 'Another scene came meanwhile. Share again.';

/** What the page wants to hear. */
export interface SimulationListener {
  /** Module and bodies are loaded, in so many ms. */
  onReady(times: LoadTimes): void;
  onProgress(stage: Stage, fraction: number, what: string): void;
  onOpened(opened: OpenedScene): void;
  onFrame(frame: Frame): void;
  onState(playing: boolean, step: number, hash: string): void;
  onVerdict(goal: Goal, hash: string): void;
  /** The scene was not accepted; what was open goes on. */
  onRefused(sentence: string): void;
  /** The worker is gone; there is a new one as soon as a scene is opened. */
  onLost(sentence: string): void;
  /** Something that the worker needs cannot be had. Nobody tries again before `reopen` or `open`. */
  onUnloaded(sentence: string): void;
}

/** A recorded run, ready to be shared. */
export interface Recorded {
  scene: Scene;
  step: number;
  hash: string;
}

type Asked = Extract<ToWorker, { type: 'open' }>;

interface Request {
  resolve(recorded: Recorded): void;
  reject(error: Error): void;
}

/** How to open a scene. */
export interface OpenOptions {
  play: boolean;
  goal?: Goal;
  stillFirst?: boolean;
  /** Show how it is sewn, also where it is known how it hangs. */
  anew?: boolean;
  /** Another mesh of what is worn: what is on the stage stays until the new one hangs. */
  fit?: boolean;
}

/** The simulation as the page sees it. */
export class Simulation {
  private worker: WorkerLine | null = null;
  /** Whether this worker has said anything: its script is loaded. */
  private heard = false;
  private tried = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private sessions = 0;
  private lastHeard = 0;
  /** What is wanted: the scene on its way, else the open one; for a worker that comes later, too. */
  private asked: Asked | null = null;
  /** What is open, and all that was asked for since. */
  private current: Asked | null = null;
  private underway: Asked[] = [];
  /** What was pressed and is not yet done; while a scene is on its way it holds for that one too. */
  private pressed: 'play' | 'pause' | null = null;
  private requests = new Map<number, Request>();
  private requestCount = 0;

  constructor(
    private readonly listener: SimulationListener,
    begun = new WorkerLine(),
  ) {
    this.start(begun);
    setInterval(() => this.watch(), PING_EVERY);
  }

  /** Opens a scene; what is open stays until the new one is ready. */
  open(scene: unknown, options: OpenOptions): void {
    this.asked = { type: 'open', session: ++this.sessions, scene, ...options };
    this.underway.push(this.asked);
    this.pressed = null;
    if (this.worker) this.send(this.asked);
    else this.start();
  }

  /** Opens again what was asked for last, with a new worker. */
  reopen(): void {
    this.end();
    this.start();
  }

  play(): void {
    this.run('play');
  }

  pause(): void {
    this.run('pause');
  }

  /** Whether it plays once what was pressed is done; null where nothing is left to do. */
  get willPlay(): boolean | null {
    return this.pressed && this.pressed === 'play';
  }

  step(): void {
    this.send({ type: 'step', session: this.openSession });
  }

  /** The first frame of the scene is on the screen. */
  shown(): void {
    this.send({ type: 'shown', session: this.openSession });
  }

  /** Something the visitor did; it happens before the next step. */
  do(event: LiveEvent): void {
    this.send({ type: 'event', session: this.openSession, event });
  }

  /** Asks for the scene with everything done so far. */
  record(): Promise<Recorded> {
    if (!this.worker) return Promise.reject(new Error(GONE));
    const request = this.requestCount++;
    this.send({ type: 'record', session: this.openSession, request });
    return new Promise((resolve, reject) => this.requests.set(request, { resolve, reject }));
  }

  /** Gives the buffer of a frame back. */
  recycle(frame: Frame): void {
    const { session, buffer } = frame;
    if (buffer.byteLength > 0) this.send({ type: 'recycle', session, buffer }, [buffer]);
  }

  private get openSession(): number {
    return this.current?.session ?? 0;
  }

  private run(type: 'play' | 'pause'): void {
    // A pause gives a shared moment up, but not one that has not begun.
    if (this.asked === this.current || !this.asked?.goal) this.pressed = type;
    this.send({ type, session: this.openSession });
  }

  private start(worker = new WorkerLine()): void {
    clearTimeout(this.again);
    this.tried++;
    this.heard = false;
    this.worker = worker;
    this.lastHeard = performance.now();
    worker.listen({
      onMessage: (message) => this.hear(message),
      onError: (why) => {
        if (worker !== this.worker) return;
        if (!this.heard) this.startAgain();
        else this.lose(why ? `The simulation stopped (${why}).` : 'The simulation stopped.');
      },
    });
    if (this.asked) this.send(this.asked);
  }

  /** The worker's script did not arrive. */
  private startAgain(): void {
    const { tried } = this;
    this.end();
    if (tried >= TRIES) return this.listener.onUnloaded(UNLOADED);
    this.tried = tried;
    this.again = setTimeout(() => this.start(), PAUSE);
  }

  private send(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker?.send(message, transfer);
  }

  private hear(message: FromWorker): void {
    this.lastHeard = performance.now();
    this.heard = true;
    if ('session' in message && message.session < this.openSession) return;
    const { listener } = this;
    switch (message.type) {
      case 'ready':
        return listener.onReady(message.times);
      case 'progress':
        // Nobody ends what is told of a scene that was given up.
        if (message.session !== this.asked?.session) return;
        return listener.onProgress(message.stage, message.fraction, message.what);
      case 'opened':
        this.noteOpened(message.session);
        return listener.onOpened(message.opened);
      case 'frame':
        return listener.onFrame(message);
      case 'state':
        this.noteState(message.playing);
        return listener.onState(message.playing, message.step, message.hash);
      case 'verdict':
        return listener.onVerdict(message.goal, message.hash);
      case 'recorded':
        this.requests.get(message.request)?.resolve(message);
        this.requests.delete(message.request);
        return;
      case 'refused':
        if (message.session !== this.asked?.session) return;
        this.asked = this.current;
        this.underway = [];
        this.pressed = null;
        return listener.onRefused(message.sentence);
      case 'failed':
        return this.lose(message.sentence);
      case 'unloaded':
        this.end();
        return listener.onUnloaded(message.sentence);
    }
  }

  private noteOpened(session: number): void {
    this.current = this.underway.find((asked) => asked.session === session) ?? this.current;
    this.underway = this.underway.filter((asked) => asked.session > session);
    this.refuseRequests(REPLACED);
    if (this.current === this.asked && this.pressed) this.run(this.pressed);
  }

  private noteState(playing: boolean): void {
    if (this.current === this.asked && playing === this.willPlay) this.pressed = null;
  }

  private watch(): void {
    const silent = performance.now() - this.lastHeard;
    if (!this.worker) return;
    if (document.hidden) this.lastHeard = performance.now();
    else if (!this.heard && silent > SCRIPT_SILENCE) this.startAgain();
    else if (this.heard && silent > SILENCE) this.lose('The simulation no longer answers.');
    else this.send({ type: 'ping' });
  }

  private lose(sentence: string): void {
    this.end();
    this.listener.onLost(sentence);
  }

  /** Ends the worker and all that waits for it. */
  private end(): void {
    clearTimeout(this.again);
    this.worker?.end();
    this.worker = null;
    this.tried = 0;
    this.current = this.pressed = null;
    this.underway = this.asked ? [this.asked] : [];
    this.refuseRequests(GONE);
  }

  private refuseRequests(why: string): void {
    for (const { reject } of this.requests.values()) reject(new Error(why));
    this.requests.clear();
  }
}
