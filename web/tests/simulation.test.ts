// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Scenes on their way: what is told of one that was given up, and what was pressed before it came.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Simulation as SimulationType } from '../src/app/simulation';
import { FakeWorker, listener } from './fake_worker';

let simulation: SimulationType;
let heard: ReturnType<typeof listener>;
const worker = () => FakeWorker.made[0];
const say = (type: string, session: number, more = {}) => worker().say({ type, session, ...more });
const sent = () => worker().heard.filter(({ type }) => type === 'pause' || type === 'play');
const state = (session: number, playing: boolean) =>
  say('state', session, { playing, step: 9, hash: '' });

beforeEach(async () => {
  vi.useFakeTimers();
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', { hidden: false, baseURI: 'http://host/' });
  const { Simulation } = await import('../src/app/simulation');
  heard = listener();
  simulation = new Simulation(heard);
  simulation.open({ name: 'first' }, { play: true });
  say('opened', 1, { opened: {} });
  state(1, true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('nothing is told of a scene that was given up, once the one after it was refused', () => {
  simulation.open({ name: 'slow' }, { play: true });
  say('progress', 2, { stage: 'cook', fraction: 0.1 });
  simulation.open({ name: 'wrong' }, { play: false, goal: { step: 1, hash: '' } });
  say('refused', 3, { sentence: 'no' });
  expect(heard.onRefused).toHaveBeenCalledTimes(1);
  say('progress', 2, { stage: 'cook', fraction: 1 });
  expect(heard.onProgress).toHaveBeenCalledTimes(1);
  say('progress', 1, { stage: 'sew', fraction: 1 }); // of what goes on
  expect(heard.onProgress).toHaveBeenCalledTimes(2);
});

it('a refusal of what was given up is not told', () => {
  simulation.open({ name: 'wrong' }, { play: true });
  simulation.open({ name: 'right' }, { play: true });
  say('refused', 2, { sentence: 'no' });
  expect(heard.onRefused).not.toHaveBeenCalled();
  say('opened', 3, { opened: {} });
  simulation.pause();
  expect(sent()).toEqual([{ type: 'pause', session: 3 }]);
});

it('a pause that was pressed before does not stop what is chosen after it', () => {
  simulation.pause();
  simulation.open({ name: 'finer' }, { play: true, fit: true });
  state(1, false);
  say('opened', 2, { opened: {} });
  expect(sent()).toEqual([{ type: 'pause', session: 1 }]);
});

it('a pause pressed while a garment is on its way holds, and only for that one', () => {
  simulation.open({ name: 'second' }, { play: true });
  simulation.pause();
  say('opened', 2, { opened: {} });
  state(2, false);
  simulation.open({ name: 'third' }, { play: true });
  say('opened', 3, { opened: {} });
  expect(sent().map(({ session }) => session)).toEqual([1, 2]);
});

it('what is asked for again after a refusal is what was open', () => {
  simulation.open({ name: 'wrong' }, { play: true });
  say('refused', 2, { sentence: 'no' });
  simulation.reopen();
  expect(FakeWorker.made[1].heard.at(-1)).toMatchObject({ scene: { name: 'first' } });
});

it('says whether it is going to play before the worker has said so', () => {
  expect(simulation.willPlay).toBeNull();
  simulation.pause();
  expect(simulation.willPlay).toBe(false);
  simulation.play();
  expect(simulation.willPlay).toBe(true);
  state(1, false);
  expect(simulation.willPlay).toBe(true);
  state(1, true);
  expect(simulation.willPlay).toBeNull();
  simulation.pause();
  simulation.open({ name: 'second' }, { play: true });
  say('opened', 2, { opened: {} });
  expect(simulation.willPlay).toBeNull();
});

it('a recording of a scene that another one takes the place of is refused, not forgotten', async () => {
  simulation.open({ name: 'second' }, { play: true });
  const recorded = expect(simulation.record()).rejects.toThrow('Another scene came meanwhile');
  say('opened', 2, { opened: {} });
  await recorded;
});
