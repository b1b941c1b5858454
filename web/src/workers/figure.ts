// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// What the page draws of an avatar, beside where its points are. To build a body takes half a second and longer, so that
// of the body that the page opens with is made when the page is built.
import type { Avatar, AvatarRender } from 'weft-scenes';
import { SEGMENTS, vertexSegments } from 'weft-scenes/pinch/segments';

/** How an avatar is drawn, and which of its parts every vertex belongs to. */
export interface Figure {
  render: AvatarRender;
  parts: { names: readonly string[]; of: Uint8Array };
}

/** The figure of a body. */
export function figureOf(avatar: Avatar): Figure {
  return { render: avatar.render, parts: { names: SEGMENTS, of: vertexSegments(avatar) } };
}
