// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Evens out a skin as a photographer's retouch would: the photographs that the skins were made of have red knees, elbows
// and lids, which look sore in the light of a studio. Colours are drawn towards the mean of their zone.

import type { Picture } from './png.js';
import { isPlace } from './texels.js';

type Point = (x: number, y: number, z: number) => number;

interface Zone {
  /** How much of its own a place keeps of its difference from the mean, 0..1; 1 is outside of the zone. */
  keeps: Point;
  /** How much a place counts for the mean. */
  counts: Point;
}

/** Share that is kept where a zone is strongest. */
const BODY_KEEPS = 0.35;
const LIDS_KEEP = 0.45;
/** Heights on the base mesh between which the body's zone fades out, dm: collar bones and chin. */
const [NECK, CHIN] = [5.4, 6.2];
/** Middle of an eye on the base mesh, how far its lids reach and where they have run into the face, dm. */
const EYE = [0.33, 7.33, 1.35];
const [LIDS, FACE] = [0.16, 0.42];

const onBody: Point = (_x, y) => 1 - ramp(y, NECK, CHIN);
const onLids: Point = (x, y, z) => 1 - ramp(offEye(x, y, z), LIDS, FACE);
/** Temples, cheeks and the bridge of the nose. */
const aroundLids: Point = (x, y, z) =>
  ramp(offEye(x, y, z), FACE, FACE + 0.05) - ramp(offEye(x, y, z), FACE + 0.1, FACE + 0.15);

const ZONES: Zone[] = [
  { keeps: (...at) => mix(1, BODY_KEEPS, onBody(...at)), counts: onBody },
  { keeps: (...at) => mix(1, LIDS_KEEP, onLids(...at)), counts: aroundLids },
];

function offEye(x: number, y: number, z: number): number {
  return Math.hypot(Math.abs(x) - EYE[0], y - EYE[1], z - EYE[2]);
}

/** The skin with its zones evened out; `places` are those of its texels. */
export function evenSkin(skin: Picture, places: Float32Array): Picture {
  const picture = { ...skin, data: skin.data.slice() };
  for (const zone of ZONES) evenZone(picture, places, zone);
  return picture;
}

function evenZone({ data, channels }: Picture, places: Float32Array, zone: Zone): void {
  const texels = Array.from({ length: places.length / 3 }, (_, t) => t).filter((t) =>
    isPlace(places, t),
  );
  const at = (point: Point, t: number) =>
    point(places[3 * t], places[3 * t + 1], places[3 * t + 2]);
  const sum = [0, 0, 0];
  let weights = 0;
  for (const t of texels) {
    const weight = at(zone.counts, t);
    for (let k = 0; k < 3; k++) sum[k] += weight * data[channels * t + k];
    weights += weight;
  }
  for (const t of texels) {
    const kept = at(zone.keeps, t);
    for (let k = 0; k < 3; k++) {
      const c = channels * t + k;
      data[c] = Math.round(mix(sum[k] / weights, data[c], kept));
    }
  }
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

function ramp(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
