// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Places that tailors know, as vertices of the base mesh. Its topology never changes, so they hold for every body.

export const LANDMARKS: Readonly<Record<string, number>> = {
  nippleL: 8451,
  nippleR: 1779,
  crotchFront: 4376,
  crotchBack: 6431,
  shoulderL: 8236,
  nape: 1496,
  neckPit: 1522,
  navel: 4121,
  crown: 881,
  sole: 5796,
};
