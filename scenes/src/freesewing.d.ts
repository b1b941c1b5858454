// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pattern packages carry no types; what they export is described in garment/designs.ts.

declare module '@freesewing/sandy' {
  export const Sandy: import('./garment/designs.js').FreeSewingDesign;
}

declare module '@freesewing/teagan' {
  export const Teagan: import('./garment/designs.js').FreeSewingDesign;
}

declare module '@freesewing/titan' {
  export const Titan: import('./garment/designs.js').FreeSewingDesign;
}

declare module '@freesewing/models' {
  export const cisFemaleAdult30: Record<string, number>;
  export const cisFemaleAdult40: Record<string, number>;
  export const cisMaleAdult42: Record<string, number>;
}
