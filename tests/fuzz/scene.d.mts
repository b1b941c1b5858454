// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT

/** A small cooked scene that names a method of the module with every method. */
export function smallScene(): Uint8Array;
