// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Marks on the points of cloth that are held: a yellow dot in a black ring with a white rim, which stands out on every
// dye and needs no eye for colour. What lies behind cloth or body shows through, fainter.
import * as THREE from 'three';

/** Diameter of a mark, m, and its bounds on the screen, px. */
const SIZE = 0.013;
const LEAST = 7;
const MOST = 14;
/** How much of a mark shows through what is before it. */
const FAINT = 0.65;
/** Points a buffer begins with. */
const ROOM = 256;

const VERTEX = `
  uniform float height;
  uniform float ratio;
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    float pixels = ${SIZE} * projectionMatrix[1][1] * height / (2.0 * gl_Position.w);
    gl_PointSize = clamp(pixels, ${LEAST}.0 * ratio, ${MOST}.0 * ratio);
    gl_Position.z -= 0.0008 * gl_Position.w; // before the cloth that it is on
  }`;

const FRAGMENT = `
  uniform float opacity;
  void main() {
    float r = 2.0 * length(gl_PointCoord - 0.5);
    float soft = fwidth(r);
    vec3 colour = mix(vec3(0.98, 0.87, 0.16), vec3(0.05), smoothstep(0.6 - soft, 0.6, r));
    colour = mix(colour, vec3(1.0), smoothstep(0.87 - soft, 0.87, r));
    gl_FragColor = vec4(colour, opacity * (1.0 - smoothstep(1.0 - soft, 1.0, r)));
  }`;

/** The marks of all cloths. */
export class CapturedMarks {
  readonly object = new THREE.Group();
  private readonly geometry = new THREE.BufferGeometry();
  private readonly materials = [
    material(1, THREE.LessEqualDepth),
    material(FAINT, THREE.GreaterDepth),
  ];
  private points = new Float32Array(3 * ROOM);
  private count = 0;

  constructor() {
    for (const one of this.materials) {
      const drawn = new THREE.Points(this.geometry, one);
      drawn.frustumCulled = false;
      drawn.renderOrder = 1;
      drawn.onBeforeRender = (renderer) => {
        one.uniforms.height.value = renderer.domElement.height;
        one.uniforms.ratio.value = renderer.getPixelRatio();
        one.uniformsNeedUpdate = true;
      };
      this.object.add(drawn);
    }
    this.bind();
  }

  /** Takes all marks away. */
  clear(): void {
    this.count = 0;
  }

  /** Marks the vertices that have a flag. */
  add(positions: Float32Array, flags: Uint8Array): void {
    for (let v = flags.indexOf(1); v >= 0; v = flags.indexOf(1, v + 1)) {
      if (3 * this.count === this.points.length) this.grow();
      this.points.set(positions.subarray(3 * v, 3 * v + 3), 3 * this.count++);
    }
  }

  /** Where the marks are, 3 numbers each. */
  get places(): Float32Array {
    return this.points.subarray(0, 3 * this.count);
  }

  /** Shows what was added since the last `clear`. */
  commit(): void {
    this.geometry.setDrawRange(0, this.count);
    this.geometry.attributes.position.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const one of this.materials) one.dispose();
  }

  private grow(): void {
    const more = new Float32Array(2 * this.points.length);
    more.set(this.points);
    this.points = more;
    this.geometry.dispose(); // the renderer makes its buffer anew
    this.bind();
  }

  private bind(): void {
    const attribute = new THREE.BufferAttribute(this.points, 3);
    this.geometry.setAttribute('position', attribute.setUsage(THREE.DynamicDrawUsage));
  }
}

function material(opacity: number, depthFunc: THREE.DepthModes): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: { height: { value: 1 }, ratio: { value: 1 }, opacity: { value: opacity } },
    transparent: true,
    depthWrite: false,
    depthFunc,
  });
}
