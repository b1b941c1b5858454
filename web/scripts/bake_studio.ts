// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The light of the studio, blurred for every roughness of a surface: a cube of six faces a level, as three.js reads its
// environment maps. A graphics card makes it in an instant, software takes three seconds, so it is made here. Each texel
// is the mean of rays that are spread like the light that a rough surface gives back when it is seen from right above.
// Based on: Heitz, Sampling the GGX Distribution of Visible Normals, 2018; its case of a view along the normal.
import * as THREE from 'three';
import {
  LEVELS,
  LOOKED_AT,
  PANELS,
  ROOM,
  roughnessOf,
  SIDE,
  SOFTNESS,
  WALLS,
} from '../src/view/studio_panels';

/** Rays of a texel of a level; the last is for the half-sized copy that three.js counts but never reads. */
const RAYS = [40, 160, 400, 1024, 2048, 16];
/** Bits of a number that are kept on the sharp levels, of 10: the eye sees no more, and the file is smaller. */
const KEPT_BITS = [7, 7, 8, 10, 10, 10];

const GOLDEN_TURN = Math.PI * (3 - Math.sqrt(5));

interface Rectangle {
  middle: THREE.Vector3;
  right: THREE.Vector3;
  up: THREE.Vector3;
  normal: THREE.Vector3;
  half: [number, number];
  glow: number;
}

const rectangles: Rectangle[] = PANELS.map(({ at, size, glow }) => {
  const object = new THREE.Object3D();
  object.position.set(...at);
  object.lookAt(...LOOKED_AT);
  object.updateMatrixWorld();
  const [right, up, normal] = [0, 1, 2].map((k) =>
    new THREE.Vector3().setFromMatrixColumn(object.matrixWorld, k),
  );
  return { middle: object.position, right, up, normal, half: [size[0] / 2, size[1] / 2], glow };
});

/** How much a ray from the origin meets of a panel's glow; null when it meets a wall. */
export function lightAlong(d: THREE.Vector3): number | null {
  const wall = ROOM / 2 / Math.max(Math.abs(d.x), Math.abs(d.y), Math.abs(d.z));
  let [nearest, found] = [wall, null as number | null];
  for (const { middle, right, up, normal, half, glow } of rectangles) {
    const t = middle.dot(normal) / d.dot(normal);
    if (!(t > 0 && t < nearest)) continue;
    const x = t * d.dot(right) - middle.dot(right);
    const y = t * d.dot(up) - middle.dot(up);
    if (Math.abs(x) <= half[0] && Math.abs(y) <= half[1]) [nearest, found] = [t, glow];
  }
  return found;
}

/** The direction of a texel; x is turned, since three.js reads cubes that were not drawn by it as seen from outside. */
function directionOf(face: number, i: number, j: number, side: number): THREE.Vector3 {
  const u = (2 * (i + 0.5)) / side - 1;
  const v = (2 * (j + 0.5)) / side - 1;
  const of = [
    [1, -v, -u],
    [-1, -v, u],
    [u, 1, v],
    [u, -1, -v],
    [u, -v, 1],
    [-u, -v, -1],
  ][face];
  return new THREE.Vector3(-of[0], of[1], of[2]).normalize();
}

/** Shares of walls and glow in what a surface of a roughness gives back along its normal. */
export function gathered(normal: THREE.Vector3, roughness: number, rays: number): [number, number] {
  const alpha2 = roughness ** 4;
  const side = new THREE.Vector3(Math.abs(normal.z) < 0.9 ? 0 : 1, 0, 1).cross(normal).normalize();
  const over = normal.clone().cross(side);
  const d = new THREE.Vector3();
  let [walls, glow, total] = [0, 0, 0];
  for (let k = 0; k < rays; k++) {
    const x = (k + 0.5) / rays;
    const cosine = (1 - x - alpha2 * x) / (1 - x + alpha2 * x);
    if (cosine <= 0) continue;
    const lean = Math.acos(Math.min(1, cosine));
    const turn = k * GOLDEN_TURN;
    // A second spread, of another order, softens the edges of the panels.
    const soft = SOFTNESS * Math.sqrt(-2 * Math.log(1 - ((k * 0.754877666) % 1) * 0.989));
    const softTurn = 2 * Math.PI * ((k * 0.569840291) % 1);
    const [a, b] = [
      lean * Math.cos(turn) + soft * Math.cos(softTurn),
      lean * Math.sin(turn) + soft * Math.sin(softTurn),
    ];
    const angle = Math.hypot(a, b) || 1e-9;
    const s = Math.sin(angle) / angle;
    d.copy(normal)
      .multiplyScalar(Math.cos(angle))
      .addScaledVector(side, a * s)
      .addScaledVector(over, b * s);
    const found = lightAlong(d);
    if (found === null) walls += cosine;
    else glow += cosine * found;
    total += cosine;
  }
  return [walls / total, glow / total];
}

/** All levels, faces in the order of a cube texture: four halves a texel. */
export function bakeStudio(): Uint16Array {
  const wall = new THREE.Color(WALLS);
  const sides = Array.from({ length: LEVELS + 1 }, (_, level) => SIDE >> level);
  const out = new Uint16Array(sides.reduce((sum, side) => sum + 24 * side * side, 0));
  let at = 0;
  sides.forEach((side, level) => {
    const roughness = roughnessOf(Math.min(level, LEVELS - 1));
    const half = (value: number) => rounded(THREE.DataUtils.toHalfFloat(value), KEPT_BITS[level]);
    for (let texel = 0; texel < 6 * side * side; texel++) {
      const [face, j, i] = [
        Math.floor(texel / (side * side)),
        Math.floor(texel / side) % side,
        texel % side,
      ];
      const [walls, glow] = gathered(directionOf(face, i, j, side), roughness, RAYS[level]);
      for (const share of [wall.r, wall.g, wall.b]) out[at++] = half(walls * share + glow);
      out[at++] = THREE.DataUtils.toHalfFloat(1);
    }
  });
  return out;
}

/** A half with the last of its ten bits rounded away. */
function rounded(half: number, bits: number): number {
  const step = 2 ** (10 - bits);
  return Math.round(half / step) * step;
}
