// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// weft-cloth/surface: smooth surfaces of coarse cloth for a renderer of one's own; `ClothMesh` has one for three.js. Nothing
// here looks at what it is given twice: meshes are those of a cloth.
export type { BodyPlaces } from './near_bodies.js';
export { LEAVE, SmoothSurface, type SurfaceSource } from './smooth_surface.js';
