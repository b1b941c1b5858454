// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Cloth that folds goes another way after a change that nobody sees, so one run says little.

/** Starts differ by so much, m. */
const NUDGE = 1e-4;

/** A scene as it is, and others that start beside it; five in all, or as many as asked for. */
export function startsOf(native, name, count = 5) {
  const scene = native.scene(name);
  return Array.from({ length: count }, (_, seed) =>
    seed > 0 ? { ...scene, jitter: { seed, size: NUDGE } } : scene,
  );
}
