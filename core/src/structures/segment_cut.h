// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// A segment of a closed skin as a closed mesh of its own: the triangles with one label, and a fan
// over every cut. With joints, edges of cuts that hang together anywhere on the skin have one
// middle, whoever's they are: then the fans on both sides of a cut are the same triangles, and the
// winding numbers of all segments add up to that of the skin.
#pragma once

#include "base/memory.h"

typedef struct wf_segment_skin {
    const float* x;            // 4 per vertex, m
    const uint32_t* triangles; // 3 per triangle
    const uint8_t* labels;     // per triangle
    uint32_t vertex_count, triangle_count;
} wf_segment_skin;

typedef struct wf_segment_cut {
    float* x;         // 4 per vertex: those of the skin that it has, then the middles of its cuts
    uint32_t* number; // per vertex of the skin: its vertex of the segment, from 1
    uint32_t* source; // per vertex: of the skin; of a middle: of its joint, if there are joints
    uint32_t* triangles;         // of the skin, then of the caps
    uint64_t* edges;             // of the skin, sorted: from one vertex to the next
    uint8_t* cut;                // per edge: nobody has it the other way
    uint32_t* parent;            // per vertex: cuts that hang together
    uint32_t* centre;            // per vertex that leads a cut: its middle
    uint32_t skin, count;        // triangles: of the skin, and with caps
    uint32_t used, vertex_count; // vertices: of the skin, and with middles
} wf_segment_cut;

/// Joints of a skin: per vertex the lowest of those that its cuts hang together with. False when
/// memory is out.
bool wf_segment_joints(wf_memory* memory, const wf_segment_skin* skin, uint32_t* joints);

/// Cuts one label out of the skin; `joints` may be null. Nothing but zeros where no triangle has
/// the label. False when memory is out.
bool wf_segment_cut_out(wf_memory* memory, const wf_segment_skin* skin, uint32_t label,
                        const uint32_t* joints, wf_segment_cut* cut);
void wf_segment_cut_free(wf_memory* memory, wf_segment_cut* cut);
