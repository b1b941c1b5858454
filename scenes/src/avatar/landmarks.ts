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

/** Where the web of each thumb folds when the hand rests. */
export const THUMB_WEBS: readonly number[] = [
  3177, 3179, 3180, 3204, 3210, 3211, 3617, 3618, 3627, 3628, 3630, 3633, 3637, 3638, 3640, 3642,
  3819, 3821, 3822, 9845, 9847, 9848, 9872, 9878, 9879, 10285, 10286, 10295, 10296, 10298, 10301,
  10305, 10306, 10308, 10310, 10485, 10487, 10488,
];

/** Sides of the second and third toes of both feet, which press into each other on some bodies. */
export const PRESSED_TOES: readonly number[] = [
  5784, 5790, 5794, 5798, 5800, 5838, 5855, 5860, 5865, 5866, 5871, 5873, 5986, 5992, 5996, 6000,
  6002, 12381, 12387, 12391, 12395, 12397, 12435, 12452, 12457, 12462, 12463, 12468, 12470, 12583,
  12589, 12593, 12597, 12599,
];
