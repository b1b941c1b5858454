// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the page says: how slow, what happens, what the keys do with the cloth.
import { describe, expect, it } from 'vitest';
import { Announcements } from '../src/app/announcements';
import { KeyboardGrab, type Hand } from '../src/app/keyboard_grab';
import { Pace, paceText } from '../src/app/pace';
import { runText } from '../src/app/status';
import type { Frame, OpenedScene } from '../src/workers/protocol';

const frame = (clean: number, crossings = 0) =>
  ({
    clean,
    held: [],
    report: { crossingsBody: crossings, crossingsCloth: 0, tangled: 0, stuck: 0 },
  }) as unknown as Frame;

describe('slow motion', () => {
  /** Reads a share every quarter of a second. */
  function run(pace: Pace, from: number, seconds: number, share: number): number {
    let now = from;
    for (; now < from + 1000 * seconds; now += 250) pace.note(share, now);
    return now;
  }

  it('is said when it lasts, and how slow it is', () => {
    const pace = new Pace();
    pace.start(0);
    let now = run(pace, 0, 3, 0.3);
    expect(pace.slow).toBeNull();
    now = run(pace, now, 4, 0.3);
    expect(pace.slow).toBeCloseTo(0.3);
    now = run(pace, now, 20, 0.6);
    expect(pace.slow).toBeCloseTo(0.6, 2);
    now = run(pace, now, 20, 1);
    expect(pace.slow).toBeNull();
  });

  it('is neither said nor taken back for a hiccup', () => {
    const pace = new Pace();
    pace.start(0);
    let now = run(pace, 0, 8, 1);
    now = run(pace, now, 1, 0.1);
    now = run(pace, now, 8, 1);
    expect(pace.slow).toBeNull();
    now = run(pace, now, 12, 0.5);
    expect(pace.slow).not.toBeNull();
    now = run(pace, now, 0.75, 1);
    expect(pace.slow).not.toBeNull();
    pace.start(now);
    expect(pace.slow).toBeNull();
  });

  it('is never "1.0 of real time"', () => {
    expect(paceText(0.3)).toBe('0.3 of real time');
    expect(paceText(0.94)).toBe('0.9 of real time');
    expect(paceText(0.04)).toBe('0.04 of real time');
    const text = runText({} as OpenedScene, frame(120), true, 7, 0.31);
    expect(text).toBe('Playing, 0 crossings for 120 frames. 0.3 of real time.');
    expect(runText({} as OpenedScene, frame(120), false, 7, 0.31)).not.toMatch(/real time/);
  });
});

describe('what is read aloud', () => {
  function listen(): { said: string[]; announce: Announcements } {
    const said: string[] = [];
    return { said, announce: new Announcements((sentence) => said.push(sentence)) };
  }

  it('is what happens, and nothing while it goes on', () => {
    const { said, announce } = listen();
    announce.work('load');
    announce.work('cook');
    announce.state(true, 0);
    for (let i = 0; i < 40; i++) announce.work('sew');
    announce.work(null);
    for (let step = 0; step < 900; step++) {
      announce.frame(frame(step));
      announce.capturedPoints(step % 60 < 30 ? `${step % 7} points are held.` : '');
      announce.pace(step < 600 ? 0.3 + step / 3000 : null, true);
    }
    announce.state(true, 900);
    announce.state(false, 900);
    expect(said).toEqual([
      'Loading.',
      'Drafting the pattern.',
      'Sewing.',
      'Playing.',
      '0 points are held.',
      'Slow motion, 0.3 of real time. A button offers a coarser mesh, which is faster.',
      'Real time.',
      'Paused at step 900.',
    ]);
  });

  it('tells of crossings when they come and when they are gone', () => {
    const { said, announce } = listen();
    for (const [clean, count] of [
      [500, 0],
      [0, 3],
      [0, 2],
      [1, 0],
      [0, 1],
    ])
      announce.frame(frame(clean, count));
    for (let clean = 1; clean < 300; clean++) announce.frame(frame(clean));
    announce.frame(frame(0, 1));
    expect(said).toEqual(['3 crossings.', 'No more crossings.', '1 crossing.']);
  });
});

describe('cloth in the hand of keys', () => {
  function hold(cloths: (string | null)[]) {
    const done: string[] = [];
    const said: string[] = [];
    const shown: string[] = [];
    const hand: Hand = {
      aim: () => cloths.shift() ?? null,
      move: (...way) => (done.push(`move ${way}`), cloths.shift() ?? null),
      grab: () => done.push('grab'),
      pull: (...way) => done.push(`pull ${way}`),
      drop: () => done.push('drop'),
      hide: () => done.push('hide'),
    };
    const grab = new KeyboardGrab(
      hand,
      (name) => name,
      (a, b) => (said.push(a), shown.push(b)),
    );
    const press = (...keys: string[]) =>
      keys.map((key) =>
        grab.key({ key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift') }),
      );
    return { done, said, shown, grab, press };
  }

  it('aims, takes hold, pulls and lets go', () => {
    const { done, said, shown, grab, press } = hold(['skirt', 'skirt', 'tshirt', null]);
    expect(press('ArrowLeft', 'Enter', 'Escape')).toEqual([false, false, false]);
    grab.press();
    press('ArrowLeft', 'ArrowUp', 'ArrowUp');
    press('Enter', 'ArrowRight', 'Shift+ArrowDown', 'Enter');
    expect(press('ArrowLeft')).toEqual([false]);
    expect(done).toEqual([
      'move -1,0',
      'move 0,1',
      'move 0,1',
      'grab',
      'pull 1,0,0',
      'pull 0,0,1',
      'drop',
    ]);
    expect(said.map((s) => s.split('.')[0])).toEqual([
      'On the skirt',
      'On the tshirt',
      'No more cloth that way',
      'Holding the tshirt',
      'Let go',
    ]);
    expect(shown.at(-1)).toBe('');
  });

  it('leaves other keys alone, and is left by Escape, by G and with the scene', () => {
    const { done, grab, press } = hold(['skirt', 'skirt', 'skirt']);
    grab.press();
    expect(press(' ', 'm', 'Tab', 'Escape')).toEqual([false, false, false, true]);
    grab.press();
    grab.press();
    grab.press();
    expect(done).toEqual(['drop', 'grab', 'drop']);
    grab.press();
    grab.forget();
    expect(done.at(-1)).toBe('hide');
    expect(press('Enter')).toEqual([false]);
  });

  it('says when there is no cloth', () => {
    const { said, grab, press } = hold([]);
    grab.press();
    expect(said).toEqual(['No cloth is in view.']);
    expect(press('ArrowLeft')).toEqual([false]);
  });
});
