// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How underwear is cut, as a signed distance on the base mesh that every body shares: decimetres, positive inside. One
// cut serves the layer that is drawn and the paint on the skin under it.
//
// Heights on the base mesh: crotch -0.4, navel 1.8, nipples 3.8, neck pit 5.5, shoulders 5.7.

/** What there is: sleeveless suits, one with short legs, one with longer ones. */
export type UnderwearName = 'bodysuit' | 'singlet';

/** Signed distance from the nearest hem, dm. */
export type Cut = (x: number, y: number, z: number) => number;

export const CUTS: Record<UnderwearName, Cut> = {
  bodysuit: (x, y, z) => Math.min(sleeveless(x, y, z), y + 1.55),
  singlet: (x, y, z) => Math.min(sleeveless(x, y, z), y + 2.2),
};

function sleeveless(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  return Math.min(neckline(ax, y, z), armhole(ax, y));
}

// An ellipse that hangs from the shoulders, deeper in front.
function neckline(ax: number, y: number, z: number): number {
  const depth = z > 0.3 ? 1.5 : 0.95;
  if (y > 5.85) return Math.min(ax - 0.9, 6.5 - y);
  const rx = ax / 0.9;
  const ry = (y - 5.85) / depth;
  const r = Math.sqrt(rx * rx + ry * ry);
  return (r - 1) * 0.9;
}

// Straps end 1.25 dm from the middle; lower down the trunk is wider, and below the ribs there are no arms near.
function armhole(ax: number, y: number): number {
  if (y < 2.5) return 2.8 - ax;
  const rise = Math.min(1, Math.max(0, (y - 3.9) / 1.1));
  return 1.95 - 0.68 * Math.sqrt(rise) - ax;
}
