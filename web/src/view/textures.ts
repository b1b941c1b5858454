// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pictures that the avatars are painted with. A figure is drawn without them, so they come after everything else.
import * as THREE from 'three';
import { loadFile } from '../workers/download';
import { ASSETS } from './assets';
import { PictureShelf } from './picture_shelf';

const WHAT = 'Pictures of the figure';

/** The pictures of this page. */
export const textures = new PictureShelf((file) =>
  loadFile({ url: `${ASSETS}avatar/${file}`, what: WHAT, later: true }, decode),
);

async function decode(bytes: ArrayBuffer): Promise<THREE.Texture> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([bytes]));
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  const texture = new THREE.Texture(image);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}
