// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The dark spot under what stands on the floor: how near the lowest vertices come to it, on a grid, blurred. Light
// from all sides casts no shadow in the shadow map, and without this one feet seem to float.
import * as THREE from 'three';

/** Edge of the square round the origin that is looked at, m, and of its grid. */
export const CONTACT_SIZE = 3.2;
const CELLS = 128;
/** Higher than this nothing darkens the floor, m. */
const REACH = 0.1;
/** Passes of a blur over three cells, each way. */
const BLURS = 3;

/** The spots as a texture of 0..255, x to the right, z to the front. */
export class ContactShadow {
  readonly texture: THREE.DataTexture;
  private readonly cells = new Float32Array(CELLS * CELLS);
  private readonly spare = new Float32Array(CELLS * CELLS);
  private readonly bytes = new Uint8Array(CELLS * CELLS);

  constructor() {
    this.texture = new THREE.DataTexture(this.bytes, CELLS, CELLS, THREE.RedFormat);
    this.texture.magFilter = this.texture.minFilter = THREE.LinearFilter;
  }

  clear(): void {
    this.cells.fill(0);
  }

  /** Adds vertices of something that may touch the floor. */
  add(positions: Float32Array): void {
    const scale = CELLS / CONTACT_SIZE;
    for (let k = 1; k < positions.length; k += 3) {
      if (positions[k] > REACH) continue;
      const x = Math.floor(positions[k - 1] * scale + CELLS / 2);
      const z = Math.floor(positions[k + 1] * scale + CELLS / 2);
      if (x < 0 || z < 0 || x >= CELLS || z >= CELLS) continue;
      const near = 1 - Math.max(0, positions[k]) / REACH;
      const at = z * CELLS + x;
      this.cells[at] = Math.max(this.cells[at], near * near);
    }
  }

  /** Shows what was added since the last `clear`. */
  commit(): void {
    for (let pass = 0; pass < BLURS; pass++) {
      blur(this.cells, this.spare, 1);
      blur(this.spare, this.cells, CELLS);
    }
    for (let i = 0; i < this.cells.length; i++) this.bytes[i] = 255 * this.cells[i];
    this.texture.needsUpdate = true;
  }
}

/** One pass along rows (step 1) or columns (step CELLS); what is beyond the grid is empty. */
function blur(from: Float32Array, to: Float32Array, step: number): void {
  const last = from.length - step;
  for (let i = 0; i < from.length; i++) {
    const before = i >= step ? from[i - step] : 0;
    const after = i < last ? from[i + step] : 0;
    to[i] = 0.25 * before + 0.5 * from[i] + 0.25 * after;
  }
}
