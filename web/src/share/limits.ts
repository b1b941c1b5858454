// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// How large a shared link may be. A link comes from anywhere, so everything has a cap before it costs anything.

/** Longest fragment that is looked at, letters. A scene of the page takes about 500. */
export const MAX_LINK_LETTERS = 200_000;

/** Most bytes that a link may inflate to. Deflate can pack a thousand to one. */
export const MAX_SCENE_BYTES = 2_000_000;

/** Compressed bytes handed to the inflater at once: at most about a megabyte comes out before the next look. */
export const INFLATE_CHUNK_BYTES = 1024;

/** Furthest step that a link may ask to be computed before it is shown: five minutes of cloth. */
export const MAX_SHARED_STEP = 18_000;
