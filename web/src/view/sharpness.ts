// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How sharp the picture is drawn: as sharp as the screen shows, and less where drawing takes too long. Only the time
// after a picture that was drawn counts, as the median of the last ones, so that a hidden page, a sleeping machine or
// a debugger leaves no trace. It climbs again after a run of fast pictures; each climb that does not last makes the
// next one wait longer, and a step down that gained nothing is taken back.

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

/** Pixels a CSS pixel, steered by the times of the screen's frames. */
export class Sharpness {
  private rungs: number[];
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
  /** Lowering gains nothing up to this median. */
  private futile = 0;

  constructor(devicePixelRatio: number) {
    this.rungs = rungsOf(devicePixelRatio);
  }

  /** Pixels a CSS pixel now. */
  get ratio(): number {
    return this.rungs[this.rung];
  }

  /** The page is on another screen, or zoomed. */
  setDevice(devicePixelRatio: number): void {
    const rungs = rungsOf(devicePixelRatio);
    if (rungs[0] === this.rungs[0]) return;
    const { ratio } = this;
    this.rungs = rungs;
    const kept = this.rung === 0 ? 0 : rungs.findIndex((r) => r <= ratio);
    this.rung = kept < 0 ? rungs.length - 1 : kept;
    this.rest();
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
      this.skip--;
      return false;
    }
    this.recent.push(interval);
    if (this.recent.length > WINDOW) this.recent.shift();
    this.fast = interval < FAST ? this.fast + 1 : Math.max(0, this.fast - 4);
    this.sinceClimb++;
    return this.recent.length === WINDOW && this.judge(median(this.recent));
  }

  private judge(pace: number): boolean {
    if (this.trial !== null) {
      const gained = pace < GAINED * this.trial;
      this.trial = null;
      if (!gained) {
        this.futile = WORSE * pace;
        return this.move(-1);
      }
    }
    if (pace > Math.max(SLOW, this.futile)) return this.sink(pace);
    if (this.fast >= this.climbAfter) return this.climb();
    return false;
  }

  private sink(pace: number): boolean {
    if (this.rung === this.rungs.length - 1) return false;
    const lasted = this.sinceClimb > 2 * this.climbAfter;
    this.climbAfter = lasted ? CLIMB_AFTER : Math.min(2 * this.climbAfter, CLIMB_AFTER_MOST);
    this.trial = pace;
    return this.move(1);
  }

  private climb(): boolean {
    this.fast = 0;
    if (this.rung === 0) return false;
    this.sinceClimb = 0;
    return this.move(-1);
  }

  private move(by: number): boolean {
    this.rung += by;
    this.recent = [];
    this.skip = WINDOW;
    this.fast = 0;
    return true;
  }
}

/** The screen's own ratio, at most the first of the ladder, and what lies below it. */
function rungsOf(devicePixelRatio: number): number[] {
  const top = Math.min(devicePixelRatio, LADDER[0]);
  return [top, ...LADDER.filter((rung) => rung < top)];
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
