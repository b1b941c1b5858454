// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The scene description as TypeScript sees it; src/schema.ts says the same to everybody else. Lengths in metres,
// times in seconds, angles in degrees unless a name says otherwise; Y is up.
import type { Bezier } from './bodies/bezier.js';
import type { Course } from './bodies/course.js';
import type { Fabric } from './cloth/fabric.js';
import type { Jitter } from './cloth/jitter.js';
import type { Place } from './math/transform.js';
import type { Vec3 } from './math/vec3.js';

export interface Scene {
  $schema?: string;
  name: string;
  title?: string;
  description?: string;
  /** Length of a step, s. */
  frame?: number;
  /** How many steps the scene runs by default. */
  steps?: number;
  gravity?: Vec3;
  wind?: Vec3;
  gust?: number;
  air_density?: number;
  contact?: { radius?: number; body_move_limit?: number; min_substeps?: number };
  /** Whether cloth at rest, with all that is near it, is left out of the steps until something concerns it; true by default. */
  sleep?: boolean;
  methods?: Methods;
  /** Moves every free vertex of cloth by up to `size` m where it starts; the same seed gives the same bytes. */
  jitter?: Jitter;
  bodies?: SceneBody[];
  cloths: SceneCloth[];
  timeline?: SceneEvent[];
}

/** A method by its name, or with values of its parameters: `{ "name": "dop_tree", "k": 18 }`. */
export type MethodChoice = string | ({ name: string } & Record<string, number | string>);

export interface Methods {
  structure?: MethodChoice;
  narrow_phase?: MethodChoice;
  solver?: MethodChoice;
  response?: MethodChoice;
  repair?: MethodChoice;
}

interface BodyBase extends Place {
  name?: string;
  /** Multiplies the fabric's coefficient of friction. */
  friction?: number;
}

export type SceneBody = BodyBase &
  (
    | {
        kind: 'avatar';
        body: string;
        motion?: string;
        /** Long motions to cook besides those that the scene plays, so that somebody may play them live. */
        motions?: string[];
      }
    | ScenePrimitive
  );

/** Cloth meets the solid itself and not its mesh; a floor is then without end. */
interface Convex {
  convex?: boolean;
}

export type ScenePrimitive = BodyBase & { course?: Course } & (
    | ({ kind: 'sphere'; radius: number; detail?: number } & Convex)
    | { kind: 'torus'; ring: number; tube: number }
    | ({ kind: 'cube'; size: number; rounding?: number } & Convex)
    | ({ kind: 'cone'; radius: number; height: number } & Convex)
    | { kind: 'box'; size: Vec3 }
    | { kind: 'capsule'; radius: number; length: number }
    | { kind: 'hull'; positions: number[]; triangles: number[] }
    | { kind: 'table'; radius: number; thickness?: number; segments?: number }
    | ({ kind: 'plane'; size: [number, number]; thickness?: number } & Convex)
    | ({ kind: 'floor'; size?: number } & Convex)
    | Bezier
    | { kind: 'mesh'; positions: number[]; triangles: number[]; open?: boolean }
  );

/** Which vertices of a sheet: all within a box of material coordinates, m, or a named side or corner. */
export type Where = string | { weft?: [number, number]; warp?: [number, number] };

export interface ScenePin {
  where: Where;
  /** A spring of this stiffness, N/m; without it the vertices are fixed. */
  stiffness?: number;
  /** A body that carries them, each on its nearest vertex; the way from that vertex keeps its direction. */
  body?: string;
}

interface ClothBase {
  name?: string;
  fabric?: string | (Partial<Fabric> & { preset?: string });
  /** 0 is closest to the body. */
  layer?: number;
}

export type SceneCloth = ClothBase &
  (
    | ({
        kind: 'grid';
        size: [number, number];
        columns: number;
        rows: number;
        pins?: ScenePin[];
        velocity?: Vec3;
      } & Place)
    | ({
        kind: 'disc';
        radius: number;
        /** Edge length of the mesh, m. */
        spacing: number;
        /** Vertices this near to the middle are held in place, m. */
        held?: number;
      } & Place)
    | ({
        kind: 'tube';
        radius: number;
        height: number;
        around: number;
        rows: number;
        pins?: ScenePin[];
      } & Place)
    | ({
        kind: 'mesh';
        positions: number[];
        triangles: number[];
        material?: number[];
        seams?: [number, number][];
        pins?: { vertex: number; stiffness?: number }[];
      } & Place)
    | SceneGarment
  );

/** An elastic tape along an edge of a pattern. */
export interface SceneBand {
  /** Name of the edge, as for `fixtures`. */
  edge: string;
  /** How much longer the tape is than the edge, as a fraction: -0.04 is cut 4 % shorter. */
  ease?: number;
  /** N per unit of strain: what pulls where it is stretched to twice its length. */
  stiffness?: number;
  /** kg/m of the edge: what is light is pressed through the room between cloth and skin. */
  density?: number;
}

export interface SceneGarment extends ClothBase {
  kind: 'garment';
  pattern: string;
  /** Name of the avatar that wears it. */
  wearer?: string;
  /** Whose measurements the pattern is drafted to, when it is not the wearer. */
  drafted_for?: string;
  /** Edge length of the mesh, mm. */
  resolution?: number;
  /** Added to every girth, mm, on top of the pattern's own ease. */
  ease?: number;
  /** Factor on all measurements: 1 is made to measure. */
  scale?: number;
  /** Edges of the pattern that are fixed to the wearer, each vertex to the nearest of the body, once the garment hangs. */
  fixtures?: string[];
  /** Elastic tapes sewn along edges of the pattern, instead of its own; an empty list leaves them off. */
  bands?: SceneBand[];
  /** Options of the pattern, as fractions. */
  options?: Record<string, number>;
}

export interface SceneEvent {
  /** A step, or a moment that the cook knows: `sewn`, `settled`. */
  at: number | string;
  do: string;
  body?: string;
  cloth?: string;
  clip?: string;
  blend?: number;
  start?: number;
  value?: number | Vec3;
  gust?: number;
  seconds?: number;
  fabric?: string;
  vertex?: number;
  stiffness?: number;
  pins?: string;
  morph?: string;
}
