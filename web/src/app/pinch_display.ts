// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the page tells about bodies that leave cloth no room: the strip of the motion, the marks on what is held, and the
// sentence that says why.
import { CapturedNote } from '../ui/captured_note';
import { PinchStrip, type Mark } from '../ui/pinch_strip';
import type { Wardrobe } from '../view/wardrobe';
import type { Frame, OpenedScene } from '../workers/protocol';
import type { FabricName } from '../choices';
import { blockedSentence } from './blocked';
import { capturedSentence, capturingPairs } from './captured';
import { closureWords, timeWords, type Parts } from './parts';
import { closingAt, fetchGaps, frameIn, pinchMapOf, type GapBook, type PinchMap } from './pinches';
import { roomOf } from './room';

/** Points stay held for a while after the parts have opened, and fades come nearer than the map knows; frames. */
const SLACK = 30;
/** Which parts hold what is found out this often, ms. */
const ASK_EVERY = 500;

/** Follows the frames that are shown. */
export class PinchDisplay {
  readonly strip = new PinchStrip();
  readonly note = new CapturedNote();
  private marked = true;
  private book: GapBook | null = null;
  /** Why there is no book, once it is known that there is none. */
  private problem = '';
  /** The moment that is shown. */
  private last: [Pick<Frame, 'motion'>, OpenedScene] | null = null;
  private map: PinchMap | null = null;
  /** What the map was made for. */
  private key = '';
  private held: { cloth: string; count: number }[] = [];
  private pairs: Parts[] = [];
  /** Why bodies wait; empty while none does. */
  private blocked = '';
  private asked = -Infinity;

  /** `fabrics` answers what the visitor has chosen for the garments since the scene was opened. */
  constructor(
    private readonly assets: string,
    private readonly fabrics: () => FabricName[],
  ) {
    void this.load();
  }

  /** Marks held points, or no longer; answers which. */
  toggle(): boolean {
    this.marked = !this.marked;
    this.note.setMarked(this.marked);
    return this.marked;
  }

  /** Forgets the scene that was shown. */
  clear(): void {
    this.key = '';
    this.map = this.last = null;
    this.held = [];
    this.blocked = '';
    this.pairs = [];
    this.note.clear();
    this.strip.show([]);
  }

  /** Tells about the frame that the wardrobe shows; its buffer is still there. */
  show(frame: Frame, opened: OpenedScene, wardrobe: Wardrobe): void {
    wardrobe.marks.object.visible = this.marked;
    this.follow(frame, opened);
    this.blocked = blockedSentence(frame.blocks, { cloths: opened.cloths, bodies: opened.bodies });
    this.held = frame.held.map((count, i) => ({ cloth: opened.cloths[i].name, count }));
    const now = performance.now();
    if (this.held.length === 0 || now - this.asked < ASK_EVERY) return;
    this.asked = now;
    this.pairs = this.pairsOf(frame, opened, wardrobe);
  }

  /** Refreshes the sentence, and returns it. */
  tell(): string {
    const sentence = this.blocked || capturedSentence(this.held, this.pairs);
    this.note.show(sentence, performance.now());
    return sentence;
  }

  private async load(): Promise<void> {
    this.problem = '';
    try {
      this.book = await fetchGaps(this.assets);
    } catch (error) {
      this.problem = (error as Error).message;
    }
    this.key = '';
    if (this.last) this.follow(...this.last);
  }

  /** The strip of the motion, or why there is none. */
  private showStrip(): void {
    if (this.problem) this.strip.fail(this.problem, () => void this.load());
    else this.strip.show(this.map ? marksOf(this.map) : []);
  }

  private follow({ motion }: Pick<Frame, 'motion'>, opened: OpenedScene): void {
    this.last = [{ motion }, opened];
    const { scene, wearer } = opened;
    const body = wearer ? scene.bodies![wearer.body] : null;
    if (body?.kind !== 'avatar' || !motion) return;
    const room = roomOf(scene, this.fabrics());
    const key = `${body.body} ${motion.clip} ${room}`;
    if (key !== this.key) {
      this.key = key;
      this.map = pinchMapOf(this.book, body.body, motion.clip, room);
      this.showStrip();
    }
    if (!this.map) return;
    const { frames } = this.map;
    const still = frames === 1 || motion.frame < 0;
    this.strip.setPlace(still ? null : frameIn(this.map, motion.frame) / frames);
  }

  private pairsOf({ motion, buffer }: Frame, opened: OpenedScene, wardrobe: Wardrobe): Parts[] {
    const { wearer } = opened;
    const parts = wearer && opened.bodies[wearer.body].parts;
    if (!this.map || !motion || !parts) return [];
    const { positions: at, length } = wardrobe.layout.bodies[wearer.body];
    const positions = new Float32Array(buffer, 4 * at, length);
    const closing = closingAt(this.map, Math.max(0, motion.frame), SLACK);
    return capturingPairs(wardrobe.marks.places, { positions, ...parts }, closing);
  }
}

function marksOf(map: PinchMap): Mark[] {
  return map.closures.map((closure) => ({
    from: closure.from / map.frames,
    to: Math.min(1, (closure.to + map.stride) / map.frames),
    text: `${timeWords(closure, map)}: ${closureWords(closure)}. The cloth needs ${(1000 * map.room).toFixed(1)} mm.`,
  }));
}
