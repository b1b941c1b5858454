// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Textures of the avatars, loaded once and shared. The page works without them: until one is there, or when it
// never comes, the material keeps its plain colour.
import * as THREE from 'three';

/** The folder that the build fills. */
export const ASSETS = new URL(`${import.meta.env.BASE_URL}assets/`, document.baseURI).href;

const loader = new THREE.TextureLoader();
const known = new Map<string, Promise<THREE.Texture>>();

/** Calls back when the texture is there; soon, when it was loaded before. */
export function loadTexture(file: string, use: (map: THREE.Texture) => void): void {
  let map = known.get(file);
  if (!map) {
    map = loader.loadAsync(`${ASSETS}avatar/${file}`).then((texture) => {
      texture.colorSpace = THREE.SRGBColorSpace;
      texture.anisotropy = 4;
      return texture;
    });
    known.set(file, map);
  }
  map.then(use, () => console.warn(`The texture ${file} could not be loaded.`));
}
