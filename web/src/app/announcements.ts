// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Of all that the page knows, what is worth hearing: that something begins, ends, goes wrong. Each is said once; numbers
// that go on are for the eyes.
import type { Frame, Stage } from '../workers/protocol';
import { paceText } from './pace';
import { crossingCount, stageText } from './status';

/** Crossings are over when there was none for so many frames. */
const OVER = 120;

/** Decides what is said. */
export class Announcements {
  private stage: Stage | null = null;
  private playing: boolean | null = null;
  private crossing = false;
  private slow = false;
  private held = false;

  constructor(private readonly say: (sentence: string) => void) {}

  /** Another scene. */
  clear(): void {
    this.crossing = this.slow = this.held = false;
  }

  /** Something long is under way; null when it is done. */
  work(stage: Stage | null): void {
    if (stage === this.stage) return;
    this.stage = stage;
    if (stage) this.say(`${stageText(stage)}.`);
    else if (this.playing) this.say('Playing.');
  }

  /** Time runs, or not. What is sewn or computed ahead tells of itself. */
  state(playing: boolean, step: number): void {
    if (playing === this.playing) return;
    this.playing = playing;
    if (!playing) this.say(`Paused at step ${step}.`);
    else if (!this.stage) this.say('Playing.');
  }

  frame({ report, clean }: Frame): void {
    if (!report) return;
    const count = crossingCount(report);
    if (count > 0 && !this.crossing)
      this.say(`${count} ${count === 1 ? 'crossing' : 'crossings'}.`);
    if (this.crossing && clean === OVER) this.say('No more crossings.');
    this.crossing = count > 0 || (this.crossing && clean < OVER);
  }

  /** Slow motion, or null; whether a coarser mesh would help. */
  pace(share: number | null, helps: boolean): void {
    if (share !== null && !this.slow) {
      const help = helps ? ' A button offers a coarser mesh, which is faster.' : '';
      this.say(`Slow motion, ${paceText(share)}.${help}`);
    }
    if (share === null && this.slow) this.say('Real time.');
    this.slow = share !== null;
  }

  /** Points that the body leaves no room: the first of a scene only, for they come and go with every stride. */
  capturedPoints(sentence: string): void {
    if (sentence && !this.held) this.say(sentence);
    this.held ||= sentence !== '';
  }
}
