// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The public API of weft-cloth, whichever way the module comes (main.ts, inline.ts).
export { Body, type PoseOptions } from './body.js';
export { Cloth } from './cloth.js';
export { WeftError } from './error.js';
export { Grab } from './grab.js';
export { bodyFromGeometry, clothFromGeometry } from './geometry.js';
export type {
  DrawnMesh,
  GeometryBodyOptions,
  GeometryClothOptions,
  GeometryLike,
} from './geometry.js';
export type { LoadOptions } from './module.js';
export type { MethodChoice, MethodOptions, Stage } from './methods.js';
export { EVENT_KINDS, PIN_KINDS } from './registry.js';
export type { ConvexShape } from './convex.js';
export { PHASES } from './types.js';
export type {
  AdvanceOptions,
  AdvanceReport,
  BlockSide,
  BodyOptions,
  ClothOptions,
  ColliderLike,
  CollisionOptions,
  Fabric,
  Figure,
  GrabOptions,
  Method,
  Parameter,
  Phase,
  PickHit,
  PickOptions,
  BandPiece,
  Pin,
  PinOptions,
  PinToOptions,
  QuaternionLike,
  StepReport,
  ThreadChoice,
  Vector3,
  VectorLike,
  WeftEvent,
  WorldOptions,
} from './types.js';
export { Weft } from './weft.js';
export { World } from './world.js';
export type {
  RemoteBody,
  RemoteCloth,
  RemoteGrab,
  RemoteWeft,
  RemoteWorld,
  WorkerChoice,
} from './worker/remote.js';
