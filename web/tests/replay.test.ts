// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a visitor does live, and the same events read from the timeline of a shared scene, give the same bits.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Weft, type World } from 'weft-cloth';
import { checkScene, cook, type Scene } from 'weft-scenes';
import { expect, it } from 'vitest';
import { floatSection } from '../src/workers/cooked_sections';
import { frameLayout } from '../src/workers/frame';
import { FramePool } from '../src/workers/frame_pool';
import { LiveEvents, toWeftEvent, type LiveEvent } from '../src/workers/live_events';

const wasm = readFileSync(fileURLToPath(import.meta.resolve('weft-cloth/weft.wasm')));
const weft = await Weft.load({ bytes: wasm });

const scene: Scene = {
  name: 'sheet',
  bodies: [{ kind: 'sphere', name: 'ball', radius: 0.2, at: [0, 0.5, 0] }],
  cloths: [
    { kind: 'grid', name: 'sheet', size: [0.6, 0.6], columns: 13, rows: 13, at: [0, 0.75, 0] },
  ],
};

const LIVE_EVENTS: Record<number, LiveEvent[]> = {
  3: [{ do: 'wind', value: [0, 0, -3.5], gust: 1.4 }],
  10: [
    { do: 'grab', cloth: 'sheet', vertex: 5, value: [0.25, 0.8, 0.125], stiffness: 40 },
    { do: 'drag', value: [0.3, 0.85, 0.125] },
    { do: 'drag', value: [0.35, 0.9, 0.125] },
  ],
  20: [{ do: 'drag', value: [0.4, 1, 0.25] }],
  25: [{ do: 'drop' }, { do: 'fabric', cloth: 'sheet', fabric: 'silk' }],
};
const END = 40;

function open(shared: Scene): World {
  return weft.loadScene(cook(checkScene(shared)).bytes);
}

it('a run with live input replays bit for bit', () => {
  const live = new LiveEvents();
  const first = open(scene);
  for (let step = 0; step < END; step++) {
    for (const event of LIVE_EVENTS[step] ?? []) live.add(event);
    live.flush(first);
    first.step();
  }
  expect(live.done.map((e) => e.at)).toEqual([3, 10, 10, 20, 25, 25]);

  const again = open({ ...scene, timeline: live.done });
  const untouched = open(scene);
  for (let step = 0; step < END; step++) {
    again.step();
    untouched.step();
  }
  expect(again.hash()).toBe(first.hash());
  expect(untouched.hash()).not.toBe(first.hash());
});

it('an origin that moves is part of the link, and its run is that of a call', () => {
  const [x, y, z] = [1.5, -0.75, 2 + 1 / 1024];
  const start: LiveEvent[] = [
    { do: 'grab', cloth: 'sheet', vertex: 5, value: [0.25, 0.8, 0.125], stiffness: 40 },
  ];
  const pull: LiveEvent[] = [{ do: 'drag', value: [0.5, 1, 0.25] }]; // as the page sees it
  const live = new LiveEvents();
  const [first, called] = [open(scene), open(scene)];
  for (let step = 0; step < END; step++) {
    const others = step === 10 ? start : step === 20 ? pull : [];
    const move: LiveEvent[] = step === 12 ? [{ do: 'origin', value: [x, y, z] }] : [];
    [...move, ...others].forEach((event) => live.add(event));
    const done = live.flush(first);
    if (step === 12) called.setOrigin(x, y, z);
    done
      .filter((event) => event.do !== 'origin')
      .forEach((event) => called.pushEvent(toWeftEvent({ ...event, at: step }, called)));
    first.step();
    called.step();
    expect(first.hash()).toBe(called.hash());
  }
  expect(first.origin).toEqual([x, y, z]);
  const { cloths } = frameLayout(first.cloths, first.bodies);
  const frame = new FramePool(frameLayout(first.cloths, first.bodies)).take(first)!;
  const shown = new Float32Array(frame, 4 * cloths[0].positions, cloths[0].length);
  shown.forEach((place, i) => {
    expect(place).toBeCloseTo(first.cloths[0].positions[i] + first.origin[i % 3], 6);
  });
  const again = open({ ...scene, timeline: live.done });
  for (let step = 0; step < END; step++) again.step();
  expect(again.hash()).toBe(first.hash());
  expect(again.origin).toEqual([x, y, z]);
});

it('frames hold what the world holds, in two buffers', () => {
  const world = open(scene);
  world.step();
  const layout = frameLayout(world.cloths, world.bodies);
  const pool = new FramePool(layout);
  const [a, b] = [pool.take(world)!, pool.take(world)!];
  expect(pool.take(world)).toBeNull();
  const { positions, length } = layout.cloths[0];
  expect(new Float32Array(a, 4 * positions, length)).toEqual(world.cloths[0].positions.slice());
  const body = layout.bodies[0];
  expect(new Float32Array(b, 4 * body.positions, body.length)).toEqual(
    world.bodies[0].positions.slice(),
  );
  pool.recycle(new ArrayBuffer(8));
  expect(pool.ready).toBe(false);
  pool.recycle(a);
  expect(pool.ready).toBe(true);
});

it('material coordinates come out of the cooked bytes', () => {
  const { bytes } = cook(checkScene(scene));
  const material = floatSection(bytes, 'CMAT', 0)!;
  expect(material.length).toBe(2 * 13 * 13);
  expect(Math.max(...material) - Math.min(...material)).toBeCloseTo(0.6, 5);
  expect(floatSection(bytes, 'CMAT', 1)).toBeNull();
});
