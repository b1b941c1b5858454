// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The studio's light as it was baked when the page was built (scripts/bake_studio.ts), as a map that three.js takes.
import * as THREE from 'three';
import { LEVELS, SIDE } from './studio_panels';

/** An environment map of four halves a texel. Throws when their number is wrong. */
export function studioMap(bytes: Uint8Array): THREE.CubeTexture {
  const halves = new Uint16Array(bytes.slice().buffer);
  let at = 0;
  const levels = Array.from({ length: LEVELS + 1 }, (_, level) => {
    const side = SIDE >> level;
    return Array.from({ length: 6 }, () => {
      const face = halves.subarray(at, (at += 4 * side * side));
      return new THREE.DataTexture(face, side, side, THREE.RGBAFormat, THREE.HalfFloatType);
    });
  });
  if (at !== halves.length) throw new Error('the light has another size');
  const map = new THREE.CubeTexture(levels[0] as unknown as HTMLImageElement[]);
  map.type = THREE.HalfFloatType;
  map.colorSpace = THREE.LinearSRGBColorSpace;
  map.generateMipmaps = false;
  map.minFilter = THREE.LinearMipmapLinearFilter;
  // Counted without the first: so the last one, which nothing reads, makes up for it.
  map.mipmaps = levels.slice(1).map((image) => ({ image })) as unknown as THREE.CubeTexture[];
  (map as { isPMREMTexture?: boolean }).isPMREMTexture = true;
  map.needsUpdate = true;
  return map;
}
