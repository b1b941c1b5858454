// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a session shows of a scene, and when: from its first step on, and of a shared moment only that moment.
import type { World } from 'weft-cloth';
import type { Scene } from 'weft-scenes';
import { describe, expect, it } from 'vitest';
import { Absence } from '../src/app/absence';
import type { FromWorker, OpenedScene } from '../src/workers/protocol';
import { Session, type Start } from '../src/workers/session';

/** A world that only counts. */
class Counter {
  stepCount = 0;
  origin = [0, 0, 0];
  cloths = [];
  bodies = [];
  hash = () => `${this.stepCount}`.padStart(16, '0');
  step() {
    this.stepCount++;
    return { step: this.stepCount, status: 'WEFT_OK', crossingsBody: 0, crossingsCloth: 0 };
  }
  figures() {
    return [];
  }
  events: unknown[] = [];
  pushEvent(event: unknown) {
    this.events.push(event);
  }
  dispose() {}
}

const turns = (count = 20) =>
  Array.from({ length: count }).reduce<Promise<void>>(
    (before) => before.then(() => new Promise((done) => setTimeout(done))),
    Promise.resolve(),
  );

/** Opens a scene that is sewn in 30 steps; gives buffers back at once, as a page does that draws. */
function open(start: Start, stepCount = 0) {
  const world = new Counter();
  world.stepCount = stepCount;
  const frames: number[] = [];
  const verdicts: string[] = [];
  const states: boolean[] = [];
  const recorded: Scene[] = [];
  const post = (message: FromWorker) => {
    if (message.type === 'verdict') verdicts.push(message.hash);
    if (message.type === 'state') states.push(message.playing);
    if (message.type === 'recorded') recorded.push(message.scene);
    if (message.type !== 'frame') return;
    frames.push(message.step);
    const { buffer } = message;
    queueMicrotask(() => session.recycle(buffer));
  };
  const scene = { name: 'x', frame: 1 / 60, cloths: [] };
  const opened = { scene, cloths: [], bodies: [], sewn: 20, settled: 30, wearer: null };
  const session = new Session(
    1,
    world as unknown as World,
    opened as unknown as OpenedScene,
    post,
    start,
  );
  return { session, world, frames, verdicts, states, recorded };
}

describe('a session', () => {
  it('waits with its first frame until that is seen, then shows the sewing', async () => {
    const { session, world, frames } = open({ play: true });
    await turns();
    expect(world.stepCount).toBe(1);
    expect(frames).toEqual([1]);
    session.seen();
    await turns();
    expect(frames.slice(0, 3)).toEqual([1, 2, 3]); // the machine may be faster than the page from here on
    expect(world.stepCount).toBeGreaterThanOrEqual(30);
    session.close();
  });

  it('that begins with a garment that hangs shows it at once, and goes on when that is seen', async () => {
    const { session, world, frames } = open({ play: true }, 30);
    await turns();
    expect(frames).toEqual([30]);
    session.seen();
    await new Promise((done) => setTimeout(done, 60));
    expect(world.stepCount).toBeGreaterThan(30);
    expect(frames.slice(0, 2)).toEqual([30, 31]);
    session.close();
    const still = open({ play: false, stillFirst: true }, 30);
    await turns();
    expect(still.world.stepCount).toBe(30);
    expect(still.frames.at(-1)).toBe(30);
  });

  it('that fits another mesh shows nothing until it hangs', async () => {
    const { session, frames } = open({ play: true, fit: true });
    await turns(40);
    expect(frames[0]).toBeGreaterThanOrEqual(30);
    session.close();
  });

  it('that is paused while it fits hangs before it stops, and says at once that it is paused', async () => {
    const { session, world, frames, states } = open({ play: true, fit: true });
    session.pause();
    expect(states.at(-1)).toBe(false);
    await turns();
    expect(world.stepCount).toBe(30);
    expect(new Set(frames)).toEqual(new Set([30]));
    session.stepOnce();
    expect(world.stepCount).toBe(31);
    session.close();
  });

  it('that is paused and played again while it fits plays on', async () => {
    const { session, world, states } = open({ play: true, fit: true });
    session.pause();
    session.stepOnce(); // waits for the garment, too
    session.play();
    expect(states).toEqual([true, false, false, true]);
    await turns();
    expect(world.stepCount).toBeGreaterThan(30);
    session.close();
  });

  it('hands out how the garment hangs, unless somebody touched it or the moment is a shared one', async () => {
    const kept: number[] = [];
    const keep = ({ stepCount }: World) => void kept.push(stepCount);
    const run = async (start: Start, touch = false) => {
      const { session } = open({ ...start, keep });
      if (touch) session.add({ do: 'wind', value: [0, 0, -1] });
      session.seen();
      await turns();
      session.seen();
      await turns();
      session.close();
    };
    await run({ play: true });
    expect(kept).toEqual([30]);
    await run({ play: true }, true);
    await run({ play: true, goal: { step: 40, hash: 'x' } });
    expect(kept).toEqual([30]);
  });

  it('keeps waiting through a pause', async () => {
    const { session, world } = open({ play: true });
    await turns();
    session.pause();
    session.play();
    await turns();
    expect(world.stepCount).toBe(1);
    session.seen();
    await turns();
    expect(world.stepCount).toBeGreaterThan(1);
    session.close();
  });

  it('shows nothing on the way to a shared step', async () => {
    const goal = { step: 50, hash: '50'.padStart(16, '0') };
    const { frames, verdicts, world } = open({ play: false, goal });
    await turns(60);
    expect(world.stepCount).toBe(50);
    expect(new Set(frames)).toEqual(new Set([50]));
    expect(verdicts).toEqual([goal.hash]);
  });

  it('does what is chosen on the way to a shared step after it, and nothing that a hand did', async () => {
    const { session, verdicts, world } = open({ play: false, goal: { step: 50, hash: '' } });
    session.add({ do: 'grab', vertex: 3, value: [0, 1, 0] });
    session.add({ do: 'wind', value: [5, 0, 0] });
    await turns(60);
    expect(verdicts).toHaveLength(1);
    expect(world.events).toEqual([]);
    session.stepOnce();
    expect(world.events).toMatchObject([{ step: 50, kind: 'wind' }]);
    session.close();
  });

  it('shares what is chosen in a pause, and not what a hand holds', () => {
    const { session, recorded } = open({ play: false }, 40);
    session.add({ do: 'fabric', cloth: 'c', fabric: 'denim' });
    session.add({ do: 'grab', vertex: 3, value: [0, 1, 0] });
    session.record(1);
    const chosen = { at: 40, do: 'fabric', cloth: 'c', fabric: 'denim' };
    expect(recorded[0].timeline).toEqual([chosen]);
    session.stepOnce();
    session.record(2);
    expect(recorded[1].timeline).toMatchObject([chosen, { at: 40, do: 'grab' }]);
    session.close();
  });

  it('goes on at once when what it ran ahead is done', async () => {
    const { session, world } = open({ play: true });
    await turns(3);
    session.seen();
    await turns(8); // no half second, which the sewing would have taken in real time
    expect(world.stepCount).toBeGreaterThan(30);
    session.close();
  });

  it('shows where it is when the way is given up', () => {
    const { session, frames } = open({ play: false, goal: { step: 50, hash: '' } });
    expect(frames).toEqual([]);
    session.pause();
    expect(frames).toEqual([0]);
    session.close();
  });
});

describe('absence', () => {
  it('pauses once for all its reasons, and goes on when the last is gone', () => {
    const calls: string[] = [];
    let runs = true;
    const clockwork = { play: () => calls.push('play'), pause: () => calls.push('pause') };
    const absence = new Absence(clockwork as never, () => runs);
    absence.begin('hidden');
    absence.begin('no picture');
    absence.end('hidden');
    expect(calls).toEqual(['pause']);
    absence.end('no picture');
    expect(calls).toEqual(['pause', 'play']);
    runs = false; // paused by the visitor, or on the way to a shared step
    absence.begin('hidden');
    absence.end('hidden');
    expect(calls).toEqual(['pause', 'play']);
  });
});
