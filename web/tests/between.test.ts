// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the screen shows between steps: every picture shows another place, evenly, and a pause shows the step itself.
import { describe, expect, it } from 'vitest';
import { Between } from '../src/view/between';
import { capturedIn, frameLayout } from '../src/workers/frame';

const layout = frameLayout([{ vertexCount: 4 }], []);
/** Metres a second, and the positions of a frame at a time. */
const SPEED = 1.2;
const frameAt = (ms: number, flag = 0) => {
  const buffer = new ArrayBuffer(4 * layout.floats);
  new Float32Array(buffer, 0, 12).fill((SPEED * ms) / 1000);
  capturedIn(buffer, layout.cloths[0]).fill(flag);
  return buffer;
};

/** A run: steps and pictures a second; `late` is how much later than its time frame k comes, ms. Where each picture is. */
function run(steps: number, pictures: number, late = (_: number) => 0, draws = 0): number[] {
  const between = new Between(layout);
  const places: number[] = [];
  let k = 0;
  let now = 0;
  let place = 0;
  while (now < 4000) {
    while ((1000 * k) / steps + late(k) <= now)
      between.take(frameAt((1000 * k) / steps), k++, true, now);
    const shown = between.at(now);
    if (shown) place = shown[0];
    places.push(place);
    now += Math.max(1000 / pictures, shown ? draws : 0);
  }
  return places.slice(2 * pictures); // the first seconds tell how far frames are apart
}

const moves = (places: number[]) => places.slice(1).map((x, i) => x - places[i]);

describe('pictures between steps', () => {
  for (const [steps, pictures] of [
    [30, 120],
    [30, 60],
    [24, 144],
    [60, 120],
    [11, 60],
  ]) {
    it(`move evenly in each of ${pictures} pictures of ${steps} steps`, () => {
      const even = SPEED / pictures;
      for (const move of moves(run(steps, pictures))) {
        expect(move).toBeGreaterThan(0.8 * even);
        expect(move).toBeLessThan(1.2 * even);
      }
    });
  }

  it('move in every picture, forwards, though frames come up to 4 ms late', () => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const found = moves(run(30, 120, () => 4 * random()));
    const even = SPEED / 120;
    for (const move of found) expect(move).toBeGreaterThan(0.2 * even);
    for (const move of found) expect(move).toBeLessThan(2 * even);
  });

  it('are at most two and a half steps behind', () => {
    const places = run(30, 120);
    const last = (SPEED * 4000) / 1000;
    expect(last - places.at(-1)!).toBeLessThan((2.5 * SPEED) / 30);
  });

  it('are the frames themselves where drawing takes as long as a step', () => {
    const places = new Set(run(30, 60, undefined, 40).map((x) => x.toFixed(6)));
    const frames = new Set(
      Array.from({ length: 130 }, (_, k) => Math.fround((SPEED * k) / 30).toFixed(6)),
    );
    for (const place of places) expect(frames.has(place)).toBe(true);
  });

  it('show a step to the bit when time stands still, then nothing new', () => {
    const between = new Between(layout);
    for (let k = 0; k < 30; ++k) {
      for (const ms of [-22, -11, 0]) between.at(33 * k + ms);
      between.take(frameAt(33 * k), k, true, 33 * k);
    }
    expect(between.at(960)![0]).not.toBe(new Float32Array(frameAt(33 * 29))[0]);
    between.rest();
    const buffer = frameAt(2000);
    expect([...between.at(961)!]).toEqual([...new Float32Array(frameAt(33 * 29))]);
    expect(between.at(962)).toBeNull();
    between.take(buffer, 30, false, 963);
    expect([...between.at(963)!]).toEqual([...new Float32Array(buffer)]);
  });

  it('jump to what comes after a long time, and never mix flags', () => {
    const between = new Between(layout);
    for (let k = 0; k < 30; ++k) {
      for (const ms of [-22, -11, 0]) between.at(33 * k + ms);
      between.take(frameAt(33 * k, 1), k, true, 33 * k);
    }
    const mixed = between.at(960)!;
    expect([...capturedIn(mixed.buffer as ArrayBuffer, layout.cloths[0])]).toEqual([1, 1, 1, 1]);
    between.take(frameAt(9000), 30, true, 9000);
    expect(between.at(9001)![0]).toBe(Math.fround(9 * SPEED));
  });
});
