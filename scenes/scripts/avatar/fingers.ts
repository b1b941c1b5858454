// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Joints and weights of the fingers, which the kept skeleton has not: they are laid to rest once, when a body is built.

import type { Mesh, Rig } from './makehuman.js';

/** One bone of a finger; those nearer to the hand come first. */
export interface FingerBone {
  name: string;
  /** Number of the bone that carries it, -1 for the hand. */
  parent: number;
  /** Vertices whose mean is its head, and those of its end. */
  head: number[];
  tail: number[];
}

export interface Fingers {
  bones: FingerBone[];
  /** Bone, vertex and weight (of 65535) of everything that fingers move. */
  bone: number[];
  vertex: number[];
  weight: number[];
}

const FINGER = /^finger\d-\d\.[LR]$/;

/** All fingers, with weights that are alike on both sides. */
export function readFingers(mesh: Mesh, rig: Rig, count: number, mirror: Uint16Array): Fingers {
  const names = Object.keys(rig.bones)
    .filter((name) => FINGER.test(name))
    .sort();
  const bones = names.map((name) => boneOf(rig, names, name));
  const opposite = names.map((name) => names.indexOf(otherSide(name)));
  const own = new Map(names.map((name, b) => [name, b]));
  const of = mesh.boneNames.map((name) => own.get(name) ?? -1);
  const out: Fingers = { bones, bone: [], vertex: [], weight: [] };
  for (let v = 0; v < count; v++) {
    const sums = new Float64Array(names.length);
    weigh(mesh, of, v, (b, w) => (sums[b] += w / 2));
    weigh(mesh, of, mirror[v], (b, w) => (sums[opposite[b]] += w / 2));
    sums.forEach((sum, b) => {
      const weight = Math.round(sum * 65535);
      if (weight === 0) return;
      out.bone.push(b);
      out.vertex.push(v);
      out.weight.push(Math.min(65535, weight));
    });
  }
  return out;
}

function boneOf(rig: Rig, names: string[], name: string): FingerBone {
  const { head, tail, parent } = rig.bones[name];
  return { name, parent: names.indexOf(parent!), head: rig.joints[head], tail: rig.joints[tail] };
}

function otherSide(name: string): string {
  return name.slice(0, -1) + (name.endsWith('L') ? 'R' : 'L');
}

function weigh(mesh: Mesh, of: number[], v: number, add: (b: number, w: number) => void): void {
  for (let k = 4 * v; k < 4 * v + 4; k++) {
    const b = of[mesh.skinIndices[k]];
    if (b >= 0 && mesh.skinWeights[k] > 0) add(b, mesh.skinWeights[k]);
  }
}
