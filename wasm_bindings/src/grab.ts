// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A hand that holds cloth: a handful around a vertex follows it at the speed of a hand, no harder than the fabric can
// bear. What it does are events, so that a run with hands can be replayed.
import { vector } from './checks.js';
import { invalidArgument } from './error.js';
import type { Cloth } from './cloth.js';
import type { VectorLike } from './types.js';
import type { World } from './world.js';

/** Hands that a world has. */
export const HANDS = 8;

/** A grip on a cloth. Made by `cloth.grab`; it holds until `release`. */
export class Grab {
  readonly world: World;

  /** @internal */
  constructor(
    readonly cloth: Cloth,
    /** The vertex of the cloth in the middle of the handful. */
    readonly vertex: number,
    /** Number of the hand, 0 to 7: `p[4]` of the events. */
    readonly hand: number,
  ) {
    this.world = cloth.world;
  }

  /** False once it let go, the cloth or its world is gone or a restored snapshot knows nothing of it. */
  get isHolding(): boolean {
    return !this.world.isDisposed && this.world.grabs.includes(this);
  }

  /** Takes the hand to a place, m. Throws `WeftError` when it holds nothing any more. */
  moveTo(place: VectorLike): void {
    const to = vector('place', place);
    if (!this.isHolding) {
      throw invalidArgument('This grab has let go; cloth.grab takes hold again.');
    }
    this.world.pushEvent({ kind: 'drag', p: [...to, 0, this.hand] });
  }

  /** Lets go. Letting go twice is fine. */
  release(): void {
    if (this.isHolding) {
      this.world.pushEvent({ kind: 'drop', p: [0, 0, 0, 0, this.hand] });
      this.world.hands.letGo(this);
    }
  }
}
