// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft-cloth/three: cloth on screen and characters in the world, for three.js.
export { BodyCollider, type BodyColliderOptions } from './body_collider.js';
export { ClothMesh, type DrawableCloth } from './cloth_mesh.js';
export { mergeVertices, type MergedMesh } from './merge_vertices.js';
