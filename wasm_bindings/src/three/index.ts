// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft-cloth/three: cloth on screen and characters in the world, for three.js.
export { BodyCollider, type BodyColliderOptions } from './body_collider.js';
export type { ObjectColliderOptions } from './character/object_body.js';
export type { Pattern } from './character/patterns.js';
export type { BodyProxy, ProxyCache, ProxyOptions } from './character/proxy.js';
export type { RepairOptions } from './character/repair.js';
export type { Padding } from './character/skin.js';
export type { Repair } from './character/sound_surface.js';
export { ClothMesh, type ClothMeshOptions, type DrawableCloth } from './cloth_mesh.js';
export { mergeVertices, type MergedMesh } from '../merge_vertices.js';
