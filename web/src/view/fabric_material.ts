// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What a fabric does with light: a rough or smooth base, the sheen of fibres that stand off the surface, a weave in
// the normals, a print in material coordinates, hems and seams from the pattern's edges. Both sides are drawn.
import * as THREE from 'three';
import type { FabricName, PrintName } from '../choices';
import { yarnsOf } from './dye';
import { drawPrint, PRINT_SIZE } from './print';
import { LOOKS } from './fabric_looks';
import { RIB, WAISTBAND } from './trim';
import {
  FRAGMENT_COLOUR,
  FRAGMENT_HEAD,
  FRAGMENT_NORMAL,
  VERTEX_BODY,
  VERTEX_DEPTH,
  VERTEX_HEAD,
} from './trim_shader';
import { weaveMap } from './weave';

/** Pixels of the maps: about half a millimetre of cloth each in the print, a tenth in the weave. */
const PRINT_PIXELS = 512;
const WEAVE_PIXELS = 256;

const weaveMaps = new Map<FabricName, THREE.DataTexture>();

function weaveTexture(fabric: FabricName): THREE.DataTexture {
  const known = weaveMaps.get(fabric);
  if (known) return known;
  const bytes = weaveMap(LOOKS[fabric].weave, WEAVE_PIXELS);
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
    const { surface, weave, mottle, indigo } = LOOKS[look.fabric];
    const yarns = yarnsOf(look.hex, indigo);
    this.map?.dispose();
    const drawn = drawPrint(mottle, yarns.warp, look.print, PRINT_PIXELS);
    this.map = new THREE.CanvasTexture(drawn);
    this.map.colorSpace = THREE.SRGBColorSpace;
    repeat(this.map);
    this.normalMap = weaveTexture(look.fabric);
    this.roughness = surface.roughness;
    this.specularIntensity = surface.specular;
    this.sheen = surface.sheen;
    this.sheenRoughness = surface.sheenRoughness;
    this.sheenColor.set(yarns.warp).lerp(new THREE.Color(1, 1, 1), surface.sheenWhite);
    this.anisotropy = surface.anisotropy ?? 0;
    this.smoothing = surface.smoothing;
    const weft = new THREE.Color(yarns.weft);
    this.uniforms.weftColour.value.set(weft.r, weft.g, weft.b, surface.weft ?? 0);
    this.uniforms.dyeColour.value.set(yarns.warp);
    this.uniforms.threadColour.value.set(yarns.thread);
    this.uniforms.clothScale.value.set(1 / PRINT_SIZE, 1 / weave.size);
    this.makeUp(look.fabric);
    this.needsUpdate = true;
  }

  override dispose(): void {
    this.map?.dispose();
    super.dispose();
  }

  private makeUp(fabric: FabricName): void {
    const { hem, hemRows, seamRows, bothSides, stitch, edge, wear } = LOOKS[fabric].trim;
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
