// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The convex solid that a body may be instead of its triangles. It rides on four of its vertices,
// so that clips, frames of vertices, bones, the host, lags and snapshots are for it what they are
// for every body: three give its axes, made square again, and all four, by fixed weights, its
// middle, which so goes straight from pose to pose however it turns.
#pragma once

#include "base/memory.h"
#include "math/convex.h"

/// Corners that a hull may have.
enum { WF_HULL_CORNERS = 64 };

typedef struct wf_shape {
    weft_shape def;
    uint32_t vertex[4];      // what it rides on; the last UINT32_MAX where the mesh is flat
    double middle[3];        // along the ways from the first to the others, or across the three
    double turn[3][3];       // its axes in the frame of the three
    double *corners, *faces; // of a hull, as wf_convex has them
    uint32_t corner_count, face_count;
} wf_shape;

static inline bool wf_is_solid(const wf_shape* shape) {
    return shape->def.kind != WEFT_SHAPE_MESH;
}

/// Checks the numbers of a shape, and then, of a definition whose mesh is sound, that this can
/// carry it (and fills the report).
weft_status wf_shape_check(const weft_body_def* def, weft_report* report);
weft_status wf_shape_check_mesh(const weft_body_def* def, weft_report* report);

/// Makes the shape of a checked definition. False when memory is out; then nothing is held.
bool wf_shape_create(wf_memory* memory, const weft_body_def* def, wf_shape* out);
void wf_shape_free(wf_memory* memory, wf_shape* shape);

/// Where the solid is while the vertices are at x (4 per vertex).
void wf_shape_at(const wf_shape* shape, const float* x, wf_convex* out);

/// Whether vertices at x (4 per vertex) are those of `rest` moved as one, to a thousandth of their
/// size.
bool wf_shape_is_rigid(const float* rest, const float* x, uint32_t vertex_count);
