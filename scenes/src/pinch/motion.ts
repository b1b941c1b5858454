// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How near the parts of a body come to each other in one motion, frame by frame. Nothing in it depends on what is worn:
// who knows how much room that needs makes the pinch map of it in no time, again and again.
import type { Avatar, Clip } from '../types.js';
import { PartGaps } from './part_gaps.js';
import { SEGMENTS } from './segments.js';
import type { MotionGaps } from './motion_pinches.js';

/** Every so many frames are looked at. */
const STRIDE = 3;
/** How near parts have to come to be told, and how deep an overlap is told, m. Two thick layers need 10 mm. */
export const REACH = 0.015;
const TENTHS = 1e4;

/** Measures a body in all frames of a clip. */
export function motionGaps(avatar: Avatar, clip: Clip): MotionGaps {
  const gaps = new PartGaps(avatar, REACH);
  const looks = clip.poses.filter((_, frame) => frame % STRIDE === 0);
  const pairs = new Map<number, (number | null)[]>();
  looks.forEach((pose, look) => {
    for (const [pair, least] of gaps.at(pose)) {
      if (!pairs.has(pair)) pairs.set(pair, new Array(looks.length).fill(null));
      pairs.get(pair)![look] = Math.round(TENTHS * least);
    }
  });
  return {
    frames: clip.poses.length,
    loop: clip.loop,
    stride: STRIDE,
    pairs: [...pairs.keys()]
      .sort((a, b) => a - b)
      .map((pair) => ({
        parts: [SEGMENTS[Math.floor(pair / SEGMENTS.length)], SEGMENTS[pair % SEGMENTS.length]],
        least: pairs.get(pair)!,
      })),
  };
}
