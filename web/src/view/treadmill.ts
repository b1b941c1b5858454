// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How fast the floor has to run: the mean move of the vertices that stand on it between two frames.

/** Vertices lower than this stand, m. */
const SOLE = 0.012;
/** Vertices lower than this in some frame are worth looking at, m. */
const FOOT = 0.2;
/** Faster than this is a jump of the animation, not a step, m a frame. */
const JUMP = 0.2;

/** Follows the soles of a body. */
export class Treadmill {
  private feet: number[] = [];
  private before: Float32Array | null = null;

  /** Takes the positions of a frame; returns the move of the ground since the last one, m. */
  follow(positions: Float32Array): { x: number; z: number } {
    if (!this.before) {
      for (let i = 1; i < positions.length; i += 3) if (positions[i] < FOOT) this.feet.push(i - 1);
      this.before = positions.slice();
      return { x: 0, z: 0 };
    }
    const move = this.meanMove(positions, this.before);
    for (const k of this.feet) {
      for (let c = k; c < k + 3; c++) this.before[c] = positions[c];
    }
    return Math.hypot(move.x, move.z) < JUMP ? move : { x: 0, z: 0 };
  }

  private meanMove(now: Float32Array, before: Float32Array): { x: number; z: number } {
    let [x, z, count] = [0, 0, 0];
    for (const k of this.feet) {
      if (now[k + 1] > SOLE || before[k + 1] > SOLE) continue;
      x += now[k] - before[k];
      z += now[k + 2] - before[k + 2];
      count++;
    }
    return count > 0 ? { x: x / count, z: z / count } : { x: 0, z: 0 };
  }
}
