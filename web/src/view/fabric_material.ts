// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a fabric does with light: a rough or smooth base, the sheen of fibres that stand off the surface, a weave in
// the normals, a print in material coordinates, hems and seams from the pattern's edges. Both sides are drawn.
import * as THREE from 'three';
import type { FabricName, PrintName } from '../app/choices';
import { yarnsOf } from './dye';
import { drawPrint, PRINT_SIZE } from './print';
import { RIB, TRIMS, WAISTBAND } from './trim';
import {
  FRAGMENT_COLOUR,
  FRAGMENT_HEAD,
  FRAGMENT_NORMAL,
  VERTEX_BODY,
  VERTEX_DEPTH,
  VERTEX_HEAD,
} from './trim_shader';
import { weaveMap, WEAVES } from './weave';

interface Finish {
  roughness: number;
  sheen: number;
  sheenRoughness: number;
  /** How white the sheen is; the rest is the dye. Much of it draws grey streaks along the folds of a matt cloth. */
  sheenWhite: number;
  specular: number;
  /** How much longer highlights are across the warp than along it: satin's floats reflect like brushed metal. */
  anisotropy?: number;
  /** How much of the weft shows in its own colour. */
  weft?: number;
  /** Rounds by which shading normals are smoothed: folds of the mesh's own size would glitter on smooth cloth. */
  smoothing: number;
}

const FINISHES: Record<FabricName, Finish> = {
  cotton: matt({ roughness: 0.9, sheen: 0.35, sheenRoughness: 0.6, smoothing: 1 }),
  denim: matt({ roughness: 0.9, sheen: 0.15, sheenRoughness: 0.7, weft: 0.27, smoothing: 1 }),
  silk: {
    roughness: 0.52,
    sheen: 0.5,
    sheenRoughness: 0.45,
    sheenWhite: 0.2,
    specular: 0.5,
    anisotropy: 0.5,
    smoothing: 6,
  },
  wool: matt({ roughness: 1, sheen: 0.8, sheenRoughness: 0.75, sheenWhite: 0.1, smoothing: 2 }),
  jersey: matt({ roughness: 0.92, sheen: 0.5, sheenRoughness: 0.55, smoothing: 1 }),
  linen: matt({ roughness: 0.86, sheen: 0.25, sheenRoughness: 0.5, specular: 0.2, smoothing: 1 }),
  leather: {
    ...matt({ roughness: 0.48, sheen: 0, sheenRoughness: 1, smoothing: 3 }),
    specular: 0.6,
  },
};

function matt(
  own: Partial<Finish> & Pick<Finish, 'roughness' | 'sheen' | 'sheenRoughness' | 'smoothing'>,
): Finish {
  return { sheenWhite: 0.05, specular: 0.15, ...own };
}

/** Pixels of the maps: about half a millimetre of cloth each in the print, a tenth in the weave. */
const PRINT_PIXELS = 512;
const WEAVE_PIXELS = 256;

const weaveMaps = new Map<FabricName, THREE.DataTexture>();

function weaveTexture(fabric: FabricName): THREE.DataTexture {
  const known = weaveMaps.get(fabric);
  if (known) return known;
  const bytes = weaveMap(WEAVES[fabric], WEAVE_PIXELS);
  const map = new THREE.DataTexture(bytes, WEAVE_PIXELS, WEAVE_PIXELS);
  repeat(map);
  map.generateMipmaps = true;
  map.minFilter = THREE.LinearMipmapLinearFilter;
  map.magFilter = THREE.LinearFilter;
  map.needsUpdate = true;
  weaveMaps.set(fabric, map);
  return map;
}

function repeat(map: THREE.Texture): void {
  map.wrapS = map.wrapT = THREE.RepeatWrapping;
  map.anisotropy = 4;
}

/** How a cloth is to look. */
export interface Look {
  fabric: FabricName;
  hex: string;
  print: PrintName;
}

/** A material that shows cloth; its uniforms hold what the library's material does not know. */
export class FabricMaterial extends THREE.MeshPhysicalMaterial {
  /** Rounds by which normals are to be smoothed. */
  smoothing = 0;
  /** Half the thickness of a folded edge, m. */
  edge = 0;
  private readonly uniforms = {
    clothScale: { value: new THREE.Vector2() },
    weftColour: { value: new THREE.Vector4() },
    dyeColour: { value: new THREE.Color() },
    threadColour: { value: new THREE.Color() },
    hemTrim: { value: new THREE.Vector4() },
    seamTrim: { value: new THREE.Vector4() },
    stitchTrim: { value: new THREE.Vector3() },
    bandTrim: { value: new THREE.Vector2(WAISTBAND, RIB) },
  };

  constructor(look: Look) {
    super({ side: THREE.DoubleSide, shadowSide: THREE.DoubleSide });
    this.onBeforeCompile = (shader) => extend(shader, this.uniforms);
    this.show(look);
  }

  /** Changes to another look in place. */
  show(look: Look): void {
    const finish = FINISHES[look.fabric];
    const yarns = yarnsOf(look.fabric, look.hex);
    this.map?.dispose();
    const drawn = drawPrint(look.fabric, yarns.warp, look.print, PRINT_PIXELS);
    this.map = new THREE.CanvasTexture(drawn);
    this.map.colorSpace = THREE.SRGBColorSpace;
    repeat(this.map);
    this.normalMap = weaveTexture(look.fabric);
    this.roughness = finish.roughness;
    this.specularIntensity = finish.specular;
    this.sheen = finish.sheen;
    this.sheenRoughness = finish.sheenRoughness;
    this.sheenColor.set(yarns.warp).lerp(new THREE.Color(1, 1, 1), finish.sheenWhite);
    this.anisotropy = finish.anisotropy ?? 0;
    this.smoothing = finish.smoothing;
    const weft = new THREE.Color(yarns.weft);
    this.uniforms.weftColour.value.set(weft.r, weft.g, weft.b, finish.weft ?? 0);
    this.uniforms.dyeColour.value.set(yarns.warp);
    this.uniforms.threadColour.value.set(yarns.thread);
    this.uniforms.clothScale.value.set(1 / PRINT_SIZE, 1 / WEAVES[look.fabric].size);
    this.makeUp(look.fabric);
    this.needsUpdate = true;
  }

  override dispose(): void {
    this.map?.dispose();
    super.dispose();
  }

  private makeUp(fabric: FabricName): void {
    const { hem, hemRows, seamRows, bothSides, stitch, edge, wear } = TRIMS[fabric];
    this.uniforms.hemTrim.value.set(hem, ...hemRows, wear);
    this.uniforms.seamTrim.value.set(...seamRows, bothSides ? 1 : 0, 0);
    this.uniforms.stitchTrim.value.set(...stitch);
    this.edge = edge / 1000;
  }
}

/** Puts the cloth's own code into the library's shader. */
function extend(
  shader: THREE.WebGLProgramParametersWithUniforms,
  uniforms: Record<string, THREE.IUniform>,
): void {
  Object.assign(shader.uniforms, uniforms);
  const main = 'void main() {';
  shader.vertexShader = shader.vertexShader
    .replace(main, `${VERTEX_HEAD}${main}`)
    .replace('#include <uv_vertex>', `#include <uv_vertex>${VERTEX_BODY}`)
    .replace('#include <project_vertex>', `#include <project_vertex>${VERTEX_DEPTH}`);
  shader.fragmentShader = shader.fragmentShader
    .replace(main, `${FRAGMENT_HEAD}${main}`)
    .replace('#include <map_fragment>', FRAGMENT_COLOUR)
    .replace('#include <normal_fragment_maps>', FRAGMENT_NORMAL);
}
