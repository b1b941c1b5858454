// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The light of the studio as it is baked at build time, against what its panels give by their shape.
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { gathered, lightAlong } from '../scripts/bake_studio';
import { studioMap } from '../src/view/studio_map';
import { LEVELS, LOOKED_AT, PANELS, SIDE } from '../src/view/studio_panels';

const up = new THREE.Vector3(0, 1, 0);

/** Glow on a surface with a normal, of 1 for a sky that glows evenly: the panels in many small pieces. */
function irradiance(normal: THREE.Vector3): number {
  let sum = 0;
  for (const { at, size, glow } of PANELS) {
    const panel = new THREE.Object3D();
    panel.position.set(...at);
    panel.lookAt(...LOOKED_AT);
    panel.updateMatrixWorld();
    const facing = new THREE.Vector3(0, 0, 1).transformDirection(panel.matrixWorld);
    const n = 200;
    for (let k = 0; k < n * n; k++) {
      const [x, y] = [((k % n) + 0.5) / n - 0.5, (Math.floor(k / n) + 0.5) / n - 0.5];
      const piece = new THREE.Vector3(x * size[0], y * size[1], 0).applyMatrix4(panel.matrixWorld);
      const r2 = piece.lengthSq();
      const towards = piece.clone().normalize();
      if (lightAlong(towards) !== glow) continue; // another panel is before it
      const cosines = Math.max(0, towards.dot(normal)) * Math.abs(towards.dot(facing));
      sum += (glow * cosines * size[0] * size[1]) / (n * n * r2 * Math.PI);
    }
  }
  return sum;
}

describe('the baked light', () => {
  it('is that of the panels where a surface is quite rough', () => {
    // Roughness 1 spreads light as a matt surface does, but for the weight of its half vectors.
    for (const normal of [up, new THREE.Vector3(1, 0, 0), new THREE.Vector3(-0.5, 0.3, 0.8)]) {
      const [walls, glow] = gathered(normal.normalize(), 1, 4096);
      expect(walls).toBeGreaterThan(0);
      expect(glow).toBeGreaterThan(0.97 * irradiance(normal));
      expect(glow).toBeLessThan(1.03 * irradiance(normal));
    }
  });

  it('is what a mirror sees where a surface is smooth, soft at the edges of panels', () => {
    const ceiling = PANELS[4];
    expect(gathered(up, 0, 64)).toEqual([0, expect.closeTo(ceiling.glow, 6)]);
    const towards = (x: number) => new THREE.Vector3(x, 5.8, 0.5).normalize();
    const edge = gathered(towards(2.46), 0, 4096)[1];
    expect(edge).toBeGreaterThan(0.3 * ceiling.glow);
    expect(edge).toBeLessThan(0.7 * ceiling.glow);
  });

  it('is refused as a map when it is cut short', () => {
    const texels = Array.from({ length: LEVELS + 1 }, (_, k) => 6 * (SIDE >> k) ** 2);
    const bytes = new Uint8Array(8 * texels.reduce((a, b) => a + b));
    const map = studioMap(bytes);
    expect(map.mipmaps.length - 1).toBe(LEVELS - 1); // the level that three.js takes for roughness 1
    expect(() => studioMap(bytes.subarray(0, bytes.length - 8))).toThrow(/another size/);
  });
});
