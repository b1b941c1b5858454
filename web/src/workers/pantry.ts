// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Scenes that were cooked, and sewn until the garment hangs, when the page was built (scripts/precook.ts): every mesh of
// what the page opens on. Equal scenes have equal bits in every engine, so the visitor's browser would have come to the
// same bytes. What cannot be had is cooked and sewn here: that takes a few seconds, and nothing is missing.
import { inflateSync, strFromU8 } from 'fflate';
import { loadFile, type OnBytes } from './download';
import { fromPlanes } from './planes';
import type { KeptInfo, Meal } from './cooked';
import type { Figure } from './figure';
import { unpack } from './packed';

/** A scene in the list of what there is. */
export interface Stored {
  /** The JSON of the scene: what it is found by. */
  text: string;
  info: KeptInfo;
  /** Names of its two files; they change with what is in them. */
  scene: string;
  drape: string;
  /** Of the world when the garment hangs. */
  hash: string;
  /** Files of what is drawn of its bodies, by their names. */
  figures: Record<string, string>;
}

/** Fetches what there is of a scene. */
export class Pantry {
  /** By file: meshes of one garment have the same wearer. */
  private readonly figures = new Map<string, Promise<Figure | null>>();

  constructor(
    private readonly assets: string,
    private readonly stored: readonly Stored[],
  ) {}

  /** The pantry of a build; an empty one when its list cannot be had. */
  static async open(assets: string): Promise<Pantry> {
    const source = { url: new URL('cooked/scenes.json', assets), what: 'The scenes', fresh: true };
    const read = (file: ArrayBuffer) => JSON.parse(strFromU8(new Uint8Array(file))) as Stored[];
    const stored = await loadFile(source, read).catch(() => []);
    return new Pantry(assets, Array.isArray(stored) ? stored : []);
  }

  /** A scene by its JSON; null when it is not there, or damaged. */
  async fetch(text: string, onBytes?: OnBytes): Promise<Meal | null> {
    const found = this.stored.find((entry) => entry.text === text);
    if (!found) return null;
    const { info, hash } = found;
    const [bytes, snapshot, ...wearers] = await Promise.all([
      this.unpack(found.scene, onBytes),
      this.unpack(found.drape),
      ...Object.values(found.figures ?? {}).map((file) => this.figure(file)),
    ]);
    if (!bytes) return null;
    const there = Object.keys(found.figures ?? {}).flatMap((name, i) => {
      const figure = wearers[i];
      return figure ? [[name, figure] as const] : [];
    });
    const drape = snapshot && { snapshot, hash };
    return { cooked: { bytes, info }, drape, figures: Object.fromEntries(there) };
  }

  private figure(file: string): Promise<Figure | null> {
    const known = this.figures.get(file);
    if (known) return known;
    const coming = this.unpack(file).then((bytes) => bytes && (unpack(bytes) as Figure));
    const figure = coming.catch(() => null); // damaged: it is built
    this.figures.set(file, figure);
    return figure;
  }

  private unpack(file: string, onBytes?: OnBytes): Promise<Uint8Array | null> {
    const source = { url: new URL(`cooked/${file}`, this.assets), what: 'The scene' };
    const open = (packed: ArrayBuffer) => fromPlanes(inflateSync(new Uint8Array(packed)));
    return loadFile(source, open, onBytes).catch(() => null);
  }
}
