// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where in which motion the wearer is, as core/src/body/player.c counts: a clip starts with an event and goes on by one
// frame a step. Events come from the cooked scene and from the visitor.
import { sectionOf } from './cooked_sections';

/** A clip that starts before a step. */
export interface Play {
  step: number;
  clip: string;
  /** Frame that it starts from. */
  start: number;
}

/** A moment of a motion. */
export interface MotionMoment {
  clip: string;
  /** Frames since it began, loops not folded in; -1: it has not begun. */
  frame: number;
}

/** Bytes of an event in a cooked scene, and the kind that starts a clip. */
const EVENT_BYTES = 48;
const PLAY = 0;

/** The clips that a cooked scene plays on a body. */
export function playsOf(
  bytes: Uint8Array,
  body: number,
  clips: readonly string[],
  frameSeconds: number,
): Play[] {
  const section = sectionOf(bytes, 'EVNT', 0);
  if (!section) return [];
  const view = new DataView(section);
  const plays: Play[] = [];
  for (let at = 0; at + EVENT_BYTES <= view.byteLength; at += EVENT_BYTES) {
    const [step, kind, target, index] = [0, 4, 8, 12].map((o) => view.getUint32(at + o, true));
    if (kind !== PLAY || target !== body || !clips[index]) continue;
    const start = Math.round(view.getFloat32(at + 20, true) / frameSeconds);
    plays.push({ step, clip: clips[index], start });
  }
  return plays;
}

/** Follows the motion of one body. */
export class MotionClock {
  constructor(private readonly plays: Play[]) {}

  /** Notes a clip that starts now. */
  add(play: Play): void {
    this.plays.push(play);
  }

  /** The motion after so many steps; before the first one begins, that one; null when none ever does. */
  at(steps: number): MotionMoment | null {
    if (this.plays.length === 0) return null;
    const begun = this.plays.filter((play) => play.step < steps);
    if (begun.length === 0) return { clip: this.plays[0].clip, frame: -1 };
    const last = begun.reduce((a, b) => (b.step >= a.step ? b : a));
    return { clip: last.clip, frame: last.start + steps - last.step };
  }
}
