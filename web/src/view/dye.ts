// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a dye does to the yarns. Most cloth is dyed through: warp and weft have its colour and the thread is a shade
// darker. Denim is not: its warp is indigo, its weft white; a dye only says how far the indigo is washed out, and it
// dyes the thread.

/** Colours of the yarns as #rrggbb. */
export interface Yarns {
  warp: string;
  weft: string;
  /** Of all stitches. */
  thread: string;
}

type Rgb = [number, number, number];

/** Indigo from raw to washed out. */
const RAW: Rgb = [20, 38, 84];
const WASHED: Rgb = [86, 128, 188];
const WHITE_WEFT: Rgb = [205, 210, 214];
/** Thread on denim, when the dye is too near to the indigo to show on it. */
const COPPER: Rgb = [200, 135, 62];

/** The yarns of a fabric in a dye; `indigo` when its warp is. */
export function yarnsOf(hex: string, indigo = false): Yarns {
  const dye = rgbOf(hex);
  if (!indigo) {
    const light = brightness(dye);
    const thread = light > 60 ? mix(dye, [0, 0, 0], 0.22) : mix(dye, [255, 255, 255], 0.16);
    return { warp: hex, weft: hex, thread: hexOf(thread) };
  }
  const wash = Math.min(1, Math.max(0, (brightness(dye) - 38) / 190));
  const warp = mix(RAW, WASHED, wash);
  const thread = Math.abs(hue(dye) - hue(warp)) > 40 && saturation(dye) > 0.25 ? dye : COPPER;
  return { warp: hexOf(warp), weft: hexOf(WHITE_WEFT), thread: hexOf(thread) };
}

function rgbOf(hex: string): Rgb {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
}

function mix(a: Rgb, b: Rgb, t: number): Rgb {
  return [0, 1, 2].map((i) => a[i] + (b[i] - a[i]) * t) as Rgb;
}

function brightness([r, g, b]: Rgb): number {
  return 0.3 * r + 0.59 * g + 0.11 * b;
}

function saturation(rgb: Rgb): number {
  return 1 - Math.min(...rgb) / Math.max(...rgb, 1);
}

/** Degrees. */
function hue([r, g, b]: Rgb): number {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = most - least || 1;
  if (most === r) return (60 * (g - b)) / range + (g < b ? 360 : 0);
  return most === g ? 120 + (60 * (b - r)) / range : 240 + (60 * (r - g)) / range;
}
