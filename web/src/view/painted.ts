// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A surface that is painted with a picture, and with the picture's colours at its corners until that has come. Where the
// picture is cut out, the corners are too, so hair has its shape and eyes look at one from the first frame on.
import * as THREE from 'three';
import { textures } from './textures';

const LINEAR = Float32Array.from({ length: 256 }, (_, c) =>
  c < 11 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
);

/** Gives a mesh its colours. Returns a function to be called when the mesh goes. */
export function paint(
  mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>,
  { texture, tints }: { texture: string; tints: Uint8Array },
  onTexture: () => void,
): () => void {
  const { geometry, material } = mesh;
  geometry.setAttribute('color', new THREE.BufferAttribute(linear(tints), 4));
  material.vertexColors = true;
  return textures.use(texture, (map) => {
    material.map = map;
    material.vertexColors = false;
    material.needsUpdate = true;
    onTexture();
  });
}

/** What three.js expects of colours of vertices; what they cover is no light. */
function linear(tints: Uint8Array): Float32Array {
  return Float32Array.from(tints, (c, i) => (i % 4 === 3 ? c / 255 : LINEAR[c]));
}
