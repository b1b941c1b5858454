// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// From light to screen: colours stay as they are up to a shoulder, above which they run softly into white. Khronos'
// PBR Neutral without its toe, which takes off the 4 % that a polished surface reflects: cloth reflects less, and black
// would lose its folds.
// Based on: Khronos, PBR Neutral Tone Mapper, 2024.
import * as THREE from 'three';

const EMPTY = 'vec3 CustomToneMapping( vec3 color ) { return color; }';
const SHOULDER = `
  vec3 CustomToneMapping( vec3 color ) {
    const float start = 0.76;
    const float desaturation = 0.15;
    color *= toneMappingExposure;
    float peak = max( color.r, max( color.g, color.b ) );
    if ( peak < start ) return color;
    float d = 1.0 - start;
    float compressed = 1.0 - d * d / ( peak + d - start );
    color *= compressed / peak;
    float g = 1.0 - 1.0 / ( desaturation * ( peak - compressed ) + 1.0 );
    return mix( color, vec3( compressed ), g );
  }`;

/** Has a renderer show colours like that. */
export function setTone(renderer: THREE.WebGLRenderer, exposure: number): void {
  const chunk = THREE.ShaderChunk as { tonemapping_pars_fragment: string };
  chunk.tonemapping_pars_fragment = chunk.tonemapping_pars_fragment.replace(EMPTY, SHOULDER);
  renderer.toneMapping = THREE.CustomToneMapping;
  renderer.toneMappingExposure = exposure;
}
