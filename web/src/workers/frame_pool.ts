// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Two buffers travel between worker and page; a step never waits for one to come back.
import type { World } from 'weft-cloth';
import { capturedIn, type FrameLayout } from './frame';

const BUFFERS = 2;

/** The buffers that are at home. */
export class FramePool {
  private readonly free: ArrayBuffer[];

  constructor(private readonly layout: FrameLayout) {
    this.free = Array.from({ length: BUFFERS }, () => new ArrayBuffer(4 * layout.floats));
  }

  /** Whether a frame could be taken now. */
  get ready(): boolean {
    return this.free.length > 0;
  }

  /** Copies the world of now; null when both buffers are away. */
  take(world: World): ArrayBuffer | null {
    const buffer = this.free.pop();
    if (!buffer) return null;
    const floats = new Float32Array(buffer);
    this.layout.cloths.forEach((at, i) => {
      floats.set(world.cloths[i].positions, at.positions);
      floats.set(world.cloths[i].normals, at.normals);
      capturedIn(buffer, at).set(world.cloths[i].captured);
    });
    this.layout.bodies.forEach((at, i) => {
      floats.set(world.bodies[i].positions, at.positions);
      if (at.boneLength > 0) floats.set(world.bodies[i].boneMatrices, at.bones);
    });
    return buffer;
  }

  /** Takes a buffer back. */
  recycle(buffer: ArrayBuffer): void {
    if (buffer.byteLength === 4 * this.layout.floats && this.free.length < BUFFERS) {
      this.free.push(buffer);
    }
  }
}
