// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Keeps what is worn below from showing through what is worn above. A triangle that is seen edge-on is narrower than a
// pixel and yet deep: how near it is changes by more from one side of the pixel to the other than there is between two
// layers, and graphics cards compute the depth of its samples no more exactly than that. Single samples of arms, straps and
// hems then came out before the cloth over them, as dark specks. So each layer is drawn farther away by what its depth
// changes within a pixel, once for every layer over it: nothing where it faces the camera.
import * as THREE from 'three';

/** Scenes of many cloths do not wear them all over each other. */
const MOST = 3;

/** Draws all meshes of a thing behind so many layers over it, but for hair, which is cut out and lies on clothes. */
export function putBelow(thing: THREE.Object3D, layers: number): void {
  thing.traverse((part) => {
    if (!(part instanceof THREE.Mesh)) return;
    const material = part.material as THREE.Material;
    if (material.alphaTest > 0) return;
    material.polygonOffset = layers > 0;
    material.polygonOffsetFactor = Math.min(layers, MOST);
  });
}
