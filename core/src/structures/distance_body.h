// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// The distance fields of a body, one a segment, and where they are at both ends of a substep. Bull,
// Slater, Buxton 2003: fields are made once and move with their segments, rigid; nothing of them is
// made anew. What the skin does beside that, at joints above all, they do not see.
#pragma once

#include "structures/distance_segments.h"

/// The skin that a body's segments are cut from, in the pose that its fields are made in. Without
/// bones all of it is one segment.
typedef struct wf_distance_skin {
    wf_distance_mesh mesh;
    const uint16_t* bones; // 4 per vertex
    const float* weights;  // 4 per vertex
    uint32_t bone_count;   // 0: one segment
} wf_distance_skin;

typedef struct wf_distance_body {
    wf_distance_segment* segments;
    wf_segment_pose *from, *to; // per segment: at the start and at the end of a substep
    uint32_t count;
    double* ms;       // per segment: all that carrying it has cost
    uint32_t carried; // times
} wf_distance_body;

/// Cuts the skin and makes the fields; on failure `body` is empty and the report says why.
weft_status wf_distance_body_build(wf_memory* memory, const wf_distance_def* def,
                                   const wf_distance_skin* skin, wf_distance_body* body,
                                   weft_report* report);
void wf_distance_body_free(wf_memory* memory, wf_distance_body* body);

/// Carries every field to where its segment is (4 floats per vertex each).
void wf_distance_body_follow(wf_distance_body* body, const float* x0, const float* x1);
