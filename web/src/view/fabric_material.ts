// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a fabric does with light: a rough or smooth base, the sheen of fibres that stand off the surface, a weave in
// the normals, a print in material coordinates. Both sides are drawn.
import * as THREE from 'three';
import type { FabricName, PrintName } from '../app/choices';
import { drawPrint, PRINT_SIZE } from './print';
import { WEAVES, weaveNormals } from './weave';

interface Finish {
  roughness: number;
  sheen: number;
  sheenRoughness: number;
  /** How white the sheen is; the rest is the dye. Much of it draws grey streaks along the folds of a matt cloth. */
  sheenWhite: number;
  specular: number;
  clearcoat?: number;
  anisotropy?: number;
}

const FINISHES: Record<FabricName, Finish> = {
  cotton: { roughness: 0.9, sheen: 0.35, sheenRoughness: 0.6, sheenWhite: 0.05, specular: 0.15 },
  denim: { roughness: 0.88, sheen: 0.2, sheenRoughness: 0.7, sheenWhite: 0.1, specular: 0.15 },
  silk: {
    roughness: 0.36,
    sheen: 0.6,
    sheenRoughness: 0.25,
    sheenWhite: 0.55,
    specular: 0.8,
    anisotropy: 0.5,
  },
  wool: { roughness: 1, sheen: 0.8, sheenRoughness: 0.75, sheenWhite: 0.1, specular: 0.1 },
  jersey: { roughness: 0.92, sheen: 0.5, sheenRoughness: 0.55, sheenWhite: 0.05, specular: 0.15 },
  linen: { roughness: 0.86, sheen: 0.25, sheenRoughness: 0.5, sheenWhite: 0.1, specular: 0.2 },
  leather: {
    roughness: 0.46,
    sheen: 0,
    sheenRoughness: 1,
    sheenWhite: 0,
    specular: 0.5,
    clearcoat: 0.2,
  },
};

/** Pixels of the maps: about half a millimetre of cloth each in the print, a tenth in the weave. */
const PRINT_PIXELS = 512;
const WEAVE_PIXELS = 256;

const normalMaps = new Map<FabricName, THREE.DataTexture>();

function normalMap(fabric: FabricName): THREE.DataTexture {
  const known = normalMaps.get(fabric);
  if (known) return known;
  const weave = WEAVES[fabric];
  const map = new THREE.DataTexture(weaveNormals(weave, WEAVE_PIXELS), WEAVE_PIXELS, WEAVE_PIXELS);
  repeat(map, weave.size);
  map.generateMipmaps = true;
  map.minFilter = THREE.LinearMipmapLinearFilter;
  map.magFilter = THREE.LinearFilter;
  map.needsUpdate = true;
  normalMaps.set(fabric, map);
  return map;
}

/** Texture coordinates are metres of cloth, so a map repeats once every `size`. */
function repeat(map: THREE.Texture, size: number): void {
  map.wrapS = map.wrapT = THREE.RepeatWrapping;
  map.repeat.set(1 / size, 1 / size);
  map.anisotropy = 8;
}

/** How a cloth is to look. */
export interface Look {
  fabric: FabricName;
  hex: string;
  print: PrintName;
}

/** Makes the material for a look. Give `dispose` a thought: the print belongs to the material. */
export function makeFabricMaterial(look: Look): THREE.MeshPhysicalMaterial {
  const material = new THREE.MeshPhysicalMaterial({
    side: THREE.DoubleSide,
    shadowSide: THREE.DoubleSide,
  });
  applyLook(material, look);
  return material;
}

/** Changes a material to another look in place. */
export function applyLook(material: THREE.MeshPhysicalMaterial, look: Look): void {
  const finish = FINISHES[look.fabric];
  material.map?.dispose();
  material.map = new THREE.CanvasTexture(
    drawPrint(look.fabric, look.hex, look.print, PRINT_PIXELS),
  );
  material.map.colorSpace = THREE.SRGBColorSpace;
  repeat(material.map, PRINT_SIZE);
  material.normalMap = normalMap(look.fabric);
  material.roughness = finish.roughness;
  material.specularIntensity = finish.specular;
  material.sheen = finish.sheen;
  material.sheenRoughness = finish.sheenRoughness;
  material.sheenColor.set(look.hex).lerp(new THREE.Color(1, 1, 1), finish.sheenWhite);
  material.clearcoat = finish.clearcoat ?? 0;
  material.clearcoatRoughness = 0.5;
  material.anisotropy = finish.anisotropy ?? 0;
  material.needsUpdate = true;
}
