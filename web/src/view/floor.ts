// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The floor: the backdrop itself, which goes on under the figure without a seam. What is drawn is only what darkens it:
// the key light's shadow, the spots where something stands, and a faint grain that runs backwards under a walker as on
// a treadmill. The speed comes from the soles that stand on it, so that no foot seems to slide.
import * as THREE from 'three';
import { CONTACT_SIZE, ContactShadow } from './contact_shadow';
import { valueNoise } from './noise';

const RADIUS = 4;
/** Edge of the grain's tile, m. */
const TILE = 1.2;
const GRAIN_PIXELS = 256;

/** How dark the cast shadow, the spots and the grain are, by scheme. */
const DEPTH = {
  light: { cast: 0.2, contact: 0.7, grain: 0.07 },
  dark: { cast: 0.42, contact: 0.85, grain: 0.16 },
} as const;

const VERTEX_DECLARE = 'varying vec2 floorPlace;\n';
const FRAGMENT_DECLARE = `
  varying vec2 floorPlace;
  uniform sampler2D contactMap;
  uniform sampler2D grainMap;
  uniform vec2 run;
  uniform vec3 depth;
`;
const FRAGMENT = `
  float far = length(floorPlace) / ${RADIUS}.0;
  float fade = 1.0 - smoothstep(0.25, 1.0, far);
  float thrown = depth.x * (1.0 - getShadowMask());
  float spot = depth.y * texture2D(contactMap, floorPlace / ${CONTACT_SIZE} + 0.5).r;
  float grain = depth.z * texture2D(grainMap, (floorPlace + run) / ${TILE}).r;
  gl_FragColor = vec4(color, fade * (1.0 - (1.0 - thrown) * (1.0 - spot) * (1.0 - grain)));
`;

/** Floor of the stage. */
export class Floor {
  readonly object: THREE.Mesh<THREE.PlaneGeometry, THREE.ShadowMaterial>;
  readonly contact = new ContactShadow();
  private readonly uniforms = {
    contactMap: { value: this.contact.texture },
    grainMap: { value: drawGrain() },
    run: { value: new THREE.Vector2() },
    depth: { value: new THREE.Vector3() },
  };

  constructor() {
    const material = new THREE.ShadowMaterial({
      color: 0x0b0a09,
      depthWrite: false,
      // Under a floor that a scene brings along, which lies in the same plane.
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    material.onBeforeCompile = (shader) => this.extend(shader);
    this.object = new THREE.Mesh(new THREE.PlaneGeometry(2 * RADIUS, 2 * RADIUS), material);
    this.object.rotation.x = -Math.PI / 2;
    this.object.receiveShadow = true;
    this.object.renderOrder = -1;
  }

  /** Goes with the backdrop of a scheme. */
  setScheme(dark: boolean): void {
    const { cast, contact, grain } = DEPTH[dark ? 'dark' : 'light'];
    this.uniforms.depth.value.set(cast, contact, grain);
  }

  /** Moves the grain along, m: x to the wearer's left, z to the front. */
  slide(x: number, z: number): void {
    const { value } = this.uniforms.run;
    value.set((value.x - x) % TILE, (value.y - z) % TILE);
  }

  private extend(shader: THREE.WebGLProgramParametersWithUniforms): void {
    Object.assign(shader.uniforms, this.uniforms);
    shader.vertexShader =
      VERTEX_DECLARE +
      shader.vertexShader.replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\nfloorPlace = vec2(position.x, -position.y);',
      );
    const colour = /gl_FragColor = vec4\( color.*;/;
    shader.fragmentShader = FRAGMENT_DECLARE + shader.fragmentShader.replace(colour, FRAGMENT);
  }
}

/** Clouds of two sizes, as on trowelled plaster. */
function drawGrain(): THREE.DataTexture {
  const bytes = new Uint8Array(GRAIN_PIXELS * GRAIN_PIXELS);
  for (let y = 0, k = 0; y < GRAIN_PIXELS; y++) {
    for (let x = 0; x < GRAIN_PIXELS; x++, k++) {
      const [u, v] = [x / GRAIN_PIXELS, y / GRAIN_PIXELS];
      const coarse = valueNoise(u * 5, v * 5, 5, 5);
      const fine = valueNoise(u * 24, v * 24, 24, 24);
      bytes[k] = 255 * Math.max(0, 0.62 * coarse + 0.38 * fine - 0.2);
    }
  }
  const map = new THREE.DataTexture(bytes, GRAIN_PIXELS, GRAIN_PIXELS, THREE.RedFormat);
  map.wrapS = map.wrapT = THREE.RepeatWrapping;
  map.generateMipmaps = true;
  map.minFilter = THREE.LinearMipmapLinearFilter;
  map.magFilter = THREE.LinearFilter;
  map.anisotropy = 8;
  map.needsUpdate = true;
  return map;
}
