// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
import type { Group, SkinnedMesh } from 'three';

/** A box of 0.2 m on two bones. */
export function makeSkinned(): SkinnedMesh;
/** That and a rigid head, in a group. */
export function makeCharacter(): Group;
