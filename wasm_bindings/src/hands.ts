// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Which hand of a world is whose. The core knows what each holds; a hand taken by an event of its own, without
// `cloth.grab`, is left alone as long as there are others.
import type { Cloth } from './cloth.js';
import { WeftError } from './error.js';
import { Grab, HANDS } from './grab.js';
import type { World } from './world.js';

/** The hands of a world. */
export class Hands {
  private held = new Map<number, Grab>();

  constructor(private readonly world: World) {}

  /** What is held, by hand. */
  get grabs(): Grab[] {
    return [...this.held.values()].sort((a, b) => a.hand - b.hand);
  }

  /** A free hand takes hold. Hand 0, which events without a number move, is the last to be taken. */
  take(cloth: Cloth, vertex: number): Grab {
    for (let hand = HANDS - 1; hand >= 0; --hand) {
      if (!this.held.has(hand)) {
        const grab = new Grab(cloth, vertex, hand);
        this.held.set(hand, grab);
        return grab;
      }
    }
    throw new WeftError(
      'WEFT_ERROR_INVALID_ARGUMENT',
      `All ${HANDS} hands hold something; release one first.`,
      'grab',
    );
  }

  letGo(grab: Grab): void {
    if (this.held.get(grab.hand) === grab) {
      this.held.delete(grab.hand);
    }
  }

  /** What hung on a cloth that is gone has let go. */
  forget(cloth: Cloth): void {
    this.grabs.filter((grab) => grab.cloth === cloth).forEach((grab) => this.letGo(grab));
  }

  /** Takes over what the core holds, after another state was restored. */
  readCore(): void {
    const { heap, pointer, cloths } = this.world;
    const before = this.held;
    this.held = new Map();
    heap.scoped((scope) => {
      const at = scope.struct('weft_hand');
      for (let hand = 0; hand < HANDS; ++hand) {
        if (heap.exports.weft_world_hand(pointer, hand, at)) {
          const { cloth: index, vertex } = heap.readStruct('weft_hand', at);
          const cloth = cloths.find((each) => each.index === index)!;
          const old = before.get(hand);
          const same = old?.cloth === cloth && old.vertex === vertex;
          this.held.set(hand, same ? old : new Grab(cloth, vertex as number, hand));
        }
      }
    });
  }
}
