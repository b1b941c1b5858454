// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the visitor does, as events of the scene's own timeline. They wait for the next step, get its number, and are
// both done and written down, so that a shared scene does them again at the same step.
import type { WeftEvent, World } from 'weft-cloth';
import type { SceneEvent } from 'weft-scenes';
import { FABRICS } from '../choices';

/** An event of the timeline that has no step yet. */
export type LiveEvent = Omit<SceneEvent, 'at'>;

/** Live events of which only the last one before a step counts. */
const CONTINUOUS = new Set(['drag', 'wind']);

/** What a hand does, for as long as it does it: the others are choices, which stand. */
const HELD = new Set(['grab', 'drag', 'drop']);

/** Collects live events and plays them into a world. */
export class LiveEvents {
  /** Everything done so far, with its step. */
  readonly done: SceneEvent[] = [];
  private waiting: LiveEvent[] = [];

  /** Adds one for the next step. */
  add(live: LiveEvent): void {
    const last = this.waiting.at(-1);
    if (last && last.do === live.do && CONTINUOUS.has(live.do)) this.waiting.pop();
    this.waiting.push(live);
  }

  /** Forgets what a hand did to cloth that nobody sees. */
  letGo(): void {
    this.waiting = this.choices;
  }

  /** Everything done so far, and the choices that wait for the next step of a world. */
  record(world: World): SceneEvent[] {
    return [...this.done, ...this.choices.map((live) => ({ at: world.stepCount, ...live }))];
  }

  private get choices(): LiveEvent[] {
    return this.waiting.filter((live) => !HELD.has(live.do));
  }

  /** Does what waits and returns it. */
  flush(world: World): SceneEvent[] {
    const before = this.done.length;
    for (const live of this.waiting) {
      const event = { at: world.stepCount, ...seenFrom(world.origin, live) };
      world.pushEvent(toWeftEvent(event, world));
      this.done.push(event);
    }
    this.waiting = [];
    return this.done.slice(before);
  }
}

// The page sees everything from where the origin was at first, events are relative to where it is.
function seenFrom(origin: readonly number[], live: LiveEvent): LiveEvent {
  const placed = (live.do === 'grab' || live.do === 'drag') && Array.isArray(live.value);
  if (!placed || origin.every((x) => x === 0)) return live;
  const value = (live.value as number[]).map((x, axis) => Math.fround(x - origin[axis]));
  return { ...live, value: value as [number, number, number] };
}

/** The event as the simulator takes it: the same numbers that the cook writes for it. */
export function toWeftEvent(event: SceneEvent & { at: number }, world: World): WeftEvent {
  const step = event.at;
  const value = typeof event.value === 'object' ? event.value : [];
  const target = targetOf(event, world);
  switch (event.do) {
    case 'play': {
      const index = Math.max(0, world.bodies[target].clips.indexOf(event.clip ?? ''));
      return { step, kind: 'play', target, index, p: [event.blend ?? 0, event.start ?? 0] };
    }
    case 'wind':
      return { step, kind: 'wind', p: [...value, event.gust ?? 0] };
    case 'fabric': {
      const index = FABRICS.findIndex((f) => f.value === event.fabric);
      return { step, kind: 'fabric', target, index };
    }
    case 'grab':
      return {
        step,
        kind: 'grab',
        target,
        index: event.vertex ?? 0,
        p: [...value, event.stiffness ?? 0],
      };
    case 'drag':
      return { step, kind: 'drag', p: value };
    case 'drop':
      return { step, kind: 'drop' };
    case 'origin':
      return { step, kind: 'origin', p: value };
    default:
      throw new Error(`The page has no live event "${event.do}".`);
  }
}

function targetOf(event: SceneEvent, world: World): number {
  const list = event.cloth !== undefined ? world.cloths : world.bodies;
  const name = event.cloth ?? event.body;
  return Math.max(
    0,
    list.findIndex((object) => object.name === name),
  );
}
