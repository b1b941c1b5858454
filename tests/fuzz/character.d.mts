// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import type { SkinnedMesh } from 'three';

/** A box of 0.2 m that its bone carries. */
export function makeCharacter(): SkinnedMesh;
