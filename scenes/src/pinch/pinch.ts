// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pinch map of a scene: which parts of a body come so near to each other, and when, that cloth between them has no
// room. Where they do, cloth will be declared captured; nobody has to be surprised.
import type { Body, Cloth, CookedScene } from '../model.js';
import type { Avatar, Progress } from '../types.js';
import { PartGaps } from './part_gaps.js';
import { roomBetween } from './room.js';
import { SEGMENTS } from './segments.js';
import { extendSpans, type PinchSpan } from './spans.js';
import { posesOfSteps } from './steps.js';

/** Every so many steps are looked at. */
const STRIDE = 3;
/** Overlaps are told up to this depth, m. */
const DEPTH = 0.015;

/** Two parts of a body that leave no room. */
export interface Pinch {
  body: string;
  parts: [string, string];
  spans: PinchSpan[];
}

/** All pinches of a scene. */
export interface PinchMap {
  /** Steps between two looks. */
  stride: number;
  /** The room that cloth needs, by body, m: contact on either side and two sheets of every garment. */
  rooms: Record<string, number>;
  pinches: Pinch[];
}

/** An avatar of the scene and what it wears. */
export interface Pinchable {
  index: number;
  avatar: Avatar;
  cloths: Cloth[];
}

/** Looks for pinches on all avatars of a cooked scene. */
export function pinchMap(
  { world, bodies, events }: CookedScene,
  avatars: Pinchable[],
  progress: Progress,
): PinchMap {
  const rooms: Record<string, number> = {};
  const pinches: Pinch[] = [];
  avatars.forEach(({ index, avatar, cloths }, k) => {
    const body = bodies[index];
    const room = roomBetween(
      world.contactRadius,
      cloths.map(({ fabric }) => fabric.thickness),
    );
    rooms[body.name] = room;
    const gaps = new PartGaps(avatar, Math.max(room, DEPTH));
    const looks = new Map<string, Map<number, number>>();
    const open = new Map<number, PinchSpan[]>();
    let step = 0;
    for (const { pose, key } of posesOfSteps(body, index, events, world.steps, world.frame)) {
      step++;
      if (step % STRIDE !== 0) continue;
      progress((k + step / world.steps) / avatars.length, `looking for pinches of ${body.name}`);
      const found = (key && looks.get(key)) || gaps.at(pose);
      if (key) looks.set(key, found);
      for (const [pair, least] of found) if (least < room) extend(open, pair, step, least);
    }
    pinches.push(...named(body, open));
  });
  return { stride: STRIDE, rooms, pinches };
}

function extend(open: Map<number, PinchSpan[]>, pair: number, step: number, least: number): void {
  const spans = open.get(pair) ?? [];
  open.set(pair, spans);
  extendSpans(spans, step, least, STRIDE);
}

/** Pinches in order of their pair; distances to a tenth of a millimetre. */
function named(body: Body, open: Map<number, PinchSpan[]>): Pinch[] {
  const pairs = [...open.keys()].sort((a, b) => a - b);
  return pairs.map((pair) => ({
    body: body.name,
    parts: [SEGMENTS[Math.floor(pair / SEGMENTS.length)], SEGMENTS[pair % SEGMENTS.length]],
    spans: open.get(pair)!.map((s) => ({ ...s, least: Math.round(s.least * 1e4) / 1e4 })),
  }));
}

/** A map as lines for a person; every pair with its first spans. */
export function describePinches({ rooms, pinches }: PinchMap, most = 3): string[] {
  return Object.entries(rooms).flatMap(([body, room]) => {
    const own = pinches.filter((p) => p.body === body);
    const need = `${(1000 * room).toFixed(1)} mm`;
    if (own.length === 0) return [`no pinches: the parts of '${body}' stay ${need} apart`];
    return [
      `pinches: parts of '${body}' that come nearer than ${need}`,
      ...own.map(({ parts, spans }) => {
        const told = spans.slice(0, most).map((s) => `${s.from}-${s.to} (${depth(s.least)})`);
        const more = spans.length > most ? `, and ${spans.length - most} more` : '';
        return `  ${parts.join(' and ')}: steps ${told.join(', ')}${more}`;
      }),
    ];
  });
}

function depth(least: number): string {
  const mm = Math.abs(1000 * least).toFixed(1);
  return least < 0 ? `overlap of ${mm} mm` : `${mm} mm`;
}
