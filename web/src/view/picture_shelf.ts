// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pictures, loaded once and shared. Who asks early has them early; who draws says what to do when one is there. Those
// that cannot be had are reported once, and everybody who waits for one gets it when a later try succeeds.
import type * as THREE from 'three';

type Use = (map: THREE.Texture) => void;

interface Entry {
  map: THREE.Texture | null;
  /** Whether it is on its way. */
  coming: boolean;
  waiting: Set<Use>;
}

/** Loads a picture; what it throws has a sentence for the visitor. */
export type Load = (file: string) => Promise<THREE.Texture>;

/** The pictures that were ever asked for. */
export class PictureShelf {
  /** Hears a sentence when pictures could not be had, once however many they are. */
  onFailed: (sentence: string) => void = () => {};

  private readonly entries = new Map<string, Entry>();
  private reported = false;

  constructor(private readonly load: Load) {}

  /** Starts to load pictures before anybody can draw with them; those that failed are tried again. */
  ask(files: readonly string[]): void {
    for (const file of files) this.start(file, this.entry(file));
  }

  /** Calls back when the picture is there, at once when it is. Returns a function that takes the wish back. */
  use(file: string, use: Use): () => void {
    const entry = this.entry(file);
    if (entry.map) {
      use(entry.map);
      return () => {};
    }
    entry.waiting.add(use);
    this.start(file, entry);
    return () => entry.waiting.delete(use);
  }

  /** Tries everything again that failed and that somebody waits for. */
  retry(): void {
    this.reported = false;
    for (const [file, entry] of this.entries) if (entry.waiting.size > 0) this.start(file, entry);
  }

  private entry(file: string): Entry {
    let entry = this.entries.get(file);
    if (!entry) this.entries.set(file, (entry = { map: null, coming: false, waiting: new Set() }));
    return entry;
  }

  private start(file: string, entry: Entry): void {
    if (entry.map || entry.coming) return;
    entry.coming = true;
    this.load(file)
      .then(
        (map) => this.arrived(entry, map),
        (error: unknown) => this.failed((error as Error).message),
      )
      .finally(() => (entry.coming = false));
  }

  private arrived(entry: Entry, map: THREE.Texture): void {
    entry.map = map;
    for (const use of entry.waiting) use(map);
    entry.waiting.clear();
    this.reported = false;
  }

  private failed(sentence: string): void {
    if (this.reported) return;
    this.reported = true;
    this.onFailed(sentence);
  }
}
