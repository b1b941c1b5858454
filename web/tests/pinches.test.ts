// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the body leaves no room, in numbers and in words.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Weft } from 'weft-cloth';
import { checkScene, cook, type MotionGaps } from 'weft-scenes';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHOICES } from '../src/choices';
import { capturedSentence, capturingPairs } from '../src/app/captured';
import { closureWords, partsWords, timeWords, type Parts } from '../src/app/parts';
import { closingAt, frameIn, pinchMapOf, readGaps } from '../src/app/pinches';
import { roomOf } from '../src/app/room';
import { sceneOf } from '../src/app/scene_of';
import { runText } from '../src/app/status';
import { capturedIn, frameLayout } from '../src/workers/frame';
import { FramePool } from '../src/workers/frame_pool';
import { MotionClock, playsOf } from '../src/workers/motion_clock';
import type { Frame, OpenedScene } from '../src/workers/protocol';

const BASE = { ...DEFAULT_CHOICES, mesh: 'fine' } as const;

const THIGHS: Parts = ['thigh L', 'thigh R'];
const LAP: Parts = ['trunk', 'thigh L'];
const OTHER_LAP: Parts = ['trunk', 'thigh R'];

const walk: MotionGaps = {
  frames: 18,
  loop: true,
  stride: 3,
  pairs: [
    { parts: THIGHS, least: [20, null, null, -4, 30, 90] },
    { parts: LAP, least: [null, null, null, null, -150, null] },
  ],
};

describe('the pinch map of a motion', () => {
  const map = pinchMapOf({ plus: { walk } }, 'plus', 'walk', 0.005)!;

  it('joins what closes at once, deepest first', () => {
    expect(map.closures).toEqual([
      { from: 0, to: 0, pinches: [{ parts: THIGHS, least: 0.002 }] },
      {
        from: 9,
        to: 12,
        pinches: [
          { parts: LAP, least: -0.015 },
          { parts: THIGHS, least: -0.0004 },
        ],
      },
    ]);
    expect(closureWords(map.closures[1])).toBe(
      'the trunk and the left thigh press 15 mm or more into each other; the thighs press 0.4 mm into each other',
    );
    expect(timeWords(map.closures[1], map)).toBe('0.1 to 0.3 s'); // frames 9 to 15
  });

  it('answers what closes at a frame, also across the end of a loop', () => {
    expect(frameIn(map, 40)).toBe(4);
    expect(frameIn({ ...map, loop: false }, 40)).toBe(17);
    expect(closingAt(map, 12, 0)).toEqual([
      { parts: THIGHS, least: -0.0004 },
      { parts: LAP, least: -0.015 },
    ]);
    expect(closingAt(map, 5, 0)).toEqual([]);
    expect(closingAt(map, 17, 1)).toEqual([{ parts: THIGHS, least: 0.002 }]);
    expect(closingAt({ ...map, loop: false }, 17, 1)).toEqual([]);
  });

  it('is not there for what was not measured', () => {
    expect(pinchMapOf(null, 'plus', 'walk', 0.005)).toBeNull();
    expect(pinchMapOf({ plus: { walk } }, 'woman', 'walk', 0.005)).toBeNull();
    expect(pinchMapOf({ plus: { walk } }, 'plus', 'constructor', 0.005)).toBeNull();
    expect(pinchMapOf({ plus: { walk } }, 'plus', 'walk', 0.0001)!.closures).toHaveLength(1);
  });

  it('is only read from a file that is whole', () => {
    const copy = () => JSON.parse(JSON.stringify({ plus: { walk } }));
    expect(readGaps(copy())).toEqual({ plus: { walk } });
    const short = copy();
    short.plus.walk.pairs[0].least.pop();
    const endless = copy();
    endless.plus.walk.stride = 0;
    const nameless = copy();
    delete nameless.plus.walk.pairs[1].parts;
    for (const bad of [
      short,
      endless,
      nameless,
      null,
      3,
      [],
      { plus: null },
      { plus: { walk: 1 } },
    ])
      expect(readGaps(bad)).toBeNull();
  });
});

describe('room', () => {
  it('is contact on both sides and two sheets of every garment', () => {
    const both = sceneOf({ ...BASE, garment: 'tshirt+trousers' });
    expect(roomOf(both)).toBeCloseTo(0.006 + 2 * 0.00032 + 2 * 0.0007, 9);
    expect(roomOf(both, ['leather'])).toBeCloseTo(0.006 + 2 * 0.0009 + 2 * 0.0007, 9);
    const own = { ...both, contact: { radius: 0.002 }, cloths: [both.cloths[0]] };
    own.cloths[0] = { ...own.cloths[0], fabric: { preset: 'silk', thickness: 0.001 } };
    expect(roomOf(own)).toBeCloseTo(0.004 + 0.002, 9);
  });
});

describe('words', () => {
  it('name parts as people do', () => {
    expect(partsWords(THIGHS)).toBe('the thighs');
    expect(partsWords(LAP)).toBe('the trunk and the left thigh');
    expect(partsWords(LAP, true)).toBe('the trunk and the thighs');
    expect(partsWords(['thigh R', 'shank R'])).toBe('the right thigh and lower leg');
    expect(partsWords(['thigh R', 'shank R'], true)).toBe('the thighs and the lower legs');
  });

  it('tell how many points are held, of what and where', () => {
    const trousers = { cloth: 'trousers', count: 12 };
    expect(capturedSentence([trousers], [THIGHS])).toBe(
      '12 points of the trousers are held where the thighs press together.',
    );
    expect(capturedSentence([{ cloth: 'skirt', count: 1 }], [LAP, OTHER_LAP])).toBe(
      '1 point of the skirt is held where the trunk and the thighs press together.',
    );
    expect(capturedSentence([trousers, { cloth: 'tshirt', count: 3 }], [])).toBe(
      '12 points of the trousers and 3 of the T-shirt are held where the body leaves no room.',
    );
    expect(capturedSentence([{ cloth: 'trousers', count: 0 }], [THIGHS])).toBe('');
  });

  it('keep the status short, and name only what is out of order', () => {
    const report = { crossingsBody: 0, crossingsCloth: 0, tangled: 0, stuck: 0 };
    const frame = { report, clean: 240, held: [] } as unknown as Frame;
    const say = (change: object, held: number[]) =>
      runText(
        {} as OpenedScene,
        { ...frame, report: { ...report, ...change }, held } as Frame,
        true,
        1,
      );
    expect(say({}, [])).toBe('Playing, 0 crossings for 240 frames');
    expect(say({ tangled: 14, stuck: 1 }, [12, 1])).toBe(
      'Playing, 0 crossings for 240 frames, 13 points held, repairing 14 points, 1 place stuck',
    );
    expect(say({ crossingsCloth: 1 }, [])).toBe('Playing, 1 crossing');
  });
});

it('points are held by the parts that lie nearest, of those that close', () => {
  const body = {
    positions: new Float32Array([0, 0, 0, 0.02, 0, 0, 0, 0.03, 0]),
    names: ['trunk', 'thigh L', 'thigh R'],
    of: Uint8Array.of(1, 2, 0),
  };
  const between = new Float32Array([0.01, 0, 0]);
  const thighs = { parts: THIGHS, least: 0.001 };
  const lap = { parts: LAP, least: 0.001 };
  expect(capturingPairs(between, body, [lap, thighs])).toEqual([THIGHS]);
  expect(capturingPairs(between, body, [{ ...lap, least: -0.015 }, thighs])).toEqual([LAP]);
  expect(capturingPairs(between, body, [lap])).toEqual([LAP]);
  expect(capturingPairs(between, body, [])).toEqual([]);
  expect(capturingPairs(new Float32Array([3, 0, 0]), body, [thighs])).toEqual([]);
});

it('the clock of a motion starts with its event and follows the visitor', () => {
  const clock = new MotionClock([{ step: 10, clip: 'walk', start: 0 }]);
  expect(clock.at(10)).toEqual({ clip: 'walk', frame: -1 });
  expect(clock.at(11)).toEqual({ clip: 'walk', frame: 1 });
  clock.add({ step: 20, clip: 'turn', start: 5 });
  expect(clock.at(20)).toEqual({ clip: 'walk', frame: 10 });
  expect(clock.at(21)).toEqual({ clip: 'turn', frame: 6 });
  expect(new MotionClock([]).at(3)).toBeNull();
});

it('clips that play come out of a cooked scene', () => {
  const ball = { kind: 'sphere', name: 'ball', radius: 0.1, course: { turn: 90, seconds: 1 } };
  const sheet = { kind: 'grid', size: [0.5, 0.5], columns: 3, rows: 3, at: [0, 1, 0] };
  const again = { at: 4, do: 'play', body: 'ball', clip: 'course', start: 0.5 };
  const scene = { name: 'turn', bodies: [ball], cloths: [sheet], timeline: [again] };
  const { bytes } = cook(checkScene(scene));
  expect(playsOf(bytes, 0, ['course'], 1 / 60)).toEqual([
    { step: 0, clip: 'course', start: 0 },
    { step: 4, clip: 'course', start: 30 },
  ]);
  expect(playsOf(bytes, 1, ['course'], 1 / 60)).toEqual([]);
});

it('frames say which vertices are captured', async () => {
  const scene = checkScene({
    name: 'skewered',
    bodies: [{ kind: 'sphere', radius: 0.1, at: [0, 0.5, 0] }],
    cloths: [{ kind: 'grid', size: [0.5, 0.5], columns: 11, rows: 11, at: [0, 0.55, 0] }],
  });
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('weft-cloth/weft.wasm')));
  const world = (await Weft.load({ bytes: wasm })).loadScene(cook(scene).bytes);
  const { captured } = world.step();
  const layout = frameLayout(world.cloths, world.bodies);
  const flags = capturedIn(new FramePool(layout).take(world)!, layout.cloths[0]);
  expect(flags).toHaveLength(121);
  expect(captured).toBeGreaterThan(0);
  expect(flags.reduce((a, b) => a + b, 0)).toBe(captured);
});
