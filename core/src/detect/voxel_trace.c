// SPDX-FileCopyrightText: 2026 The Weft authors
// SPDX-License-Identifier: MIT
//
// Traces through a distance field.
#include "detect/voxel_trace.h"

#include <math.h>

/// Voxels beyond this are far off any field; lines between such stay within 32 bits.
#define FARTHEST 1e6f

wf_voxel_line wf_voxel_line_between(const int32_t from[3], const int32_t to[3]) {
    wf_voxel_line line = {.steps = 0};
    for (int k = 0; k < 3; ++k) {
        int32_t d = to[k] - from[k];
        line.at[k] = from[k];
        line.sign[k] = d < 0 ? -1 : 1;
        line.twice[k] = 2 * (d < 0 ? -d : d);
        line.steps = line.twice[k] / 2 > line.steps ? line.twice[k] / 2 : line.steps;
    }
    line.longest = line.steps;
    for (int k = 0; k < 3; ++k) {
        line.error[k] = -line.longest;
    }
    return line;
}

// ---- lines from a table -------------------------------------------------------------------------

void wf_voxel_table_fill(wf_voxel_table* table) {
    enum { ENDS = WF_VOXEL_TABLE_REACH + 1 };
    for (int32_t i = 0; i < ENDS * ENDS * ENDS; ++i) {
        const int32_t from[3] = {0, 0, 0}, to[3] = {i % ENDS, i / ENDS % ENDS, i / ENDS / ENDS};
        int32_t before[3] = {0, 0, 0};
        uint32_t moves = 0, shift = 0;
        for (wf_voxel_line line = wf_voxel_line_between(from, to); wf_voxel_line_step(&line);) {
            for (int k = 0; k < 3; ++k) {
                moves |= (uint32_t)(line.at[k] - before[k]) << shift++;
                before[k] = line.at[k];
            }
        }
        table->moves[to[0]][to[1]][to[2]] = moves;
    }
}

bool wf_voxel_table_line(const wf_voxel_table* table, const int32_t from[3], const int32_t to[3],
                         wf_voxel_line* line) {
    int32_t size[3], longest = 0;
    for (int k = 0; k < 3; ++k) {
        int32_t d = to[k] - from[k];
        size[k] = d < 0 ? -d : d;
        line->at[k] = from[k];
        line->sign[k] = d < 0 ? -1 : 1;
        longest = size[k] > longest ? size[k] : longest;
    }
    if (longest > WF_VOXEL_TABLE_REACH) {
        return false;
    }
    line->steps = line->longest = longest;
    line->moves = table->moves[size[0]][size[1]][size[2]];
    return true;
}

// ---- voxels -------------------------------------------------------------------------------------

/// The voxel of a point, also off the field.
static void voxel_of(const wf_distance_field* f, const float point[3], int32_t at[3]) {
    for (int k = 0; k < 3; ++k) {
        float place = floorf((point[k] - f->origin[k]) * f->per_cell);
        place = place > -FARTHEST ? place : -FARTHEST; // of NaN too
        at[k] = (int32_t)(place < FARTHEST ? place : FARTHEST);
    }
}

static bool is_within(const wf_distance_field* f, const int32_t at[3]) {
    bool within = true;
    for (int k = 0; k < 3; ++k) {
        within &= at[k] > 0 && at[k] < (int32_t)f->size[k] - 1;
    }
    return within;
}

static uint32_t index_of(const wf_distance_field* f, const int32_t at[3]) {
    return wf_distance_index(f, (uint32_t)at[0], (uint32_t)at[1], (uint32_t)at[2]);
}

static uint32_t depth_of(const wf_distance_field* f, uint32_t voxel) {
    return f->inside[voxel] ? 0 : f->squared[voxel];
}

static wf_trace_state state_of(const wf_distance_field* f, const int32_t at[3], uint32_t impact) {
    return !is_within(f, at)                        ? WF_TRACE_OUTSIDE
           : depth_of(f, index_of(f, at)) <= impact ? WF_TRACE_SURFACE
                                                    : WF_TRACE_INSIDE;
}

/// The part of a way before voxel k of n; what begins in that voxel has none.
static float part_before(int32_t k, int32_t n) {
    return k > 0 ? (float)(k - 1) / (float)n : 0.0f;
}

static void note(const wf_distance_field* f, const wf_trace_limits* limits, uint32_t voxel,
                 float part, bool again, wf_trace* t) {
    uint32_t depth = depth_of(f, voxel);
    t->steps += 1;
    if (depth <= limits->impact && (again || !t->hit)) {
        t->hit = true;
        t->free = part;
        t->site = voxel;
    }
    if (depth <= limits->stop && (again || !t->stopped)) {
        t->stopped = true;
        t->clear = part;
    }
}

// ---- ways ---------------------------------------------------------------------------------------

/// A line, drawn or looked up.
typedef struct way {
    wf_voxel_line line;
    bool tabled;
} way;

static way way_between(const int32_t from[3], const int32_t to[3], const wf_voxel_table* table) {
    way w;
    w.tabled = table != NULL && wf_voxel_table_line(table, from, to, &w.line);
    if (!w.tabled) {
        w.line = wf_voxel_line_between(from, to);
    }
    return w;
}

static bool go_on(way* w) {
    return w->tabled ? wf_voxel_table_step(&w->line) : wf_voxel_line_step(&w->line);
}

/// Until the border, or until the stop surface is met.
static void trace_on(const wf_distance_field* f, way w, const wf_trace_limits* limits,
                     wf_trace* t) {
    const wf_voxel_line* line = &w.line;
    do {
        uint32_t voxel = index_of(f, line->at);
        if (f->squared[voxel] == WF_DISTANCE_BORDER) {
            return;
        }
        note(f, limits, voxel, part_before(line->longest - line->steps, line->longest), false, t);
    } while (!t->stopped && go_on(&w));
}

/// From the end back to the border: what is met last comes first on the way.
static void trace_back(const wf_distance_field* f, way w, const wf_trace_limits* limits,
                       wf_trace* t) {
    const wf_voxel_line* line = &w.line;
    do {
        uint32_t voxel = index_of(f, line->at);
        if (f->squared[voxel] == WF_DISTANCE_BORDER) {
            return;
        }
        note(f, limits, voxel, part_before(line->steps, line->longest), true, t);
    } while (go_on(&w));
}

/// Steps of a drawn line until it has gone `moved` voxels along an axis: the inverse of its
/// rounding.
static int32_t steps_until(const wf_voxel_line* line, int k, int32_t moved) {
    int64_t all = 2 * (int64_t)line->longest * moved - line->longest + 1;
    return moved > 0 ? (int32_t)((all + line->twice[k] - 1) / line->twice[k]) : 0;
}

/// Goes so many steps at once.
static void skip(wf_voxel_line* line, int32_t steps) {
    for (int k = 0; k < 3; ++k) {
        int64_t along = (int64_t)line->twice[k] * steps;
        int32_t moved = (int32_t)((along + line->longest - 1) / (2 * (int64_t)line->longest));
        line->at[k] += moved * line->sign[k];
        line->error[k] = (int32_t)(along - line->longest - 2 * (int64_t)line->longest * moved);
    }
    line->steps -= steps;
}

/// What the backward trace saves: where the line comes into the volume, computed. The line ends in
/// it, so there is such a place.
static void skip_to_entry(const wf_distance_field* f, wf_voxel_line* line) {
    int32_t steps = 0;
    for (int k = 0; k < 3; ++k) {
        int32_t low = 1 - line->at[k], high = line->at[k] - ((int32_t)f->size[k] - 2);
        int32_t to_go = line->sign[k] > 0 ? low : high, own = steps_until(line, k, to_go);
        steps = own > steps ? own : steps;
    }
    skip(line, steps);
}

wf_trace wf_voxel_trace(const wf_distance_field* f, const float p0[3], const float p1[3],
                        const wf_trace_limits* limits, const wf_trace_rules* rules) {
    static const wf_trace_rules usual = {false, NULL};
    rules = rules != NULL ? rules : &usual;
    int32_t from[3], to[3];
    voxel_of(f, p0, from);
    voxel_of(f, p1, to);
    wf_trace t = {.free = 1.0f, .clear = 1.0f};
    t.from = state_of(f, from, limits->impact);
    t.to = state_of(f, to, limits->impact);
    if (t.from != WF_TRACE_OUTSIDE) {
        trace_on(f, way_between(from, to, rules->table), limits, &t);
    } else if (t.to != WF_TRACE_OUTSIDE && rules->forward) {
        way w = way_between(from, to, NULL);
        skip_to_entry(f, &w.line);
        trace_on(f, w, limits, &t);
    } else if (t.to != WF_TRACE_OUTSIDE) {
        trace_back(f, way_between(to, from, rules->table), limits, &t);
    }
    return t;
}
