// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the rest of the house may use of the cook.
export * from './types.js';
export * from './scene.js';
export { cook, type CookInfo, type CookResources } from './cook/cook.js';
export { SceneError } from './errors.js';
export { FABRIC_NAMES, fabricPreset, type Fabric } from './cloth/fabric.js';
export { checkScene } from './check.js';
export { SCENE_SCHEMA } from './schema.js';
export { PATTERNS } from './garment/patterns.js';
export type { BodyInfo, ClothInfo } from './cook/cook.js';
export type { GarmentInfo } from './cook/garments.js';
export { JITTER_SIZE, type Jitter } from './cloth/jitter.js';
export { describePinches, type Pinch, type PinchMap } from './pinch/pinch.js';
export type { PinchSpan } from './pinch/spans.js';
export type { MotionGaps, MotionPinch, PairGaps } from './pinch/motion_pinches.js';
export { convertGraph } from './graph/convert.js';
export { readEventGraph, type EventGraph } from './graph/graph.js';
