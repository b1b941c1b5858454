// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A scene that was cooked, and how its garment hangs where it was sewn before.
import type { CookInfo, FinishedEdge } from 'weft-scenes';
import type { Figure } from './figure';

/** What the page wants to know of what was cooked. */
export type KeptInfo = Pick<CookInfo, 'title' | 'sewn' | 'settled'> & {
  /** Of every cloth: its edges that are no hems. */
  finishes: FinishedEdge[][];
};

/** Takes over what the page wants to know. */
export function keptInfo({ title, sewn, settled, cloths }: CookInfo): KeptInfo {
  return { title, sewn, settled, finishes: cloths.map(({ garment }) => garment?.finishes ?? []) };
}

/** What the cook makes of a scene. */
export interface Cooked {
  bytes: Uint8Array;
  info: KeptInfo;
}

/** A garment as it hangs: the state of the world after the last step of sewing. */
export interface Drape {
  snapshot: Uint8Array;
  hash: string;
}

/** A scene ready to be loaded. */
export interface Meal {
  cooked: Cooked;
  /** Null when only the cooked scene could be had. */
  drape: Drape | null;
  /** By the names of bodies; those that are missing are built. */
  figures: Readonly<Record<string, Figure>>;
}
