// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A jointed mannequin as another program might hand it over: in centimetres, of rigid parts that overlap at their
// joints, each in a group of its own, with a swing of arms and legs.
import { CapsuleGeometry, Group, LatheGeometry, SphereGeometry, Vector2 } from 'three';
import type { BufferGeometry } from 'three';
import { clay } from './stage';

/** Height of the hips, cm. */
const HIPS = 92;

/** The figure, and a function that puts it into its pose of a moment, s. */
export interface Mannequin {
  root: Group;
  pose(seconds: number): void;
}

/** Makes one that stands at the origin, 1.7 m tall. */
export function makeMannequin(): Mannequin {
  const root = new Group();
  root.scale.setScalar(0.01); // centimetres to metres
  const hips = joint(root, 0, HIPS, 0);
  part(hips, trunk());
  part(hips, new SphereGeometry(10, 32, 24).scale(0.8, 1.1, 0.9).translate(0, 67, 1));
  const limbs = [-1, 1].map((side) => {
    const leg = joint(hips, 9 * side, -2, 0);
    part(leg, limb(7.4, 40));
    const knee = joint(leg, 0, -42, 0);
    part(knee, limb(5.4, 38));
    const arm = joint(hips, 21 * side, 46, 0);
    arm.rotation.z = 0.32 * side;
    part(arm, limb(4.2, 27));
    const elbow = joint(arm, 0, -29, 0);
    part(elbow, limb(3.4, 26));
    return { side, leg, knee, arm, elbow };
  });
  const pose = (seconds: number) => {
    const phase = 4.5 * seconds;
    const start = Math.min(1, seconds); // from standing into the stride
    hips.position.y = HIPS + start * 1.2 * Math.cos(2 * phase);
    hips.rotation.y = start * 0.08 * Math.sin(phase);
    for (const { side, leg, knee, arm, elbow } of limbs) {
      const swing = Math.sin(phase) * side * start;
      leg.rotation.x = 0.42 * swing;
      knee.rotation.x = start * (0.3 - 0.28 * Math.cos(phase + (side > 0 ? 0 : Math.PI)));
      arm.rotation.x = -0.35 * swing;
      elbow.rotation.x = -0.35 * start;
    }
  };
  pose(0);
  return { root, pose };
}

function joint(parent: Group, x: number, y: number, z: number): Group {
  const made = new Group();
  made.position.set(x, y, z);
  parent.add(made);
  return made;
}

function part(parent: Group, geometry: BufferGeometry): void {
  parent.add(clay(geometry, 0xd9b98a));
}

/** From its joint downwards, cm. */
function limb(radius: number, length: number): BufferGeometry {
  return new CapsuleGeometry(radius, length, 8, 24).translate(0, -length / 2, 0);
}

/** From the hips to the neck, cm: a turned profile, flattened. */
function trunk(): BufferGeometry {
  const profile = [
    [0, -12],
    [9, -11],
    [16, -5],
    [17.5, 2],
    [15.5, 10],
    [13, 18],
    [14, 28],
    [17, 38],
    [17, 46],
    [12, 51],
    [5, 54],
    [4.4, 58],
    [0, 60],
  ].map(([x, y]) => new Vector2(x, y));
  return new LatheGeometry(profile, 48).scale(1, 1, 0.72);
}
