// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The resolution of the drawing, steered by a clock that the test winds.
import { describe, expect, it } from 'vitest';
import { Sharpness } from '../src/view/sharpness';

/** Winds the clock; keeps every ratio that was set. */
class Screen {
  now = 1000;
  readonly ratios: number[] = [];

  constructor(readonly sharpness: Sharpness) {
    this.ratios.push(sharpness.ratio);
    sharpness.note(this.now, true);
  }

  /** So many pictures, each as long as the ratio costs. */
  draw(count: number, interval: (ratio: number) => number, drawn = true): void {
    for (let i = 0; i < count; i++) {
      this.now += interval(this.sharpness.ratio);
      if (this.sharpness.note(this.now, drawn)) this.ratios.push(this.sharpness.ratio);
    }
  }
}

const even = () => 16.7;

describe('sharpness', () => {
  it('starts with what the screen shows, at most two pixels a pixel', () => {
    expect(new Sharpness(1).ratio).toBe(1);
    expect(new Sharpness(1.25).ratio).toBe(1.25);
    expect(new Sharpness(3).ratio).toBe(2);
    expect(new Sharpness(0.5).ratio).toBe(0.5);
  });

  it('sinks while pictures take too long, and stops where they do not', () => {
    const screen = new Screen(new Sharpness(2));
    screen.draw(200, (ratio) => 25 * ratio);
    expect(screen.ratios).toEqual([2, 1.5, 1]);
  });

  it('leaves gaps out, however many', () => {
    const screen = new Screen(new Sharpness(2));
    for (let i = 0; i < 50; i++) {
      screen.draw(10, even);
      screen.draw(1, () => 60_000); // asleep, or in a debugger
      screen.draw(3, even);
      screen.now += 400; // hidden, and told so
      screen.sharpness.rest();
    }
    expect(screen.ratios).toEqual([2]);
  });

  it('is not deceived by a stall now and then', () => {
    const screen = new Screen(new Sharpness(2));
    for (let i = 0; i < 50; i++) {
      screen.draw(9, even);
      screen.draw(2, () => 900);
    }
    expect(screen.ratios).toEqual([2]);
  });

  it('still helps a machine that takes seconds for a picture', () => {
    const screen = new Screen(new Sharpness(2));
    screen.draw(60, (ratio) => 2000 * ratio);
    expect(screen.sharpness.ratio).toBeLessThan(2);
  });

  it('does not count the time in which nothing is drawn', () => {
    const screen = new Screen(new Sharpness(2));
    screen.draw(400, () => 200, false);
    expect(screen.ratios).toEqual([2]);
    screen.draw(200, (ratio) => 25 * ratio);
    screen.draw(5000, even, false);
    expect(screen.sharpness.ratio).toBe(1);
  });

  it('climbs again when there is room', () => {
    const screen = new Screen(new Sharpness(2));
    screen.draw(200, (ratio) => 25 * ratio);
    expect(screen.sharpness.ratio).toBe(1);
    screen.draw(1500, even);
    expect(screen.sharpness.ratio).toBe(2);
  });

  it('does not flap where a rung is just too slow', () => {
    const screen = new Screen(new Sharpness(1.5));
    screen.draw(60 * 60 * 10, (ratio) => (ratio > 1 ? 40 : 16.7)); // ten minutes
    expect(screen.sharpness.ratio).toBe(1);
    expect(screen.ratios.length).toBeLessThan(18);
  });

  it('takes a step back that gained nothing, and tries no more', () => {
    const screen = new Screen(new Sharpness(2));
    screen.draw(60 * 60, () => 33.3); // a screen of 30 Hz
    expect(screen.ratios).toEqual([2, 1.5, 2]);
    screen.draw(200, (ratio) => 60 * ratio); // now it is the drawing
    expect(screen.sharpness.ratio).toBe(0.75);
  });

  it('follows the window to another screen', () => {
    const sharpness = new Sharpness(1);
    sharpness.setDevice(2);
    expect(sharpness.ratio).toBe(2);
    const screen = new Screen(sharpness);
    screen.draw(200, (ratio) => 25 * ratio);
    sharpness.setDevice(1);
    expect(sharpness.ratio).toBe(1);
    sharpness.setDevice(0.5);
    expect(sharpness.ratio).toBe(0.5);
  });
});

describe('drawing detail', () => {
  /** Seen rungs, as each is come to. */
  function rungs(sharpness: Sharpness, pictures: number, cost: (s: Sharpness) => number): string[] {
    let now = 1000;
    const name = () => `${sharpness.detail} ${sharpness.ratio}`;
    const seen = [name()];
    sharpness.note(now, true);
    for (let i = 0; i < pictures; i++) {
      now += cost(sharpness);
      if (sharpness.note(now, true)) seen.push(name());
    }
    return seen;
  }

  it('goes after the pixels that no eye misses and before the others', () => {
    const slow = (s: Sharpness) => 400 * s.ratio - { fine: 0, medium: 60, coarse: 120 }[s.detail];
    expect(rungs(new Sharpness(2, 'auto'), 300, slow)).toEqual([
      'fine 2',
      'fine 1.5',
      'fine 1',
      'medium 1',
      'coarse 1',
      'coarse 0.75',
    ]);
  });

  it('stops where pictures come in time, and climbs when there is room', () => {
    const auto = new Sharpness(1, 'auto');
    const costs = { fine: 60, medium: 25, coarse: 12 };
    expect(rungs(auto, 100, (s) => costs[s.detail])).toEqual(['fine 1', 'medium 1']);
    expect(rungs(auto, 400, () => 16.7)).toEqual(['medium 1', 'fine 1']);
  });

  it('tries one more step when one gained nothing, and takes both back', () => {
    const shadows = { fine: 60, medium: 60, coarse: 20 };
    expect(rungs(new Sharpness(1, 'auto'), 100, (s) => shadows[s.detail])).toEqual([
      'fine 1',
      'medium 1',
      'coarse 1',
    ]);
    const seen = rungs(new Sharpness(1, 'auto'), 3000, () => 33.3); // a screen of 30 Hz
    expect(seen).toEqual(['fine 1', 'medium 1', 'coarse 1', 'fine 1']);
  });

  it('is what somebody chose, however long pictures take', () => {
    for (const drawing of ['fine', 'medium', 'coarse'] as const) {
      const chosen = new Sharpness(2, drawing);
      const seen = rungs(chosen, 300, (s) => 400 * s.ratio);
      expect(seen).toEqual([2, 1.5, 1, 0.75].map((ratio) => `${drawing} ${ratio}`));
    }
  });

  it('changes at once by hand, and auto goes on from there', () => {
    const sharpness = new Sharpness(1, 'auto');
    sharpness.setDrawing('coarse');
    expect([sharpness.detail, sharpness.ratio]).toEqual(['coarse', 1]);
    sharpness.setDrawing('auto');
    expect([sharpness.detail, sharpness.ratio]).toEqual(['coarse', 1]);
    sharpness.setDrawing('fine');
    expect(sharpness.detail).toBe('fine');
  });

  it('begins where the last visit ended', () => {
    expect(new Sharpness(1, 'auto', 'coarse').detail).toBe('coarse');
    expect(new Sharpness(2, 'auto', 'medium').ratio).toBe(1);
    expect(new Sharpness(2, 'fine', 'coarse').detail).toBe('fine');
  });
});
