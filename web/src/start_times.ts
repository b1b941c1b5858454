// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Where the time goes from the click on a link to the first picture of a dressed figure. The worker does module to drape
// while the page sets up its graphics; all else is one after the other.
import type { LoadTimes, OpenedScene } from './workers/protocol';

/** Parts of the start, in the order in which the measurements show them. */
export const START_PARTS = [
  'page',
  'graphics',
  'module',
  'bodies',
  'scene',
  'cook',
  'drape',
  'shapes',
  'meshes',
  'picture',
] as const;
type Part = (typeof START_PARTS)[number];

/** Milliseconds of the start; all are there once the first picture is. */
export class StartTimes {
  readonly ms: Partial<Record<Part | 'all', number>> = {};
  private readyAt = 0;
  private openedAt = 0;
  private builtAt = 0;

  /** The page's own script runs. */
  began(now: number): void {
    this.ms.page = now;
  }

  /** WebGL is set up, which took so long. */
  graphics(ms: number): void {
    if (!this.done) this.ms.graphics = ms;
  }

  /** Module and bodies are there. */
  ready({ module, bodies }: LoadTimes, now: number): void {
    if (this.done) return;
    Object.assign(this.ms, { module, bodies });
    this.readyAt = now;
  }

  /** The scene is there; what fetching it took is what is left of the time since. */
  opened({ times: { cook, drape, shapes } }: OpenedScene, now: number): void {
    if (this.done) return;
    const scene = Math.max(0, now - this.readyAt - cook - drape - shapes);
    Object.assign(this.ms, { scene, cook, drape, shapes });
    this.openedAt = now;
  }

  /** What is drawn of the scene is made, but for its shaders. */
  built(now: number): void {
    if (this.done) return;
    this.ms.meshes = now - this.openedAt;
    this.builtAt = now;
  }

  /** The first picture of the scene is drawn. */
  drawn(now: number): void {
    if (this.done) return;
    this.ms.picture = now - this.builtAt;
    this.ms.all = now;
  }

  private get done(): boolean {
    return this.ms.all !== undefined;
  }
}
