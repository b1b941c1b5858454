// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// One open scene: steps it, at its own pace or as fast as it goes while a garment is sewn or a shared step is
// reached, and posts frames whenever a buffer is free. On the way to a shared step nothing is shown: it is the moment that
// was shared, not how it came about.
import type { Cloth, StepReport, World } from 'weft-cloth';
import type { Scene, SceneEvent } from 'weft-scenes';
import { afterMessages } from './after_messages';
import { Clock } from './clock';
import { frameLayout } from './frame';
import { FramePool } from './frame_pool';
import { LiveEvents, type LiveEvent } from './live_events';
import { MotionClock } from './motion_clock';
import type { FromWorker, Goal, OpenedScene, Stage } from './protocol';

/** While running ahead, other messages get a turn this often, ms. */
const SLICE = 24;
/** Steps between two hashes while playing. */
const HASH_EVERY = 20;

/** How a scene is to start. */
export interface Start {
  play: boolean;
  goal?: Goal;
  /** Run to rest without showing it, then stop. */
  stillFirst?: boolean;
  /** Shows nothing before the garment hangs. */
  fit?: boolean;
  /** Takes the world when its garment hangs, before anybody has touched it. */
  keep?: (world: World) => void;
}

/** Sends a message to the page. */
export type Post = (message: FromWorker, transfer?: Transferable[]) => void;

/** A running scene. */
export class Session {
  private readonly pool: FramePool;
  private readonly clock: Clock;
  private readonly live = new LiveEvents();
  private readonly motion: MotionClock;
  private readonly keep: Start['keep'];
  private readonly fit: boolean;
  private report: StepReport | null = null;
  private playing = false;
  private goal: Goal | null;
  private still: boolean;
  /** Paused while it fits: it goes on unseen until the garment hangs, then stops. */
  private restsWhenFit = false;
  /** After its first step a scene waits until that is on the screen, so that what it begins with is seen. */
  private unseen: boolean;
  private owed = true;
  private clean = 0;
  private hashed = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    readonly id: number,
    private readonly world: World,
    private readonly opened: OpenedScene,
    private readonly post: Post,
    start: Start,
  ) {
    this.pool = new FramePool(frameLayout(opened.cloths, opened.bodies));
    this.clock = new Clock(1000 * (opened.scene.frame ?? 1 / 60));
    this.motion = new MotionClock([...(opened.wearer?.plays ?? [])]);
    this.keep = start.keep;
    this.fit = start.fit === true;
    this.goal = start.goal ?? null;
    this.still = !this.goal && start.stillFirst === true;
    this.unseen = !this.goal && !this.still && start.play && !this.fitting;
    if (this.unseen && world.stepCount > 0) this.publish(); // as it hangs; the next step waits until that is seen
    if (this.goal || this.still || start.play) this.play();
    else this.stop();
  }

  /** Lets time run. */
  play(): void {
    if (this.closed) return;
    if (this.restsWhenFit) {
      this.restsWhenFit = false;
      return this.tellState();
    }
    if (this.playing) return;
    this.playing = true;
    this.clock.restart(performance.now());
    this.tellState();
    this.schedule();
  }

  /** The first frame was shown. */
  seen(): void {
    if (!this.unseen) return;
    this.unseen = false;
    this.clock.restart(performance.now());
    this.schedule();
  }

  /** Stops time; a run to a shared step is given up. What is half sewn in place of what hung is not shown. */
  pause(): void {
    this.restsWhenFit = this.playing && this.fitting;
    if (this.restsWhenFit) this.tellState();
    else this.stop();
  }

  /** One step, and stop. */
  stepOnce(): void {
    this.pause();
    if (this.restsWhenFit) return;
    this.guarded(() => this.step());
    this.stop();
  }

  /** Something the visitor did. */
  add(event: LiveEvent): void {
    this.live.add(event);
    if (this.goal) this.live.letGo();
  }

  /** A buffer comes home. */
  recycle(buffer: ArrayBuffer): void {
    this.pool.recycle(buffer);
    if (this.owed) this.publish();
  }

  /** The scene with everything done so far and chosen for what comes, and where it stands. */
  record(request: number): void {
    const timeline = [...(this.opened.scene.timeline ?? []), ...this.live.record(this.world)];
    const scene: Scene = { ...this.opened.scene, ...(timeline.length > 0 && { timeline }) };
    const { id: session } = this;
    const step = this.world.stepCount;
    this.post({ type: 'recorded', session, request, scene, step, hash: this.world.hash() });
  }

  /** Ends it; nothing is posted afterwards. */
  close(): void {
    this.closed = true;
    this.playing = false;
    clearTimeout(this.timer);
    this.world.dispose();
  }

  private stop(): void {
    this.goal = null;
    this.still = this.restsWhenFit = false;
    this.playing = false;
    clearTimeout(this.timer);
    this.owed = true;
    this.publish();
    this.tellState();
  }

  /** Up to this step the scene runs as fast as it can; what that is called. */
  private get ahead(): { until: number; stage: Stage } | null {
    const { stepCount } = this.world;
    if (this.goal)
      return stepCount < this.goal.step ? { until: this.goal.step, stage: 'replay' } : null;
    const { settled } = this.opened;
    return stepCount < settled ? { until: settled, stage: this.fit ? 'fit' : 'sew' } : null;
  }

  /** Sewing goes on unseen. */
  private get fitting(): boolean {
    return this.fit && this.world.stepCount < this.opened.settled;
  }

  private schedule(): void {
    if (!this.playing || (this.unseen && this.world.stepCount > 0)) return;
    const wait = this.ahead ? 0 : this.clock.wait(performance.now());
    if (wait < 1) afterMessages(() => this.work());
    else this.timer = setTimeout(() => this.work(), wait);
  }

  private work(): void {
    if (!this.playing || this.closed) return;
    this.guarded(() => {
      if (this.ahead) this.runAhead();
      else if (!this.arrive()) this.step();
    });
    this.schedule();
  }

  private runAhead(): void {
    const end = performance.now() + SLICE;
    do this.step();
    while (this.ahead && this.playing && !this.unseen && performance.now() < end);
    if (!this.ahead) {
      this.clock.restart(performance.now()); // what ran ahead of the clock is not waited for
      if (!this.goal && this.live.done.length === 0) this.keep?.(this.world);
    }
    const { until, stage } = this.ahead ?? { until: this.world.stepCount, stage: 'sew' as const };
    const fraction = this.world.stepCount / Math.max(1, until);
    this.post({ type: 'progress', session: this.id, stage, fraction, what: '' });
  }

  /** At the end of a run ahead: compares the hash, or stops at the still. True when it stopped. */
  private arrive(): boolean {
    const { goal } = this;
    if (!goal && !this.still && !this.restsWhenFit) return false;
    this.stop();
    if (goal) this.post({ type: 'verdict', session: this.id, goal, hash: this.world.hash() });
    return true;
  }

  private step(): void {
    // What is chosen on the way to a shared step waits for it: else another one would be reached.
    if (!this.goal) for (const event of this.live.flush(this.world)) this.follow(event);
    this.report = this.world.step();
    const { crossingsBody, crossingsCloth } = this.report;
    this.clean = crossingsBody + crossingsCloth > 0 ? 0 : this.clean + 1;
    this.clock.tick(performance.now());
    this.owed = true;
    if (!this.still && !this.goal && !this.fitting) this.publish();
    if (this.report.status !== 'WEFT_OK') {
      const sentence = `The simulation stopped at step ${this.report.step}: ${this.report.status}. Restart, or choose something else.`;
      this.post({ type: 'refused', session: this.id, sentence });
      this.stop();
    }
  }

  /** A motion that the visitor chose begins. */
  private follow({ do: what, at, clip, start = 0 }: SceneEvent): void {
    const frameSeconds = this.opened.scene.frame ?? 1 / 60;
    if (what !== 'play' || !clip) return;
    this.motion.add({ step: Number(at), clip, start: Math.round(start / frameSeconds) });
  }

  private publish(): void {
    if (this.closed) return;
    const buffer = this.pool.take(this.world);
    if (!buffer) return;
    this.owed = false;
    const step = this.world.stepCount;
    const hash = this.hashWhenDue(step);
    const { id: session, report, clean } = this;
    const held = report?.captured ? this.world.cloths.map(capturedPoints) : [];
    const blocks = report?.blocked ? this.world.blocks() : [];
    const motion = this.motion.at(step);
    const stepsPerSecond = this.clock.rate;
    const frame = {
      session,
      step,
      buffer,
      report,
      clean,
      held,
      blocks,
      motion,
      hash,
      figures: hash === null ? null : this.world.figures(),
      stepsPerSecond,
      threads: this.world.threadCount,
    };
    this.post({ type: 'frame', ...frame }, [buffer]);
  }

  private hashWhenDue(step: number): string | null {
    if (this.playing && step < this.hashed + HASH_EVERY) return null;
    this.hashed = step;
    return this.world.hash();
  }

  private tellState(): void {
    const { id: session, world } = this;
    const playing = this.playing && !this.restsWhenFit;
    this.post({ type: 'state', session, playing, step: world.stepCount, hash: world.hash() });
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.playing = false;
      this.closed = true;
      const reason = error instanceof Error ? error.message : String(error);
      const sentence = `The simulation failed at step ${this.world.stepCount} (${reason}).`;
      this.post({ type: 'failed', session: this.id, sentence });
    }
  }
}

function capturedPoints({ captured, mergeMap }: Cloth): number {
  return captured.reduce((sum, flag, v) => sum + (mergeMap[v] === v ? flag : 0), 0);
}
