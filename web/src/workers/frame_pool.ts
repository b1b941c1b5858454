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
    if (world.origin.some((x) => x !== 0)) this.bringHome(floats, world.origin);
    return buffer;
  }

  // The page sees everything from where the origin was at first.
  private bringHome(floats: Float32Array, origin: readonly number[]): void {
    const { cloths, bodies } = this.layout;
    for (const { positions, length } of [...cloths, ...bodies]) {
      for (let i = 0; i < length; ++i) floats[positions + i] += origin[i % 3];
    }
    for (const { bones, boneLength } of bodies) {
      for (let row = 0; row < boneLength / 4; ++row) floats[bones + 4 * row + 3] += origin[row % 3];
    }
  }

  /** Takes a buffer back. */
  recycle(buffer: ArrayBuffer): void {
    if (buffer.byteLength === 4 * this.layout.floats && this.free.length < BUFFERS) {
      this.free.push(buffer);
    }
  }
}
