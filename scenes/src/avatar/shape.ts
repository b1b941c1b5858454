// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From a few sliders to the vertices of a body: base mesh plus weighted morph targets.
//
// The weight of a macro target is the product of how much of each word of its name the body is: gender, muscle,
// weight, height. Stature is not a slider but a length; the height slider that gives it is found by bisection.

import type { AvatarAsset } from './asset.js';
import { BODY_VERTICES } from './asset.js';

/** Who a body is. Sliders run from 0 to 1, 0.5 is average. */
export interface Shape {
  gender: 'female' | 'male';
  /** Up to 0.5. Less muscle is softer and, with weight, fuller. */
  muscle: number;
  weight: number;
  /** Breast size, women only. */
  cup: number;
  /** Metres. */
  stature: number;
}

const RACES = {
  female: ['caucasian', 'african'],
  male: ['caucasian', 'african', 'asian'],
} as const;

type Words = [string, number][];

// A slider as a mixture of three words.
function mixture(x: number, word: string): Words {
  const min = Math.max(0, 1 - 2 * x);
  const max = Math.max(0, 2 * x - 1);
  const all: Words = [
    [`min${word}`, min],
    [`average${word}`, 1 - min - max],
    [`max${word}`, max],
  ];
  return all.filter(([, w]) => w > 0);
}

function builds(shape: Shape): Words {
  return mixture(shape.muscle, 'muscle').flatMap(([m, a]) =>
    mixture(shape.weight, 'weight').map(([w, b]): [string, number] => [`${m}-${w}`, a * b]),
  );
}

/** Kept vertices of the body in decimetres, x y z each, before it is set on the floor. */
export function composeShape(asset: AvatarAsset, shape: Shape): Float64Array {
  checkShape(shape);
  const vertices = Float64Array.from(asset.arrays.base, (c) => c * 1e-4);
  const { gender } = shape;
  for (const race of RACES[gender]) {
    add(asset, vertices, `macrodetails/${race}-${gender}-young`, 1 / RACES[gender].length);
  }
  for (const [build, w] of builds(shape)) {
    add(asset, vertices, `macrodetails/universal-${gender}-young-${build}`, w);
  }
  if (gender === 'female') {
    for (const [cup, w] of mixture(shape.cup, 'cup')) {
      const name = `averagemuscle-averageweight-${cup}-averagefirmness`;
      add(asset, vertices, `breast/female-young-${name}`, w);
    }
  }
  stretch(asset, shape, vertices);
  return interleave(vertices);
}

function checkShape(shape: Shape): void {
  const { muscle, weight, cup, stature } = shape;
  if (!(muscle >= 0 && muscle <= 0.5)) throw new Error('Muscle must be between 0 and 0.5.');
  if (!(weight >= 0 && weight <= 1)) throw new Error('Weight must be between 0 and 1.');
  if (!(cup >= 0 && cup <= 1)) throw new Error('Cup must be between 0 and 1.');
  if (!(stature >= 1.4 && stature <= 2.1)) throw new Error('Stature must be 1.4 to 2.1 m.');
  if (muscle < 0.5 && weight < 0.5 && shape.gender === 'female') {
    throw new Error('A slim woman needs average muscle: emaciated bodies are not in the asset.');
  }
}

// Adds a weighted target. Absent macro targets are zero by design.
function add(asset: AvatarAsset, vertices: Float64Array, name: string, weight: number): void {
  const row = asset.targets.indexOf(name);
  if (row < 0 || weight === 0) return;
  const deltas = asset.arrays.targets.subarray(row * vertices.length, (row + 1) * vertices.length);
  for (let i = 0; i < deltas.length; i++) vertices[i] += weight * deltas[i] * 1e-3;
}

// Finds the share of the tall or short target that gives the stature.
function stretch(asset: AvatarAsset, shape: Shape, vertices: Float64Array): void {
  const tall = heightOf(asset, vertices) < shape.stature * 10;
  const step = new Float64Array(vertices.length);
  for (const [build, w] of builds(shape)) {
    const name = `${shape.gender}-young-${build}-${tall ? 'max' : 'min'}height`;
    add(asset, step, `macrodetails/height/${name}`, w);
  }
  let [low, high] = [0, 1];
  const at = (share: number) => vertices.map((c, i) => c + share * step[i]);
  for (let round = 0; round < 30; round++) {
    const middle = (low + high) / 2;
    if (heightOf(asset, at(middle)) < shape.stature * 10 === tall) low = middle;
    else high = middle;
  }
  vertices.set(at((low + high) / 2));
}

function heightOf(asset: AvatarAsset, planar: Float64Array): number {
  const heights = planar.subarray(asset.kept, asset.kept + BODY_VERTICES);
  let [low, high] = [Infinity, -Infinity];
  for (const y of heights) {
    if (y < low) low = y;
    if (y > high) high = y;
  }
  return high - low;
}

function interleave(planar: Float64Array): Float64Array {
  const count = planar.length / 3;
  const out = new Float64Array(planar.length);
  for (let v = 0; v < count; v++) {
    for (let axis = 0; axis < 3; axis++) out[3 * v + axis] = planar[axis * count + v];
  }
  return out;
}
