// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Dragging cloth by keys, in two phases: arrows bring a ring to a place on the cloth; after Enter they pull it. Each
// change is told in words.

/** The hand that the keys move. */
export interface Hand {
  aim(): string | null;
  move(right: number, up: number): string | null;
  grab(): void;
  pull(right: number, up: number, near: number): void;
  drop(): void;
  hide(): void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const AIM = 'Arrows move the ring, Enter takes hold, Escape leaves.';
const HOLD = 'Arrows pull, with Shift up and down push away and pull near; Enter lets go.';

/** Turns keys into what the hand does. */
export class KeyboardGrab {
  private phase: 'off' | 'aim' | 'held' = 'off';
  private cloth = '';

  /** `tell` has a sentence read, and shows it while the hand is there; nothing to show when it is gone. */
  constructor(
    private readonly hand: Hand,
    private readonly nameOf: (cloth: string) => string,
    private readonly tell: (said: string, shown: string) => void,
  ) {}

  /** Brings the ring to the cloth; a second time takes hold, a third time lets go. */
  press(): void {
    if (this.phase === 'aim') return this.hold();
    if (this.phase === 'held') return this.leave('Let go.');
    const cloth = this.hand.aim();
    if (cloth === null) return this.tell('No cloth is in view.', '');
    this.phase = 'aim';
    this.cloth = cloth;
    this.tell(`On the ${this.nameOf(cloth)}. ${AIM}`, AIM);
  }

  /** Takes a key that the hand needs; false when it is for somebody else. */
  key({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    if (this.phase === 'off') return false;
    const way = ARROWS[key];
    if (way && this.phase === 'aim') this.move(...way);
    else if (way) this.pull(...way, shiftKey);
    else if (key === 'Enter') this.press();
    else if (key === 'Escape') this.leave(this.phase === 'held' ? 'Let go.' : 'Left the cloth.');
    else return false;
    return true;
  }

  /** The scene is gone, or another hand takes over: the ring goes without a word to the simulation. */
  forget(): void {
    if (this.phase === 'off') return;
    this.phase = 'off';
    this.hand.hide();
    this.tell('', '');
  }

  private move(right: number, up: number): void {
    const cloth = this.hand.move(right, up);
    if (cloth === null) return this.tell('No more cloth that way.', AIM);
    if (cloth !== this.cloth) this.tell(`On the ${this.nameOf(cloth)}.`, AIM);
    this.cloth = cloth;
  }

  private pull(right: number, up: number, depth: boolean): void {
    if (depth && up !== 0) this.hand.pull(0, 0, -up);
    else this.hand.pull(right, up, 0);
  }

  private hold(): void {
    this.phase = 'held';
    this.hand.grab();
    this.tell(`Holding the ${this.nameOf(this.cloth)}. ${HOLD}`, HOLD);
  }

  private leave(said: string): void {
    this.phase = 'off';
    this.hand.drop();
    this.tell(said, '');
  }
}
