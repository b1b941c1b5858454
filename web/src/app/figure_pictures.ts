// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pictures of the figures: asked for as soon as a scene is wanted, long before it is cooked. When they cannot be had
// the page says so, and offers to try again; it also does that by itself when the device is online again.
import { texturesOf } from 'weft-scenes/avatar/bodies';
import type { Notice } from '../ui/notice';
import type { PictureShelf } from '../view/picture_shelf';

/** Watches over the pictures. */
export class FigurePictures {
  /** What is still to be said: an error that is shown goes first. */
  private untold: string | null = null;

  constructor(
    private readonly shelf: PictureShelf,
    private readonly notice: Notice,
  ) {
    shelf.onFailed = (sentence) => {
      this.untold = sentence;
      this.tell();
    };
    addEventListener('online', () => shelf.retry());
  }

  /** Asks for what the bodies of a scene need; the scene may be anything, it is checked elsewhere. */
  askFor(scene: unknown): void {
    this.shelf.ask(bodiesOf(scene).flatMap(texturesOf));
  }

  /** Says what is still to be said, unless an error is shown. */
  tell(): void {
    if (this.untold === null || this.notice.kind === 'error') return;
    const act = () => this.shelf.retry();
    this.notice.show('error', this.untold, { label: 'Try again', act });
    this.untold = null;
  }
}

/** The names of the avatars in what may be a scene. */
export function bodiesOf(scene: unknown): string[] {
  const bodies: unknown = (scene as { bodies?: unknown } | null)?.bodies;
  if (!Array.isArray(bodies)) return [];
  return bodies.map((spec) => String((spec as { body?: unknown } | null)?.body));
}
