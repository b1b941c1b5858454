// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How sharp the picture is drawn and with how much detail: all that the screen shows, and less where drawing takes too
// long. A ladder: first the pixels that no eye misses go, then detail, then sharpness for good. Only the time after a
// picture that was drawn counts, as the median of the last ones, so that a hidden page, a sleeping machine or a debugger
// leaves no trace. It climbs again after a run of fast pictures; each climb that does not last makes the next one wait
// longer, and a step down that gained nothing is taken back.
import { DETAILS, type Detail, type Drawing } from '../choices';

/** Pixels a CSS pixel that are worth having. */
const LADDER = [2, 1.5, 1, 0.75];
/** Pictures that a judgement looks back on. The first ones after a change make textures and shaders. */
const WINDOW = 12;
/** A longer median lowers the resolution, ms. */
const SLOW = 30;
/** Shorter intervals are room to climb, ms: a screen of 60 Hz, and some play. */
const FAST = 21;
/** Nobody draws that long: the page was not shown, ms. A third one in a row is a slow machine after all. */
const GAP = 1500;
const GAPS = 3;
/** Fast pictures before a climb: three seconds, and at most ten minutes when climbs do not last. */
const CLIMB_AFTER = 180;
const CLIMB_AFTER_MOST = 200 * CLIMB_AFTER;
/** A step down that leaves more than this share of the interval gained nothing. */
const GAINED = 0.9;
/** After such a step, the machine may be this much slower before another one is tried. */
const WORSE = 1.3;
/** Steps down that are tried before they are all taken back: what one part of the detail does not gain, the next may. */
const TRIED = 2;
/** Who draws that long has made its textures and shaders after a few pictures, ms. */
const LONG = 100;
const LONG_COUNTS = 4;

/** A rung of the ladder. */
interface Rung {
  ratio: number;
  detail: Detail;
}

/** Pixels a CSS pixel, steered by the times of the screen's frames. */
export class Sharpness {
  private rungs: Rung[];
  private rung = 0;
  private before: number | null = null;
  private recent: number[] = [];
  private skip = WINDOW;
  private gaps = 0;
  private fast = 0;
  private climbAfter = CLIMB_AFTER;
  /** Pictures since the last climb; beyond the wait for it, the climb has lasted. */
  private sinceClimb = Infinity;
  /** The median before the last step down, until it is known what that gained. */
  private trial: number | null = null;
  /** Steps down since that median. */
  private tried = 0;
  /** Lowering gains nothing up to this median. */
  private futile = 0;

  /** `kept` is the detail that the last visit came to; it is where `auto` begins. */
  constructor(
    private devicePixelRatio: number,
    private drawing: Drawing = 'fine',
    kept: Detail = 'fine',
  ) {
    this.rungs = rungsOf(devicePixelRatio, drawing);
    this.rung = this.nearest({ ratio: this.ratio, detail: kept });
  }

  /** Pixels a CSS pixel now. */
  get ratio(): number {
    return this.rungs[this.rung].ratio;
  }

  /** What is drawn now. */
  get detail(): Detail {
    return this.rungs[this.rung].detail;
  }

  /** Somebody chose. */
  setDrawing(drawing: Drawing): void {
    if (drawing === this.drawing) return;
    this.drawing = drawing;
    this.remake(this.rungs[this.rung]);
  }

  /** The page is on another screen, or zoomed. */
  setDevice(devicePixelRatio: number): void {
    const [{ ratio: top }] = rungsOf(devicePixelRatio, this.drawing);
    if (top === this.rungs[0].ratio) return;
    this.devicePixelRatio = devicePixelRatio;
    // Who draws all of one screen is to draw all of the next.
    this.remake(this.rung === 0 ? { ratio: top, detail: this.detail } : this.rungs[this.rung]);
  }

  /** The page was away: what comes next is measured afresh. */
  rest(): void {
    this.before = null;
    this.recent = [];
    this.skip = WINDOW;
    this.trial = null;
    this.futile = 0;
  }

  /** Notes that the screen came round, and whether a picture is drawn now. True when the ratio has changed. */
  note(now: number, drawn: boolean): boolean {
    const interval = this.before === null ? null : now - this.before;
    this.before = drawn ? now : null;
    return interval !== null && this.take(interval);
  }

  private take(interval: number): boolean {
    if (interval <= GAP) this.gaps = 0;
    else if (++this.gaps < GAPS) return false;
    if (this.skip > 0) {
      this.skip -= interval > LONG ? LONG_COUNTS : 1;
      return false;
    }
    this.recent.push(interval);
    if (this.recent.length > WINDOW) this.recent.shift();
    this.fast = interval < FAST ? this.fast + 1 : Math.max(0, this.fast - 4);
    this.sinceClimb++;
    return this.recent.length === WINDOW && this.judge(median(this.recent));
  }

  private judge(pace: number): boolean {
    if (this.trial !== null && pace >= GAINED * this.trial) return this.giveUp(pace);
    this.trial = null;
    if (pace > Math.max(SLOW, this.futile)) return this.sink(pace);
    if (this.fast >= this.climbAfter) return this.climb();
    return false;
  }

  private sink(pace: number): boolean {
    if (this.rung === this.rungs.length - 1) return false;
    const lasted = this.sinceClimb > 2 * this.climbAfter;
    this.climbAfter = lasted ? CLIMB_AFTER : Math.min(2 * this.climbAfter, CLIMB_AFTER_MOST);
    this.trial = pace;
    this.tried = 1;
    return this.move(1);
  }

  /** The steps down gained nothing so far: one more where detail may help, else all are taken back. */
  private giveUp(pace: number): boolean {
    const last = this.rung === this.rungs.length - 1;
    if (this.drawing === 'auto' && this.tried < TRIED && !last) {
      this.tried++;
      return this.move(1);
    }
    this.trial = null;
    this.futile = WORSE * pace;
    return this.move(-this.tried);
  }

  private climb(): boolean {
    this.fast = 0;
    if (this.rung === 0) return false;
    this.sinceClimb = 0;
    return this.move(-1);
  }

  private remake(before: Rung): void {
    this.rungs = rungsOf(this.devicePixelRatio, this.drawing);
    this.rung = this.nearest(before);
    this.fast = 0;
    this.rest();
  }

  /** The first rung that draws no more than another one did; of detail that is not on the ladder, the sharpness counts. */
  private nearest({ ratio, detail }: Rung): number {
    const level = (of: Detail) => DETAILS.indexOf(of);
    const fits = (rung: Rung) =>
      rung.ratio <= ratio && (this.drawing !== 'auto' || level(rung.detail) >= level(detail));
    const found = this.rungs.findIndex(fits);
    return found < 0 ? this.rungs.length - 1 : found;
  }

  private move(by: number): boolean {
    this.rung += by;
    this.recent = [];
    this.skip = WINDOW;
    this.fast = 0;
    return true;
  }
}

/** The screen's own ratio, at most the first of the ladder, and what lies below it; with detail, where that is to be chosen. */
function rungsOf(devicePixelRatio: number, drawing: Drawing): Rung[] {
  const top = Math.min(devicePixelRatio, LADDER[0]);
  const ratios = [top, ...LADDER.filter((rung) => rung < top)];
  const rungs = (of: number[], detail: Detail) => of.map((ratio) => ({ ratio, detail }));
  if (drawing !== 'auto') return rungs(ratios, drawing);
  const sharp = ratios.filter((ratio) => ratio >= 1 || ratio === top);
  const least = sharp.slice(-1);
  const blurred = ratios.slice(sharp.length);
  return [
    ...rungs(sharp, 'fine'),
    ...rungs(least, 'medium'),
    ...rungs([...least, ...blurred], 'coarse'),
  ];
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
