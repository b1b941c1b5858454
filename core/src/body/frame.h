// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The frame of a body's surface at a vertex: what is fixed to skin turns with it. Its axes are
// those of one triangle of the vertex, the largest at rest, which keeps its direction best when the
// mesh is bent.
#pragma once

#include "base/memory.h"
#include "math/vec.h"

/// Three unit axes at right angles.
typedef struct wf_frame {
    wf_v3 along, across, normal;
} wf_frame;

/// For every vertex the two others of its triangle, in its order; UINT32_MAX twice where it has
/// none. Null when memory is out.
uint32_t* wf_frame_corners(wf_memory* memory, const float* rest, uint32_t vertex_count,
                           const uint32_t* triangles, uint32_t triangle_count);

/// The frame of a triangle. False when it has no area that tells a direction.
bool wf_frame_of(wf_v3 at, wf_v3 next, wf_v3 last, wf_frame* frame);

/// World to frame and back, directions.
wf_v3 wf_frame_in(const wf_frame* frame, wf_v3 world);
wf_v3 wf_frame_out(const wf_frame* frame, wf_v3 local);
