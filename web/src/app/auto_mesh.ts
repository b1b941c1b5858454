// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// As fine a mesh as the device keeps real time with. A garment begins coarse, or as the last visit ended; when it has been
// worn for a moment, the time of its steps tells what a finer one would take, as that grows with the number of triangles.
// What is slow motion gets coarser at once, and is not made finer again in this visit: cloth that changes its mesh to and
// fro would be worse than either.
import { LEVELS, type Level } from '../choices';
import { recall, remember, type Store } from './remembered';

/** So much of a frame's time may be a step's, as predicted: the rest is drawing, and harder moments. */
const ROOM = 0.7;
/** Steps whose median is the time of a step, and the fewest that tell anything. */
const WINDOW = 60;
const FEWEST = 30;
/** Real time, as a share of it. */
const REAL = 0.95;
/** Slower than this is slow motion: the mesh is too fine. */
const SLOW = 0.85;
/** So long slow motion is borne, ms. */
const PATIENCE = 2000;

const KEY = 'weft.mesh';

/** Chooses among the meshes of what is worn. */
export class AutoMesh {
  level: Level;
  private ceiling: Level = 'finest';
  private recent: number[] = [];
  private slowSince: number | null = null;

  constructor(private readonly store: Store | null) {
    this.level = recall(store, KEY, LEVELS) ?? 'coarse';
  }

  /** Another scene, or time begins to run again. */
  start(): void {
    this.recent = [];
    this.slowSince = null;
  }

  /** A step took so long, ms. */
  step(ms: number): void {
    this.recent.push(ms);
    if (this.recent.length > WINDOW) this.recent.shift();
  }

  /**
   * What to wear from now on; the level of now where nothing better is known. `share` of real time is reached, null while
   * that is not known; `frame` is the time a step stands for, ms; `edge` tells the edge length of a level.
   */
  judge(share: number | null, frame: number, edge: (level: Level) => number, now: number): Level {
    if (share === null || this.recent.length < FEWEST) return this.level;
    if (share >= SLOW) this.slowSince = null;
    else this.slowSince ??= now;
    if (this.slowSince !== null && now - this.slowSince > PATIENCE)
      return this.take(this.coarser());
    if (share < REAL) return this.level;
    const per = median(this.recent) * edge(this.level) ** 2;
    const fits = (level: Level) => per / edge(level) ** 2 <= ROOM * frame;
    const [from, to] = [LEVELS.indexOf(this.level), LEVELS.indexOf(this.ceiling)];
    const finer = LEVELS.slice(from + 1, to + 1).filter(fits);
    return this.take(finer.at(-1) ?? this.level);
  }

  private coarser(): Level {
    const level = LEVELS[Math.max(0, LEVELS.indexOf(this.level) - 1)];
    this.ceiling = level;
    return level;
  }

  private take(level: Level): Level {
    if (level === this.level) return level;
    this.level = level;
    this.start();
    remember(this.store, KEY, level);
    return level;
  }
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
