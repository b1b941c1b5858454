// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Whether a point that moves meets an offset surface of a distance field: its way is drawn as a
// line of voxels and the distance of each is looked up. After Bull, Slater, Buxton 2003,
// section 4.2.2: a 3-D Bresenham line between the voxels of the two ends; three states of an end
// (outside of the volume, inside of it, on the surface), nine transitions; who comes into the
// volume is traced backwards, so that nobody computes where; a border voxel ends a trace. Section
// 4.2.2 names "a potentially faster lookup table method" beside the Bresenham line and says nothing
// else of it: our table has the moves of every short line, so that it visits the same voxels.
#pragma once

#include "detect/narrow_phase.h"
#include "structures/distance_field.h"

/// The voxels of a line, from one end to the other, each next to the one before. Along the longest
/// axis every step counts; the others are rounded, halves towards the start.
typedef struct wf_voxel_line {
    int32_t at[3];
    int32_t sign[3], twice[3], error[3];
    int32_t steps, longest; // still to go; of all axes
    uint32_t moves;         // of the steps to go, three bits each, when a table has them
} wf_voxel_line;

wf_voxel_line wf_voxel_line_between(const int32_t from[3], const int32_t to[3]);

/// Goes one voxel on; false at the end.
static inline bool wf_voxel_line_step(wf_voxel_line* line) {
    if (line->steps == 0) {
        return false;
    }
    line->steps -= 1;
    for (int k = 0; k < 3; ++k) {
        line->error[k] += line->twice[k];
        if (line->error[k] > 0) {
            line->error[k] -= 2 * line->longest;
            line->at[k] += line->sign[k];
        }
    }
    return true;
}

/// Lines of up to so many steps are in a table: three bits a step, which axes it goes along.
enum { WF_VOXEL_TABLE_REACH = 8 };
typedef struct wf_voxel_table {
    uint32_t moves[WF_VOXEL_TABLE_REACH + 1][WF_VOXEL_TABLE_REACH + 1][WF_VOXEL_TABLE_REACH + 1];
} wf_voxel_table;

/// The moves of every short line by how far it goes along each axis: those of the lines above.
void wf_voxel_table_fill(wf_voxel_table* table);

/// A line as above whose moves are looked up; false when it is longer than the table reaches.
bool wf_voxel_table_line(const wf_voxel_table* table, const int32_t from[3], const int32_t to[3],
                         wf_voxel_line* line);

/// The same as wf_voxel_line_step, of a line from a table.
static inline bool wf_voxel_table_step(wf_voxel_line* line) {
    if (line->steps == 0) {
        return false;
    }
    line->steps -= 1;
    for (uint32_t k = 0; k < 3; ++k) {
        line->at[k] += (line->moves >> k & 1) != 0 ? line->sign[k] : 0;
    }
    line->moves >>= 3;
    return true;
}

typedef enum wf_trace_state {
    WF_TRACE_OUTSIDE = 0, // of the volume: off the field or on its border
    WF_TRACE_INSIDE = 1,  // in the volume, farther than the impact surface
    WF_TRACE_SURFACE = 2, // at the impact surface or below it
} wf_trace_state;

/// Squared distances in voxels of the two surfaces that a trace looks for.
typedef struct wf_trace_limits {
    uint32_t impact, stop;
} wf_trace_limits;

/// How a way is followed.
typedef struct wf_trace_rules {
    bool forward; // who comes into the volume is traced from where the line enters it
    const wf_voxel_table* table; // of short lines; null draws every line
} wf_trace_rules;

typedef struct wf_trace {
    wf_trace_state from, to;
    bool hit;       // a voxel of the way is at the impact surface or below
    bool stopped;   // the same of the stop surface
    float free;     // part of the way before the first voxel that is hit; 1 without a hit
    float clear;    // the same before the stop surface
    uint32_t site;  // voxel that is hit first
    uint32_t steps; // voxels that were looked at
} wf_trace;

/// Follows a point from p0 to p1, which are in the space of the field. What is inside of the body
/// counts as distance 0. Null rules are the paper's: backwards on entry, every line drawn.
wf_trace wf_voxel_trace(const wf_distance_field* field, const float p0[3], const float p1[3],
                        const wf_trace_limits* limits, const wf_trace_rules* rules);
