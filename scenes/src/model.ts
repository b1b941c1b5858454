// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A scene after everything was drafted, placed and resolved to numbers: exactly what the cooked file says.
import type { Shape } from './bodies/convex.js';
import type { Fabric } from './cloth/fabric.js';
import type { Vec3 } from './math/vec3.js';
import type { Bone, Clip, Morph } from './types.js';

export { EVENT_KINDS as EVENT, PIN_KINDS as PIN } from './registry.js';

export interface World {
  frame: number;
  gravity: Vec3;
  wind: Vec3;
  gust: number;
  airDensity: number;
  contactRadius: number;
  bodyMoveLimit: number;
  minSubsteps: number;
  /** Cloth at rest may be left out of the steps. */
  sleep: boolean;
  settings: Setting[];
  steps: number;
}

/** A method of a stage by its name, or with a value a parameter of the method that the stage has. */
export interface Setting {
  stage: string;
  name: string;
  value?: number;
}

export interface Body {
  name: string;
  positions: Float32Array;
  triangles: Uint32Array;
  parts?: Uint32Array;
  open: boolean;
  friction: number;
  /** The convex solid that it is to cloth. */
  shape?: Shape;
  skin?: { bones: Bone[]; indices: Uint16Array; weights: Uint16Array };
  morphs: Morph[];
  clips: Clip[];
}

export interface Pin {
  vertex: number;
  kind: number;
  body: number;
  element: number;
  offset: Vec3;
  stiffness: number;
}

/** A piece of elastic tape between two vertices. */
export interface BandPiece {
  vertices: [number, number];
  /** Length without tension, m. */
  rest: number;
  /** N per unit of strain. */
  stiffness: number;
  /** kg. */
  mass: number;
}

export interface Cloth {
  name: string;
  positions: Float32Array;
  velocities?: Float32Array;
  material?: Float32Array;
  triangles: Uint32Array;
  seams: Uint32Array;
  pins: Pin[];
  bands?: BandPiece[];
  layer: number;
  seamCloseSeconds: number;
  fabric: Fabric;
}

export interface Event {
  step: number;
  kind: number;
  target: number;
  index: number;
  p: number[];
}

export interface CookedScene {
  world: World;
  bodies: Body[];
  cloths: Cloth[];
  events: Event[];
}
