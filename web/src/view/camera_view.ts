// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A view, told relative to the figure: from where, how close, and how far beside its middle. So it means the same on a
// phone and on a wall, and is short enough for a link.

/** A view of the figure. */
export interface View {
  /** Round the figure, radians; 0 is its front. */
  azimuth: number;
  /** Over the horizon, radians. */
  elevation: number;
  /** 1: the whole figure fills the free place; 2: twice as large. */
  closeness: number;
  /** Of what the camera looks at, from the middle of the figure, m. */
  pan: [number, number, number];
}

/** Elevations that the camera may have: just under the horizon to nearly from above. */
export const ELEVATIONS = { least: -0.09, most: 1.42 } as const;
/** How much larger or smaller than framed the figure may become. */
export const CLOSENESS = { least: 0.25, most: 16 } as const;
/** What the camera looks at stays within this of the middle of the figure, m. */
export const MOST_PAN = 1.2;

/** A three-quarter view. */
export const FIRST_VIEW: View = { azimuth: 0.5, elevation: 0.06, closeness: 1, pan: [0, 0, 0] };

/** The whole figure from a side. */
export const SIDES = { front: 0, side: Math.PI / 2, back: Math.PI } as const;

export type SideName = keyof typeof SIDES;

/** The whole figure from the side of that name. */
export function viewFrom(side: SideName): View {
  return { ...FIRST_VIEW, azimuth: SIDES[side] };
}

/** On the way from one view to another, 0..1; round the figure by the shorter way. */
export function viewBetween(a: View, b: View, t: number): View {
  const mix = (x: number, y: number) => x + (y - x) * t;
  const turn = Math.atan2(Math.sin(b.azimuth - a.azimuth), Math.cos(b.azimuth - a.azimuth));
  return {
    azimuth: a.azimuth + turn * t,
    elevation: mix(a.elevation, b.elevation),
    closeness: a.closeness * (b.closeness / a.closeness) ** t,
    pan: [0, 1, 2].map((i) => mix(a.pan[i], b.pan[i])) as View['pan'],
  };
}

/** A view as a word for a link: degrees, degrees, share, millimetres. */
export function writeView({ azimuth, elevation, closeness, pan }: View): string {
  const degrees = (x: number) => (x * 180) / Math.PI;
  const turn = Math.atan2(Math.sin(azimuth), Math.cos(azimuth));
  return [
    degrees(turn).toFixed(1),
    degrees(elevation).toFixed(1),
    closeness.toFixed(3),
    ...pan.map((x) => (1000 * x).toFixed(0)),
  ]
    .map((text) => String(Number(text)))
    .join('_');
}

/** Reads the word of a link back; null when it is none. What is out of bounds is brought within. */
export function readView(text: string): View | null {
  if (!/^-?\d{1,6}(\.\d{1,6})?(_-?\d{1,6}(\.\d{1,6})?){5}$/.test(text)) return null;
  const [azimuth, elevation, closeness, ...pan] = text.split('_').map(Number);
  const radians = (x: number) => (x * Math.PI) / 180;
  return {
    azimuth: radians(azimuth % 360),
    elevation: clamp(radians(elevation), ELEVATIONS.least, ELEVATIONS.most),
    closeness: clamp(closeness, CLOSENESS.least, CLOSENESS.most),
    pan: pan.map((mm) => clamp(mm / 1000, -MOST_PAN, MOST_PAN)) as View['pan'],
  };
}

function clamp(x: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, x));
}
