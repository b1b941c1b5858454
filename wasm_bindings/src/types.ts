// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What goes into a world and what comes out, as plain objects. Units are SI; names are those of
// core/include/weft/types.h in camelCase, and what is left out keeps the core's default. Arrays may be typed ones, plain
// ones or attributes of three.js.
import type { MethodOptions, Stage } from './methods.js';
import type { EVENT_KINDS, PIN_KINDS } from './registry.js';
import type { Body } from './body.js';
import type { FloatsLike, WholesLike } from './checks.js';
import type { Cloth } from './cloth.js';
import type { ConvexShape } from './convex.js';
import type { DrawnMesh } from './geometry.js';

/** A number of threads, or as many as pay. */
export type ThreadChoice = number | 'auto';

/** A triple of numbers: metres, m/s or m/s2. */
export type Vector3 = readonly [number, number, number];

/** Three numbers in any form: an array, a typed array or a Vector3 of three.js. */
export type VectorLike =
  Vector3 | readonly number[] | Float32Array | Float64Array | { x: number; y: number; z: number };

/** A rotation of unit length: four numbers x, y, z, w, or a Quaternion of three.js. */
export type QuaternionLike =
  | readonly [number, number, number, number]
  | readonly number[]
  | Float32Array
  | Float64Array
  | { x: number; y: number; z: number; w: number };

/** Options of `cloth.pin`. */
export interface PinOptions {
  /** N/m: held by a spring instead of firmly. */
  stiffness?: number;
}

/** Options of `cloth.pinTo`. */
export interface PinToOptions {
  /** Vertices of the cloth. */
  vertices: WholesLike;
  /** Only what this bone carries: its number, or its name in the collider's `bones`. */
  bone?: number | string;
}

/** A body with bones that have names, such as a `BodyCollider`. */
export interface ColliderLike {
  /** A body of the same world; what is another is refused. */
  body: object;
  bones?: readonly { name: string }[];
}

/** Options of `cloth.grab`. */
export interface GrabOptions {
  /** m: where the hand is. Default: where it took hold. */
  place?: VectorLike;
  /** N/m. Default 60. */
  stiffness?: number;
}

/** Options of `world.pick`. */
export interface PickOptions {
  /** m. Default: as far as there is something. */
  maxDistance?: number;
  /** Cloths that may be hit. Default all. */
  cloths?: readonly Cloth[];
  /** Bodies that may be hit. Default all. */
  bodies?: readonly Body[];
}

/** Where a ray met something. */
export interface PickHit {
  /** What was hit: a cloth or a body. */
  cloth?: Cloth;
  body?: Body;
  triangle: number;
  /** Weights of the triangle's corners. */
  barycentric: [number, number, number];
  /** The nearest corner. */
  vertex: number;
  /** m. */
  place: [number, number, number];
  /** From the origin of the ray, m. */
  distance: number;
}

/** Options of `weft.createWorld`. */
export interface WorldOptions extends MethodOptions {
  /** Length of one step, s. Default 1/60. */
  frameSeconds?: number;
  /** m/s2. Default [0, -9.81, 0]. */
  gravity?: Vector3;
  /** m/s. */
  wind?: Vector3;
  /** Amplitude of the turbulent part of the wind, m/s. */
  gust?: number;
  /** kg/m3. */
  airDensity?: number;
  /** Distance at which contact begins to push, m. */
  contactRadius?: number;
  /** Largest move of a body in one substep, m. */
  bodyMoveLimit?: number;
  /** At least 1; halved while cloth lies on something, or is at rest, and little of it is cut. */
  minSubsteps?: number;
  /**
   * Leave out of the steps what has not moved for half a second: a cloth with all that is near it, in the end the whole
   * world, until something concerns it. Default true.
   */
  sleep?: boolean;
}

/** Who may touch whom: two objects do when the mask of each has a bit of the other's groups, a cloth itself likewise. */
export interface CollisionOptions {
  /** The groups it belongs to, 16 bits. Default 1. */
  group?: number;
  /** The groups it touches, 16 bits. Default all. */
  mask?: number;
}

/** Options of `world.addBody`: a closed triangle mesh, or a convex solid, that moves as it is told. */
export interface BodyOptions extends CollisionOptions {
  /** 3 per vertex, m, rest pose. With a shape other than a hull it may be left out, with the indices. */
  positions?: FloatsLike;
  /** 3 per triangle, outward counter-clockwise. */
  indices?: WholesLike;
  /**
   * The convex solid that the body is to cloth, instead of its triangles: exact where it is round, and far quicker. The
   * mesh only shows it and has to move as one: `body.setTransform`.
   */
  shape?: ConvexShape;
  /** m: the middle of the shape among the positions. Default: their origin. */
  shapeCenter?: VectorLike;
  /** x, y, z, w: how the shape is turned against its mesh. */
  shapeRotation?: QuaternionLike;
  /** 4 per vertex. With bones the body is skinned in the core. */
  boneIndices?: WholesLike;
  /** 4 per vertex: whole numbers whose sum is 65535 for each vertex, or floats from 0 to 4 that are used as they are. */
  boneWeights?: Uint16Array | FloatsLike;
  /** 3 per bone, m: rest position of each bone's head. */
  boneHeads?: FloatsLike;
  /** A label per triangle: 0 trunk, 1 head, 2/3 arm, 4/5 leg, 6/7 foot, left/right. */
  parts?: WholesLike;
  /** Multiplies the fabric's friction. Default 1. */
  friction?: number;
  /** Accept a mesh with a boundary, such as a plane. */
  open?: boolean;
  name?: string;
}

/** A fabric per unit of area and width; see core/include/weft/types.h for the meaning of each number. */
export interface Fabric {
  /** kg/m2. */
  density: number;
  /** N/m along warp. */
  stretchWarp: number;
  /** N/m along weft. */
  stretchWeft: number;
  /** N/m per radian. */
  shear: number;
  /** Coupling of warp and weft, 0..0.5. */
  poisson: number;
  /** Stiffness in compression over tension, 0..1. */
  compression: number;
  /** Flexural rigidity, N m. */
  bendWarp: number;
  /** N m. */
  bendWeft: number;
  /** Strain-rate damping over stiffness, s. */
  damping: number;
  /** Largest stretch minus 1 before the limit stiffens. */
  strainLimit: number;
  /** m. */
  thickness: number;
  /** Coulomb coefficient against skin. */
  frictionBody: number;
  /** Coulomb coefficient against cloth. */
  frictionCloth: number;
  /** Normal air drag. */
  drag: number;
  /** Tangential air drag. */
  lift: number;
}

/** What holds a cloth vertex. */
export interface Pin {
  /** Of the cloth. */
  vertex: number;
  kind: keyof typeof PIN_KINDS;
  /** Index of the body in order of creation (kinds body and height). */
  body?: number;
  /** Body vertex (body), with whose largest triangle the pin moves and turns, or body triangle (height). */
  element?: number;
  /** spring: the place, m. height: offset[1] is the height over the triangle, m. */
  offset?: Vector3;
  /** N/m (height and spring). */
  stiffness?: number;
}

/** A piece of elastic tape along an edge of cloth: it pulls two vertices together where they are further apart than `rest`. */
export interface BandPiece {
  vertices: readonly [number, number];
  /** Its length without tension, m; 0.0001 to 100. */
  rest: number;
  /** N per unit of strain, 0 to 100000: what it pulls with where it is twice as long. */
  stiffness: number;
  /** kg, 0 to 1: tape that presses on a body needs some, half a gram a centimetre. None unless given. */
  mass?: number;
}

/** Options of `world.addCloth`. */
export interface ClothOptions extends CollisionOptions {
  /** 3 per vertex, m. */
  positions: FloatsLike;
  /** 3 per triangle. */
  indices: WholesLike;
  /** A preset's name, or numbers that replace those of a preset (cotton unless named). */
  fabric?: string | (Partial<Fabric> & { preset?: string });
  /** 2 per vertex, m: x along weft, y along warp. Without, the mesh as it stands is its rest shape. */
  material?: FloatsLike;
  /** 3 per vertex, m/s. */
  velocities?: FloatsLike;
  /** Pairs of vertices to sew. */
  seams?: WholesLike;
  pins?: readonly Pin[];
  /** Elastic tape, such as a waistband; of cloth with seams it pulls once these are closed. */
  bands?: readonly BandPiece[];
  /** 0 is closest to the body. */
  layer?: number;
  /** How long the seams take to close, s. */
  seamCloseSeconds?: number;
  name?: string;
  /** How the cloth is drawn, where drawing repeats vertices; `world.addCloth(geometry)` fills it in. */
  drawn?: DrawnMesh;
}

/** Something that happens at the start of a step. Everything live goes through events, so it can be replayed. */
export interface WeftEvent {
  kind: keyof typeof EVENT_KINDS;
  /** Happens before this step; the next one when left out. */
  step?: number;
  /** `index` of the body or cloth. */
  target?: number;
  /** For `fabric` the name of a preset, too. */
  index?: number | string;
  /** Up to 8 numbers. */
  p?: readonly number[];
}

/** A number that a method takes. */
export interface Parameter {
  name: string;
  /** Such as `m`; empty for a plain number. */
  unit: string;
  help: string;
  usual: number;
  low: number;
  high: number;
  whole: boolean;
  /** The only values allowed; empty when all of the range are. */
  choices: readonly number[];
  /** Names of these values, which may stand for them; empty when they have none. */
  names: readonly string[];
  /** Whether only the module with every method has it. */
  lab: boolean;
}

/** One row of the method registry. */
export interface Method {
  stage: Stage;
  name: string;
  /** Whose method it is. */
  source: string;
  /** What it promises. */
  guarantee: string;
  /** A response that promises that nothing crosses. */
  noCrossings: boolean;
  /** A response that cuts the moves that the solver proposes. */
  clips: boolean;
  /** A response whose crossings the repair `auto` repairs; with others it leaves them to be seen. */
  repaired: boolean;
  /** Only in weft-lab.wasm. */
  lab: boolean;
  parameters: readonly Parameter[];
}

/** The phases of a step, in order. */
export const PHASES = [
  'pose',
  'predict',
  'refresh',
  'detect',
  'solve',
  'commit',
  'audit',
  'repair',
  'publish',
] as const;

/** Name of a phase. */
export type Phase = (typeof PHASES)[number];

/** One side of what keeps bodies or pinned cloth from arriving. */
export interface BlockSide {
  /** Index of the cloth and of its vertex; absent where this side is a body. */
  cloth?: number;
  vertex?: number;
  /** Number of the pin that holds the vertex, in the order of `pins`. */
  pin?: number;
  /** Index of the body: this side itself, or what carries the pin. */
  body?: number;
  /** Label of the part of that body, where it has parts. */
  part?: number;
}

/** A number that a method has counted or measured: memory and time of a field, steps of an explicit solver. */
export interface Figure {
  what: string;
  unit: string;
  value: number;
  /** Index of the body that it is of; absent where it is of none. */
  body?: number;
  /** Number of the segment of that body, and its name; the name is empty where the body is one piece. */
  segment?: number;
  part?: string;
}

/** What a step did. */
export interface StepReport {
  /** `WEFT_OK`, or `WEFT_ERROR_NON_FINITE_STATE` when the world stayed at the last good step. */
  status: string;
  /** With another status: what the methods cannot do with the bodies there are, and what to do; left out when they can. */
  problem?: string;
  /** Steps done since the start. */
  step: number;
  substeps: number;
  /** Detections of this step. */
  rounds: number;
  /** Feature pairs of cloth with bodies and with cloth in the last detection. */
  pairs: number;
  /** Pairs that pushed in the last solve. */
  contacts: number;
  /** Vertices cut by the filter by more than 0.1 mm. */
  throttled: number;
  /** Vertices declared captured. */
  captured: number;
  /** Undeclared crossings of cloth and body. */
  crossingsBody: number;
  /** Undeclared crossings of cloth with itself and other cloth. */
  crossingsCloth: number;
  /** Crossings of captured vertices and of cloth that came in crossed. */
  crossingsDeclared: number;
  /** Vertices of crossed regions that are being repaired. */
  tangled: number;
  /** Of these regions, those without progress for a second. */
  stuck: number;
  /** Vertices taken back to the start of the step: the audit found crossings that nobody had declared. */
  rolledBack: number;
  /** Substeps that ended, their rounds spent, before all had arrived; `world.blocks()` says why. */
  blocked: number;
  /** Pins on bodies that were dropped, because they kept these from arriving in step after step. */
  pinsDropped: number;
  /** Seam pairs not yet welded. */
  seamsOpen: number;
  /** 1: nothing moved, and the step was skipped (`sleep`). */
  asleep: number;
  /** Cloths that take no part in steps until something comes near them (`sleep`). */
  clothsAsleep: number;
  /** Buffers that had to grow in this step; 0 once warmed up. */
  grown: number;
  /** Principal stretch minus 1 over all triangles. */
  strainP50: number;
  strainP99: number;
  strainMax: number;
  /** m. */
  seamGapMax: number;
  /** How far a body is behind its animation, m. */
  bodyLagMax: number;
  /** Of any cloth vertex, m/s. */
  speedMax: number;
  /** Milliseconds by phase. */
  ms: Record<Phase, number>;
}

/** Options of `world.advance`. */
export interface AdvanceOptions {
  /** Steps that one call does at most; time beyond is dropped and the cloth slows down. Default 3. */
  maxSteps?: number;
  /** Called before each step with the time at its end, s since the first step: pose the bodies for it. */
  beforeStep?: (seconds: number) => void;
}

/** What `world.advance` did. */
export interface AdvanceReport {
  /** Steps done, 0 included. */
  steps: number;
  /** Time that was dropped because more than `maxSteps` steps were due, s. */
  skippedSeconds: number;
  /** What each step did. */
  reports: StepReport[];
}
