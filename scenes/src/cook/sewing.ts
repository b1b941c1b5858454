// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How garments are sewn, as events: without gravity and friction and with damped velocities the seams close and weld;
// trousers are lifted meanwhile by their waist, with tubes for feet; then the world comes back.
import { EVENT, PIN, type Event, type World } from '../model.js';

/** What sewing has to know about a cloth. */
export interface SewnCloth {
  index: number;
  lift: number;
  held: boolean;
  /** Body that wears it, and the vertices that are fixed to it once it hangs. */
  body: number;
  fixed: number[];
  /** Body and number of the morph that keeps feet out of the way, when the pattern needs it. */
  feet?: { body: number; morph: number };
}

export interface SewingPlan {
  events: Event[];
  /** First step with gravity. */
  sewn: number;
  /** First step at which the garment hangs. */
  settled: number;
}

/** Default time for the seams to close, s. */
export const CLOSE_SECONDS = 0.75;

/** Time after closing in which the last seams weld, s. */
const WELD_SECONDS = 0.1;
/** The same for garments that are lifted. */
const LIFTED_WELD_SECONDS = 0.25;
/** Feet take this long to come back from tubes, s. */
const FEET_SECONDS = 1 / 3;
const SETTLE_SECONDS = 1 / 3;
const DAMPING = 8;
const HANGING_DAMPING = 0.5;
/** A lifted waist goes up between these fractions of the sewing. */
const LIFT_FROM = 0.3;
const LIFT_TO = 0.8;
/** The hold on the waist is this much softer when worn. */
const WORN_HOLD = 0.25;
/** Asks for the vertex of the body that is nearest when the event happens. */
const NEAREST_VERTEX = -1;

/** The events that sew all garments of a scene, from its first step. */
export function planSewing(cloths: SewnCloth[], world: World, closeSeconds: number): SewingPlan {
  if (cloths.length === 0) return { events: [], sewn: 0, settled: 0 };
  const steps = (seconds: number) => Math.round(seconds / world.frame);
  const lifted = cloths.some((c) => c.lift > 0);
  const close = steps(closeSeconds);
  const sewing = closeSeconds + (lifted ? LIFTED_WELD_SECONDS : WELD_SECONDS);
  const feet = cloths.flatMap((c) => c.feet ?? []).slice(0, 1);
  const sewn = steps(sewing) + (feet.length > 0 ? steps(FEET_SECONDS) : 0);
  const settled = sewn + steps(SETTLE_SECONDS);
  const events: Event[] = [event(0, EVENT.gravity, 0, 0, [0, 0, 0]), event(0, EVENT.friction)];
  for (const { body, morph } of feet) {
    events.push(event(0, EVENT.morph, body, morph, [1, 0]));
    events.push(event(steps(sewing), EVENT.morph, body, morph, [0, FEET_SECONDS]));
  }
  for (const cloth of cloths) {
    events.push(event(0, EVENT.damping, cloth.index, 0, [DAMPING]));
    events.push(...liftEvents(cloth, sewing, steps));
    events.push(event(close, EVENT.weld, cloth.index));
    events.push(event(sewn, EVENT.damping, cloth.index, 0, [HANGING_DAMPING]));
    events.push(event(settled, EVENT.damping, cloth.index, 0, [0]));
    if (cloth.held) {
      events.push(event(settled, EVENT.hold, cloth.index, 0, [WORN_HOLD, 0, SETTLE_SECONDS]));
    }
    events.push(...fixtureEvents(cloth, settled));
  }
  events.push(event(sewn, EVENT.gravity, 0, 0, world.gravity));
  events.push(event(sewn, EVENT.friction, 0, 0, [1]));
  if (world.gust !== 0 || world.wind.some((w) => w !== 0)) {
    events.push(event(0, EVENT.wind, 0, 0, [0, 0, 0, 0]));
    events.push(event(sewn, EVENT.wind, 0, 0, [...world.wind, world.gust]));
  }
  return { events, sewn, settled };
}

function liftEvents(cloth: SewnCloth, sewing: number, steps: (seconds: number) => number): Event[] {
  if (cloth.lift === 0) return [];
  const seconds = (LIFT_TO - LIFT_FROM) * sewing;
  return [
    event(0, EVENT.hold, cloth.index, 0, [1, -cloth.lift, 0]),
    event(steps(LIFT_FROM * sewing), EVENT.hold, cloth.index, 0, [1, 0, seconds]),
  ];
}

/** Pins before the seams are closed would hold panels where they start, so the edges are taken as they hang. */
function fixtureEvents({ index, body, fixed }: SewnCloth, settled: number): Event[] {
  const onNearest = [PIN.body, body, NEAREST_VERTEX, 0, 0, 0, 0];
  return fixed.map((vertex) => event(settled, EVENT.pin, index, vertex, onNearest));
}

function event(step: number, kind: number, target = 0, index = 0, p: number[] = [0]): Event {
  return { step, kind, target, index, p };
}
