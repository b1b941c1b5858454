// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pattern packages carry no types; this is the little of them that the cook uses.

interface FreeSewingPattern {
  draft(): {
    parts: Record<string, import('./garment/outline.js').DraftedPart>[];
    setStores: { logs: Record<string, unknown[]> }[];
  };
}

type FreeSewingDesign = new (settings: {
  measurements: Record<string, number>;
  options: Record<string, number>;
  sa: number;
}) => FreeSewingPattern;

declare module '@freesewing/sandy' {
  export const Sandy: FreeSewingDesign;
}

declare module '@freesewing/teagan' {
  export const Teagan: FreeSewingDesign;
}

declare module '@freesewing/models' {
  export const cisFemaleAdult30: Record<string, number>;
  export const cisFemaleAdult40: Record<string, number>;
  export const cisMaleAdult42: Record<string, number>;
}

declare module '@freesewing/titan' {
  export const Titan: FreeSewingDesign;
}
