// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Pairs of triangles, a triangle of the cloth with four of a body at a time: where the plane of
// either parts them, none of their fifteen pairs of features needs a look. Most of what a
// hierarchy hands out for large triangles over small ones is parted so.
#pragma once

#include "detect/surface.h"
#include "math/v3x4.h"

/// Heights of a triangle along a direction: now, as predicted, and within the slack at the end.
typedef struct wf_span4 {
    wf_f4 now_low, now_high, to_low, to_high, end_low, end_high;
} wf_span4;

/// A triangle of the cloth, in all lanes.
typedef struct wf_triangle_side {
    wf_v3x4 origin;
    wf_v3x4 now[3], to[3]; // from the origin
    wf_f4 slack;           // m, the most of its corners
    wf_v3x4 n;             // unit, or 0 for a degenerate one
    wf_span4 own;          // along n
} wf_triangle_side;

void wf_triangle_side_find(const wf_surface* cloth, uint32_t triangle, wf_triangle_side* side);

/// Bit k is set when nothing of the cloth's triangle and the k-th of the body certainly touches or
/// pushes within `reach`, m: the rule of `wf_face_batch_test`, along the normals of both.
int wf_triangle_batch_apart(const wf_triangle_side* side, const wf_surface* body,
                            const uint32_t triangles[4], float reach);
