// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Skin weights on the kept bones: merged into the nearest kept ancestor, made mirror symmetric, evened out in the
// armpits, the best four, and rounded so that they sum to 65535.

import { bone, BONES, OPPOSITE } from '../../src/avatar/bones.js';
import type { Mesh, Rig } from './makehuman.js';

const TOTAL = 65535;
/** Middle of the left armpit on the base mesh, and how far from it weights are evened out, dm. */
const ARMPIT = [1.57, 4.52, 0.03];
const RIM = 1.1;
const ROUNDS = 10;
type Weights = Map<number, number>;

export interface Skin {
  indices: Uint8Array;
  weights: Uint16Array;
}

/** Weights of the first `count` vertices. `mirror` maps a vertex to its other side; absent: no symmetry. */
export function reduceSkin(mesh: Mesh, rig: Rig, count: number, mirror?: Uint16Array): Skin {
  const target = mesh.boneNames.map((name) => keptAncestor(rig, name));
  const merged = Array.from({ length: count }, (_, v) => mergedWeights(mesh, target, v));
  const alike = mirror ? merged.map((own, v) => average(own, merged[mirror[v]])) : merged;
  const evened = evenArmpits(mesh, alike);
  const skin = { indices: new Uint8Array(4 * count), weights: new Uint16Array(4 * count) };
  for (let v = 0; v < count; v++) {
    if (mirror && mirror[v] < v) copyMirrored(skin, mirror[v], v);
    else store(skin, v, evened[v]);
  }
  return skin;
}

// Where an arm that hangs folds the skin: the fold is sharper than cloth can follow, and skin crosses skin in it, unless
// weights change more slowly there.
function evenArmpits(mesh: Mesh, weights: Weights[]): Weights[] {
  const shares = weights.map((_, v) => armpitShare(mesh.vertices.slice(3 * v, 3 * v + 3)));
  const near = neighbours(mesh, weights.length);
  let now = weights;
  for (let round = 0; round < ROUNDS; round++) {
    now = now.map((own, v) => {
      if (shares[v] === 0) return own;
      const mixed: Weights = new Map();
      const add = (from: Weights, scale: number) => {
        for (const [b, w] of from) mixed.set(b, (mixed.get(b) ?? 0) + scale * w);
      };
      add(own, 1 - shares[v]);
      for (const n of near[v]) add(now[n], shares[v] / near[v].length);
      return mixed;
    });
  }
  return now;
}

// 1 in the middle of the armpit, 0 from its rim on.
function armpitShare([x, y, z]: number[]): number {
  const [dx, dy, dz] = [Math.abs(x) - ARMPIT[0], y - ARMPIT[1], z - ARMPIT[2]];
  return Math.max(0, 1 - (dx * dx + dy * dy + dz * dz) / (RIM * RIM));
}

function neighbours(mesh: Mesh, count: number): number[][] {
  const sets = Array.from({ length: count }, () => new Set<number>());
  mesh.quads.forEach((quad, q) => {
    if (mesh.quadMaterials[q] !== 0) return;
    quad.forEach((v, k) => sets[v].add(quad[(k + 1) % 4]).add(quad[(k + 3) % 4]));
  });
  return sets.map((set) => [...set].sort((a, b) => a - b));
}

function keptAncestor(rig: Rig, name: string): number {
  if (!(name in rig.bones)) return -1; // tails carry no weight
  if (/^toe/.test(name)) return bone('toe1-1' + name.slice(-2));
  const kept = new Set(BONES.map(([n]) => n));
  let at = name;
  while (!kept.has(at)) at = rig.bones[at].parent!;
  return bone(at);
}

function mergedWeights(mesh: Mesh, target: number[], v: number): Weights {
  const sum: Weights = new Map();
  for (let k = 0; k < 4; k++) {
    const weight = mesh.skinWeights[4 * v + k];
    if (weight <= 0) continue;
    const b = target[mesh.skinIndices[4 * v + k]];
    sum.set(b, (sum.get(b) ?? 0) + weight);
  }
  return sum;
}

function average(own: Weights, other: Weights): Weights {
  const sum: Weights = new Map();
  for (const [b, w] of own) sum.set(b, (sum.get(b) ?? 0) + w / 2);
  for (const [b, w] of other) sum.set(OPPOSITE[b], (sum.get(OPPOSITE[b]) ?? 0) + w / 2);
  return sum;
}

function store(skin: Skin, v: number, weights: Weights): void {
  const best = [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 4);
  const sum = best.reduce((s, [, w]) => s + w, 0);
  let left = TOTAL;
  best.forEach(([b, w], k) => {
    const rounded = Math.round((w / sum) * TOTAL);
    skin.indices[4 * v + k] = b;
    skin.weights[4 * v + k] = rounded;
    left -= rounded;
  });
  skin.weights[4 * v] += left;
}

function copyMirrored(skin: Skin, from: number, to: number): void {
  for (let k = 0; k < 4; k++) {
    const weight = skin.weights[4 * from + k];
    skin.weights[4 * to + k] = weight;
    skin.indices[4 * to + k] = weight ? OPPOSITE[skin.indices[4 * from + k]] : 0;
  }
}
