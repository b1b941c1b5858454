// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the page and the simulation worker say to each other. Every message that belongs to an open scene carries its
// session number, so that nothing of an earlier scene can land in a later one.
import type { BlockSide, Figure as Counted, StepReport } from 'weft-cloth';
import type { Scene } from 'weft-scenes';
import type { Figure } from './figure';
import type { GarmentEdges } from './garment_edges';
import type { LiveEvent } from './live_events';
import type { MotionMoment, Play } from './motion_clock';

/** A cloth as the page draws it. */
export interface ClothShape {
  name: string;
  vertexCount: number;
  triangles: Uint32Array;
  /** Material coordinates, 2 per vertex, m. */
  material: Float32Array;
  /** Where its hems, bands and seams are. */
  edges: GarmentEdges;
}

/** A body as the page draws it. */
export interface BodyShape extends Partial<Figure> {
  name: string;
  vertexCount: number;
  triangles: Uint32Array;
  boneCount: number;
}

/** A scene that was cooked and loaded. */
export interface OpenedScene {
  scene: Scene;
  title: string;
  cloths: ClothShape[];
  bodies: BodyShape[];
  /** First step after which the garment is sewn, and at rest; 0 when nothing is sewn. */
  sewn: number;
  settled: number;
  /** The wearer, by its number among the bodies, and the motions that it has been given; null without an avatar. */
  wearer: { body: number; plays: Play[] } | null;
  /** The garment hangs already: it was sewn before. */
  hangs: boolean;
  /** What took how long, ms: cooking and loading, taking over how it hangs, what the page draws. */
  times: { cook: number; drape: number; shapes: number };
}

/** When the parts of the start were there, ms after it began. */
export interface LoadTimes {
  module: number;
  bodies: number;
}

/** Where a shared run has to come out. */
export interface Goal {
  step: number;
  hash: string;
}

/** From the page to the worker. */
export type ToWorker =
  /** Comes first: the address of the folder that the build fills. */
  | { type: 'start'; assets: string }
  | {
      type: 'open';
      session: number;
      scene: unknown;
      play: boolean;
      goal?: Goal;
      stillFirst?: boolean;
      /** From its first step on: show how it is sewn, also where it is known how it hangs. */
      anew?: boolean;
      /** Do not show how it is sewn: what is on the stage stays until it hangs. */
      fit?: boolean;
    }
  | { type: 'play'; session: number }
  | { type: 'pause'; session: number }
  | { type: 'step'; session: number }
  /** The first frame is on the screen: time may begin. */
  | { type: 'shown'; session: number }
  | { type: 'event'; session: number; event: LiveEvent }
  | { type: 'record'; session: number; request: number }
  | { type: 'recycle'; session: number; buffer: ArrayBuffer }
  | { type: 'ping' };

/** One moment of a scene. */
export interface Frame {
  session: number;
  step: number;
  /** See frame.ts for what lies where. */
  buffer: ArrayBuffer;
  report: StepReport | null;
  /** Steps in a row up to this one without an undeclared crossing. */
  clean: number;
  /** Points of every cloth that are held because the body leaves them no room; welded vertices are one point. */
  held: number[];
  /** Pairs that keep bodies from arriving; empty while nothing waits. */
  blocks: BlockSide[][];
  /** What the methods have counted, when the hash is computed; else null. */
  figures: Counted[] | null;
  /** What the wearer does. */
  motion: MotionMoment | null;
  /** Of this step; only computed every so often, else null. */
  hash: string | null;
  /** Steps a second that the worker reached lately. */
  stepsPerSecond: number;
  /** Threads of the next step. */
  threads: number;
}

/** From the worker to the page. */
export type FromWorker =
  | { type: 'ready'; times: LoadTimes }
  /** A file that everything needs cannot be had. */
  | { type: 'unloaded'; sentence: string }
  | { type: 'progress'; session: number; stage: Stage; fraction: number; what: string }
  | { type: 'opened'; session: number; opened: OpenedScene }
  | ({ type: 'frame' } & Frame)
  | { type: 'state'; session: number; playing: boolean; step: number; hash: string }
  | { type: 'verdict'; session: number; goal: Goal; hash: string }
  | { type: 'recorded'; session: number; request: number; scene: Scene; step: number; hash: string }
  | { type: 'refused'; session: number; sentence: string }
  | { type: 'failed'; session: number; sentence: string }
  | { type: 'pong' };

/** What takes long: cooking the scene, sewing the garment, doing so unseen, running ahead to a shared step. */
export type Stage = 'load' | 'cook' | 'sew' | 'fit' | 'replay';
