// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A photographer's studio: a room with glowing panels. Its light is blurred for every roughness when the page is built
// (scripts/bake_studio.ts), and by the graphics card where that file cannot be had (studio.ts).

/** A glowing panel, which faces LOOKED_AT; m. */
export interface StudioPanel {
  at: [number, number, number];
  size: [number, number];
  glow: number;
}

/** Edge of the room, which has its middle at the origin, m, and the colour of its walls. */
export const ROOM = 12;
export const WALLS = 0x6a6762;
/** What the panels face. */
export const LOOKED_AT: [number, number, number] = [0, 1, 0];

/** Seen from the camera, which is at +Z: soft boxes right and left, strips behind, a ceiling, a floor that gives back. */
export const PANELS: StudioPanel[] = [
  { at: [4.2, 3, 3], size: [3, 4], glow: 5 },
  { at: [-4.6, 2.4, 2.4], size: [3, 4], glow: 2.4 },
  { at: [-3.4, 2.6, -4.2], size: [1.4, 4], glow: 8 },
  { at: [3.8, 2.6, -3.8], size: [1.2, 4], glow: 8 },
  { at: [0, 5.8, 0.5], size: [5, 5], glow: 2.4 },
  { at: [0, -3, 1], size: [7, 7], glow: 0.5 },
];

/** How far edges of panels are blurred, radians. */
export const SOFTNESS = 0.03;

/** Texels along a side of the sharpest level, and how many levels there are: the last one is for roughness 1. */
export const SIDE = 128;
export const LEVELS = 5;

/** The roughness that a level is blurred for; three.js reads its maps by the inverse of this. */
export function roughnessOf(level: number): number {
  return 1 - Math.sqrt(1 - level / (LEVELS - 1));
}
