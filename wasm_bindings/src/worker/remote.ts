// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The API across a worker, as types: the verbs are the same and answer with promises; values and arrays are
// properties, as they were when the last answer came.
/// <reference lib="esnext.disposable" preserve="true" />
import type { Body } from '../body.js';
import type { Cloth } from '../cloth.js';
import type { Grab } from '../grab.js';
import type { GeometryBodyOptions, GeometryClothOptions, GeometryLike } from '../geometry.js';
import type { Address } from '../module.js';
import type {
  AdvanceOptions,
  AdvanceReport,
  BodyOptions,
  ClothOptions,
  PickHit,
} from '../types.js';
import type { Weft } from '../weft.js';
import type { World } from '../world.js';

/**
 * Which worker runs the simulator: `true` for the package's own script, the address of a copy of it, or a function that
 * makes the worker, for bundlers with their own way.
 */
export type WorkerChoice = true | Address | (() => unknown);

/** What an argument or a result becomes: objects of the API turn into their remote kind. */
export type Remoted<T> = T extends World
  ? RemoteWorld
  : T extends Cloth
    ? RemoteCloth
    : T extends Body
      ? RemoteBody
      : T extends Grab
        ? RemoteGrab
        : T extends (World | Cloth | Body | Grab)[]
          ? Remoted<T[number]>[]
          : T extends PickHit
            ? Omit<PickHit, 'cloth' | 'body'> & { cloth?: RemoteCloth; body?: RemoteBody }
            : T;

type RemotedAll<T extends unknown[]> = { [K in keyof T]: Remoted<T[K]> };

/** An object of the API in a worker. */
export type Remote<T> = {
  readonly [K in Extract<keyof T, string>]: T[K] extends (...args: infer A) => infer R
    ? (...args: RemotedAll<A>) => Promise<Remoted<Awaited<R>>>
    : Remoted<T[K]>;
};

/** A body in a worker. */
export type RemoteBody = Remote<Omit<Body, 'heap'>>;

/** A cloth in a worker. */
export type RemoteCloth = Remote<Omit<Cloth, 'heap'>>;

/** A hand in a worker. */
export type RemoteGrab = Remote<Grab>;

/** A world in a worker. */
export interface RemoteWorld extends Omit<
  Remote<World>,
  'addBody' | 'addCloth' | 'advance' | 'heap' | 'pointer'
> {
  addBody(options: BodyOptions): Promise<RemoteBody>;
  addBody(geometry: GeometryLike, options?: GeometryBodyOptions): Promise<RemoteBody>;
  addCloth(geometry: GeometryLike, options?: GeometryClothOptions): Promise<RemoteCloth>;
  addCloth(options: ClothOptions): Promise<RemoteCloth>;
  /**
   * As `world.advance`. While the worker is still busy with an earlier call, the seconds are saved up for one call that
   * follows it: a slow worker slows the cloth down and nothing else. Calls that were joined share one report.
   */
  advance(seconds: number, options?: AdvanceOptions): Promise<AdvanceReport>;
  /** As `dispose`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The simulator in a worker. */
export interface RemoteWeft extends Omit<Remote<Weft>, 'dispose'> {
  /** Ends the worker at once; calls that wait for an answer are rejected. */
  dispose(): void;
}
