// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The designs of FreeSewing that the patterns draft, and the little of their types that the cook uses. This is the one
// file that knows where they come from: what is built of it holds them whole (scripts/bundle_designs.mjs), since one of
// the packages they ask for was never published in the version that they name.
import { Sandy as sandy } from '@freesewing/sandy';
import { Teagan as teagan } from '@freesewing/teagan';
import { Titan as titan } from '@freesewing/titan';
import type { DraftedPart } from './outline.js';

/** A design with measures; drafting it gives the outlines of its parts. */
export interface FreeSewingPattern {
  draft(): {
    parts: Record<string, DraftedPart>[];
    setStores: { logs: Record<string, unknown[]> }[];
  };
}

/** What a design package exports. Measures in mm, options as fractions. */
export type FreeSewingDesign = new (settings: {
  measurements: Record<string, number>;
  options: Record<string, number>;
  sa: number;
}) => FreeSewingPattern;

/** A circle skirt. */
export const Sandy: FreeSewingDesign = sandy;
/** A T-shirt. */
export const Teagan: FreeSewingDesign = teagan;
/** Trousers. */
export const Titan: FreeSewingDesign = titan;
