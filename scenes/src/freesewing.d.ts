// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The pattern packages carry no types; what is used of them is described in garment/designs.ts.
declare module '@freesewing/*';
